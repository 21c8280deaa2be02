import {
  Avatar,
  Card,
  IconButton,
  Row,
  Text,
  useDatabase,
  useDialogs,
  useSession,
  useTheme,
} from "@tapworld/kit";
import { View } from "react-native";

import { recipientLine } from "../../data/messages";
import type { Message } from "../../data/types";
import { menuIcon } from "../../icons";
import { MessageAttachments } from "./MessageAttachments";

interface Props {
  index: number;
  message: Message;
  open: boolean;
  onToggle(): void;
}

/** One message of a thread: a line while folded, else its text and attachments. */
export function MessageCard({ index, message, open, onToggle }: Props) {
  const db = useDatabase();
  const session = useSession();
  const theme = useTheme();
  const dialogs = useDialogs();
  const sender = message.is_outgoing === 1 ? "me" : message.from_name;
  return (
    <Card padding={0}>
      <Row
        testID={`message-${index}`}
        title={sender}
        subtitle={open ? recipientLine(db, message) : message.body.replace(/\s+/gu, " ")}
        detail={open ? session.format.dateTime(message.sent_at) : session.format.relative(message.sent_at)}
        leading={<Avatar name={message.from_name} />}
        trailing={
          open ? (
            <IconButton
              testID={`message-menu-${index}`}
              icon={menuIcon}
              label="Message menu"
              onPress={() => dialogs.open("message-menu", { messageId: message.id })}
            />
          ) : undefined
        }
        onPress={onToggle}
      />
      {open ? (
        <View style={{ paddingHorizontal: theme.space(4), paddingBottom: theme.space(3), gap: theme.space(3) }}>
          <Text testID={`body-${index}`} selectable>{message.body}</Text>
          {message.quoted === "" ? null : (
            <View
              style={{
                borderLeftWidth: 2,
                borderLeftColor: theme.color.border,
                paddingLeft: theme.space(3),
              }}
            >
              <Text testID={`quoted-${index}`} tone="muted" selectable>
                {message.quoted}
              </Text>
            </View>
          )}
          <MessageAttachments index={index} messageId={message.id} />
        </View>
      ) : null}
    </Card>
  );
}
