import { Avatar, KeepFocus, Row, TextField, useDatabase } from "@tapworld/kit";
import { View } from "react-native";

import { completeField, openToken, parseField } from "../../data/addresses";
import { suggestContacts } from "../../data/contacts";

interface Props {
  testID: "to" | "cc" | "bcc";
  label: string;
  value: string;
  /** Everything in the three fields: nobody in them is offered again. */
  taken: string;
  error?: string | undefined;
  onChange(value: string): void;
}

/** Addresses separated by commas; contacts that match the one being typed are offered below. */
export function AddressField({ testID, label, value, taken, error, onChange }: Props) {
  const db = useDatabase();
  const typed = openToken(value);
  const people = suggestContacts(
    db,
    typed,
    parseField(taken).addresses.map((address) => address.email),
  );
  return (
    <View>
      <TextField
        testID={testID}
        label={label}
        kind="email"
        value={value}
        onChangeText={onChange}
        placeholder="Names or addresses"
        error={error}
      />
      <KeepFocus>
        {people.map((contact, index) => (
          <Row
            key={contact.id}
            testID={`${testID}-suggestion-${index}`}
            title={contact.name}
            subtitle={contact.email}
            leading={<Avatar name={contact.name} />}
            onPress={() => onChange(completeField(value, contact.email))}
          />
        ))}
      </KeepFocus>
    </View>
  );
}
