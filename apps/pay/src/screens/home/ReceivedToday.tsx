import { Banner, useNavigation, useSession } from "@tapworld/kit";
import { useMoney, useOne } from "../../components/hooks";
import type { Transaction } from "../../data/types";

/** The newest payment that came in since midnight, while notifications about received money are on. */
export function ReceivedToday() {
  const session = useSession();
  const money = useMoney();
  const navigation = useNavigation();
  const latest = useOne<Transaction>({
    sql: "SELECT * FROM transactions WHERE kind = 'receive' AND status = 'completed' AND is_hidden = 0 AND created_at >= ? ORDER BY created_at DESC, id DESC LIMIT 1",
    params: [session.startOfDay(session.now())],
  });
  if (!latest) return null;
  return (
    <Banner
      tone="success"
      message={`${latest.contact_name} sent you ${money(latest.amount_cents)} today.`}
      action={{ testID: "open-received", label: "View", onPress: () => navigation.push("transaction", { transactionId: latest.id }) }}
    />
  );
}
