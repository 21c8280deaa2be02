import { Avatar, IconButton, Row, Section, TextField } from "@tapworld/kit";
import { mdiClose } from "@mdi/js";
import { Amount } from "../../components/Amount";
import { useCurrentUser, useMoney, useWallet } from "../../components/hooks";
import type { ShareInput } from "../../data/splits";
import type { Contact } from "../../data/types";

interface Props {
  /** Null is the current user. */
  members: readonly (Contact | null)[];
  shares: readonly ShareInput[];
  /** The texts of custom shares by contact id or "me"; null when the shares are equal. */
  texts: Record<string, string> | null;
  onText: (key: string, text: string) => void;
  onRemove: (contactId: number) => void;
}

/** Who pays what: a row a person (`chosen-<i>`), with a field each (`share-<i>`) when shares are custom. */
export function ShareList({ members, shares, texts, onText, onRemove }: Props) {
  const money = useMoney();
  const wallet = useWallet();
  const user = useCurrentUser();
  if (members.every((person) => person === null)) return null;
  return (
    <Section title={`Shared by ${members.length}`}>
      {members.map((person, index) => {
        const key = String(person?.id ?? "me");
        const name = person?.name ?? user.name;
        return (
          <Row
            key={key}
            testID={`chosen-${index}`}
            title={person ? name : `${name} (you)`}
            detail={texts ? undefined : <Amount text={money(shares[index]?.shareCents ?? 0)} />}
            leading={<Avatar name={name} />}
            trailing={person ? <IconButton testID={`remove-${index}`} icon={mdiClose} label={`Remove ${name}`} onPress={() => onRemove(person.id)} /> : undefined}
          />
        );
      })}
      {texts
        ? members.map((person, index) => {
            const key = String(person?.id ?? "me");
            return (
              <TextField
                key={key}
                testID={`share-${index}`}
                label={`Share of ${person?.name ?? `${user.name} (you)`}`}
                kind="money"
                prefix={wallet.currency}
                value={texts[key] ?? ""}
                onChangeText={(text) => onText(key, text)}
              />
            );
          })
        : null}
    </Section>
  );
}
