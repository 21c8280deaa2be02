import {
  Button,
  Card,
  type Json,
  Screen,
  Select,
  Text,
  TextField,
  useBackHandler,
  useDatabase,
  useDialogs,
  useNavigation,
  useParams,
  useQuery,
  useScreenState,
  useSession,
  useToast,
} from "@tapworld/kit";
import { useMemo } from "react";

import { useSendMail } from "../../components/useSendMail";
import { useSettings } from "../../components/useSettings";
import { ACCOUNTS_SQL } from "../../data/accounts";
import { type ComposeParams, type Mail, differs, openMail, quoteOf, signatureFor } from "../../data/compose";
import { saveDraft } from "../../data/drafts";
import { type SendErrors, sendErrors } from "../../data/send";
import { isOn } from "../../data/settings";
import type { Account } from "../../data/types";
import { attachIcon, deleteIcon, sendIcon } from "../../icons";
import { AddressField } from "./AddressField";
import { AttachedFiles } from "./AttachedFiles";
import { FilePicker } from "./FilePicker";

const TITLES = { new: "New mail", reply: "Reply", reply_all: "Reply to all", forward: "Forward" };

/** Write a mail. Leaving it with changes keeps a draft; leaving it as it was changes nothing. */
export function ComposeScreen() {
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const toast = useToast();
  const params = useParams<ComposeParams>();
  const settings = useSettings();
  const send = useSendMail();
  const accounts = useQuery<Account>(ACCOUNTS_SQL);
  // What it looked like when it was opened: a draft is saved only when that changed.
  const start = useMemo(() => openMail(db, params), [db, params]);
  const { origin } = start;
  const [mail, setMail] = useScreenState<Mail>("mail", start.mail);
  const [copies, setCopies] = useScreenState<boolean>("copies", start.mail.cc !== "" || start.mail.bcc !== "");
  const [picking, setPicking] = useScreenState<boolean>("picking", false);
  const [errors, setErrors] = useScreenState<Record<string, Json>>("errors", {});

  const edit = (change: Partial<Mail>) => {
    setMail((old) => ({ ...old, ...change }));
    setErrors({});
  };
  const leave = () => {
    if (differs(mail, start.mail)) {
      saveDraft(db, session, mail, origin);
      toast("Draft saved");
    }
    navigation.back();
  };
  useBackHandler(() => {
    if (picking) setPicking(false);
    else leave();
    return true;
  });

  if (picking) {
    return (
      <FilePicker
        attached={mail.attachments}
        onPick={(file) => {
          edit({ attachments: [...mail.attachments, file] });
          setPicking(false);
        }}
      />
    );
  }

  const trySend = () => {
    const found = sendErrors(mail);
    if (Object.keys(found).length > 0) {
      setErrors(found);
      if (found.cc || found.bcc) setCopies(true);
      return;
    }
    const reason =
      mail.subject.trim() === "" ? "It has no subject." : isOn(settings, "confirm_send") ? "It goes to everyone in the address fields." : null;
    if (reason === null) send(mail, origin);
    else dialogs.open("confirm-send", { mail, origin, reason });
  };
  const discard = () => {
    if (origin.draftId === null && !differs(mail, start.mail)) navigation.back();
    else dialogs.open("confirm-discard", { draftId: origin.draftId });
  };

  const problems = errors as SendErrors;
  const everyone = [mail.to, mail.cc, mail.bcc].join(",");
  const signature = signatureFor(db, mail.accountId, isOn(settings, "signature_enabled"));
  const quote =
    origin.mode === "forward" && origin.messageId !== null ? quoteOf(db, session, origin.messageId) : "";

  return (
    <Screen
      title={origin.draftId === null ? TITLES[origin.mode] : "Edit draft"}
      actions={[
        { testID: "attach", icon: attachIcon, label: "Attach a file", onPress: () => setPicking(true) },
        { testID: "discard", icon: deleteIcon, label: "Discard", onPress: discard },
        { testID: "send", icon: sendIcon, label: "Send", onPress: trySend },
      ]}
    >
      {accounts.length > 1 ? (
        <Select
          testID="from"
          label="From"
          value={mail.accountId}
          onChange={(accountId) => edit({ accountId })}
          options={accounts.map((account) => ({ value: account.id, label: account.email, description: account.name }))}
        />
      ) : null}
      <AddressField
        testID="to"
        label="To"
        value={mail.to}
        taken={everyone}
        error={problems.to}
        onChange={(to) => edit({ to })}
      />
      {copies ? (
        <>
          <AddressField
            testID="cc"
            label="Cc"
            value={mail.cc}
            taken={everyone}
            error={problems.cc}
            onChange={(cc) => edit({ cc })}
          />
          <AddressField
            testID="bcc"
            label="Bcc"
            value={mail.bcc}
            taken={everyone}
            error={problems.bcc}
            onChange={(bcc) => edit({ bcc })}
          />
        </>
      ) : (
        <Button testID="add-copies" kind="text" label="Add Cc or Bcc" onPress={() => setCopies(true)} />
      )}
      <TextField testID="subject" label="Subject" value={mail.subject} onChangeText={(subject) => edit({ subject })} />
      <TextField
        testID="body"
        label="Message"
        kind="multiline"
        value={mail.body}
        onChangeText={(body) => edit({ body })}
      />
      <AttachedFiles
        files={mail.attachments}
        onRemove={(name) => edit({ attachments: mail.attachments.filter((file) => file.name !== name) })}
      />
      {signature === "" ? null : (
        <Card>
          <Text role="caption" tone="muted">
            Your signature is added below:
          </Text>
          <Text testID="signature-preview">{signature}</Text>
        </Card>
      )}
      {quote === "" ? null : (
        <Card>
          <Text testID="quote" role="caption" tone="muted">
            {quote}
          </Text>
        </Card>
      )}
    </Screen>
  );
}
