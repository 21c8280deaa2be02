import { Banner, useNavigation, useSession } from "@tapworld/kit";

import { ThreadListScreen } from "../../components/ThreadListScreen";
import { MAILBOXES } from "../../components/mailboxes";
import { useSettings } from "../../components/useSettings";
import { vacationActive, vacationOf } from "../../data/vacation";

export function InboxScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const away = vacationActive(vacationOf(useSettings()), session);
  const look = MAILBOXES.inbox;
  return (
    <ThreadListScreen
      title={look.title}
      place={{ mailbox: "inbox" }}
      empty={{ icon: look.icon, ...look.empty }}
      banner={
        away ? (
          <Banner
            tone="info"
            message="Your vacation responder is on."
            action={{ testID: "vacation", label: "Change", onPress: () => navigation.push("vacation") }}
          />
        ) : null
      }
    />
  );
}
