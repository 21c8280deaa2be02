import { Avatar, Pill, Row } from "@tapworld/kit";
import type { ReactNode } from "react";
import type { Contact } from "../data/types";

interface Props {
  testID: string;
  person: Contact;
  onPress?: () => void;
  selected?: boolean;
  trailing?: ReactNode;
}

export function PersonRow({ testID, person, onPress, selected, trailing }: Props) {
  return (
    <Row
      testID={testID}
      title={person.name}
      subtitle={person.handle}
      leading={<Avatar name={person.name} />}
      trailing={trailing ?? (person.is_blocked ? <Pill label="Blocked" tone="danger" /> : undefined)}
      onPress={onPress}
      selected={selected}
    />
  );
}
