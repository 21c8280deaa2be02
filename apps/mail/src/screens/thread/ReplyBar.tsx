import { Button, Inline, useNavigation } from "@tapworld/kit";

import { messageToAnswer } from "../../data/messages";
import type { Message } from "../../data/types";
import { forwardIcon, replyAllIcon, replyIcon } from "../../icons";

interface Props {
  messages: readonly Message[];
  /** The answer that stands first and looks like it, by the user's choice. */
  first: "reply" | "reply_all";
}

/** Answers to the newest received message of a thread, and forwarding of its newest. */
export function ReplyBar({ messages, first }: Props) {
  const navigation = useNavigation();
  const answered = messageToAnswer(messages);
  const newest = messages.at(-1);
  if (!answered || !newest) return null;
  const reply = (
    <Button
      key="reply"
      testID="reply"
      label="Reply"
      icon={replyIcon}
      kind={first === "reply" ? "primary" : "secondary"}
      onPress={() => navigation.push("compose", { mode: "reply", messageId: answered.id })}
    />
  );
  const replyAll = (
    <Button
      key="reply-all"
      testID="reply-all"
      label="Reply all"
      icon={replyAllIcon}
      kind={first === "reply_all" ? "primary" : "secondary"}
      onPress={() => navigation.push("compose", { mode: "reply_all", messageId: answered.id })}
    />
  );
  return (
    <Inline gap={2} wrap>
      {first === "reply" ? [reply, replyAll] : [replyAll, reply]}
      <Button
        testID="forward"
        label="Forward"
        icon={forwardIcon}
        kind="secondary"
        onPress={() => navigation.push("compose", { mode: "forward", messageId: newest.id })}
      />
    </Inline>
  );
}
