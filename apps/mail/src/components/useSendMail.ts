import { useDatabase, useNavigation, useSession, useToast } from "@tapworld/kit";

import type { Mail, Origin } from "../data/compose";
import { sendMail, undoSend } from "../data/send";
import { getSetting } from "../data/settings";

/** Sends a mail, closes the compose screen and offers to take it back. */
export function useSendMail(): (mail: Mail, origin: Origin) => void {
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const toast = useToast();
  return (mail, origin) => {
    const sent = sendMail(db, session, mail, origin);
    navigation.back();
    if (getSetting(db, "undo_send") === "1") {
      toast("Mail sent", {
        label: "Undo",
        onPress: () => navigation.push("compose", { draftId: undoSend(db, session, sent) }),
      });
    } else {
      toast("Mail sent");
    }
  };
}
