import { Avatar, Icon, IconButton, Inline, Pill, Row, Text, type Action, useSession } from "@tapworld/kit";

import type { Filter, Sort, ThreadItem } from "../data/thread-list";
import type { Label } from "../data/types";
import { attachIcon, muteIcon, selectedIcon, starIcon, starredIcon, unselectedIcon } from "../icons";

export const FILTER_OPTIONS: { value: Filter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "starred", label: "Starred" },
  { value: "attachments", label: "Attachments" },
];

export const SORT_OPTIONS: { value: Sort; label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "sender", label: "Sender" },
  { value: "subject", label: "Subject" },
];

interface Props {
  index: number;
  item: ThreadItem;
  labels: Label[];
  /** Lines of the body below the subject. */
  previewLines: number;
  /** Count the messages of a conversation beside its senders. */
  counted: boolean;
  /** Show to whom it went instead of who wrote. */
  outgoing?: boolean;
  /** Null: nothing is being selected. */
  selected: boolean | null;
  onPress(): void;
  onLongPress?: () => void;
  onStar(): void;
  swipeLeft?: Action | undefined;
  swipeRight?: Action | undefined;
}

/** One conversation of a list. */
export function ThreadRow(props: Props) {
  const { index, item, labels, selected } = props;
  const session = useSession();
  const people = props.outgoing ? `To: ${item.sent_to ?? "nobody"}` : item.senders;
  const snippet = item.snippet.replace(/\s+/gu, " ");
  // The face of a conversation is the other side, even where the owner wrote last.
  const face = item.senders.split(", ").find((name) => name !== "me") ?? item.from_name;
  const waiting = item.snoozed_until !== null && item.snoozed_until > session.now();
  return (
    <Row
      testID={`row-${index}`}
      title={props.counted && item.messages > 1 ? `${people} (${item.messages})` : people}
      subtitle={item.subject || "(no subject)"}
      caption={props.previewLines === 1 ? snippet : undefined}
      detail={waiting ? session.format.dateTime(item.snoozed_until ?? 0) : session.format.relative(item.sent_at)}
      emphasised={item.unread === 1}
      selected={selected ?? false}
      leading={
        selected === null ? (
          <Avatar name={props.outgoing ? (item.sent_to ?? "?") : face} />
        ) : (
          <Icon path={selected ? selectedIcon : unselectedIcon} tone={selected ? "accent" : "muted"} />
        )
      }
      trailing={
        <IconButton
          testID={`star-${index}`}
          icon={item.is_starred ? starredIcon : starIcon}
          label={item.is_starred ? "Remove star" : "Star"}
          selected={item.is_starred === 1}
          onPress={props.onStar}
        />
      }
      onPress={props.onPress}
      onLongPress={props.onLongPress}
      swipeLeft={props.swipeLeft}
      swipeRight={props.swipeRight}
    >
      {props.previewLines > 1 ? (
        <Text role="caption" tone="muted" lines={props.previewLines}>
          {snippet}
        </Text>
      ) : null}
      {labels.length > 0 || item.has_attachment === 1 || item.is_muted === 1 ? (
        <Inline gap={1} wrap>
          {item.has_attachment === 1 ? <Icon path={attachIcon} size="small" tone="muted" /> : null}
          {item.is_muted === 1 ? <Icon path={muteIcon} size="small" tone="muted" /> : null}
          {labels.map((label) => (
            <Pill key={label.id} label={label.name} color={label.color} />
          ))}
        </Inline>
      ) : null}
    </Row>
  );
}
