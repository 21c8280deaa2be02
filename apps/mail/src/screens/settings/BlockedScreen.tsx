import { Button, EmptyState, Icon, IconButton, Row, Screen, Section, Stack, TextField, useDatabase, useQuery, useScreenState, useSession, useToast } from "@tapworld/kit";

import { BLOCKED_SQL, type BlockedSender, blockError, blockSender, unblockSender } from "../../data/blocked";
import { blockIcon, closeIcon } from "../../icons";

/** Addresses whose mail goes to spam. */
export function BlockedScreen() {
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const blocked = useQuery<BlockedSender>(BLOCKED_SQL);
  const [email, setEmail] = useScreenState<string>("email", "");
  const [error, setError] = useScreenState<string | null>("error", null);
  const add = () => {
    const problem = blockError(db, email);
    setError(problem);
    if (problem !== null) return;
    blockSender(db, session, email);
    setEmail("");
    toast("Sender blocked");
  };
  const unblock = (address: string) => {
    unblockSender(db, address);
    toast(`${address} unblocked`);
  };
  return (
    <Screen title="Blocked senders">
      <TextField
        testID="block-email"
        label="Address to block"
        kind="email"
        value={email}
        onChangeText={(text) => {
          setEmail(text);
          setError(null);
        }}
        error={error ?? undefined}
        onSubmit={add}
      />
      <Stack padding={4}>
        <Button testID="block" label="Block" onPress={add} />
      </Stack>
      <Section title="Blocked">
        {blocked.map((sender, index) => (
          <Row
            key={sender.id}
            testID={`row-${index}`}
            title={sender.email}
            subtitle={`Since ${session.format.date(sender.blocked_at)}`}
            leading={<Icon path={blockIcon} />}
            trailing={
              <IconButton
                testID={`unblock-${index}`}
                icon={closeIcon}
                label="Unblock"
                onPress={() => unblock(sender.email)}
              />
            }
          />
        ))}
        {blocked.length === 0 ? (
          <EmptyState icon={blockIcon} title="Nobody is blocked" message="Block an address to send its mail to spam." />
        ) : null}
      </Section>
    </Screen>
  );
}
