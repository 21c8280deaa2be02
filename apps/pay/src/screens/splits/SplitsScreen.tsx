import { Chips, Icon, List, Row, Screen, useNavigation, useScreenState, useSession } from "@tapworld/kit";
import { mdiCallSplit, mdiReceiptTextOutline } from "@mdi/js";
import { Amount } from "../../components/Amount";
import { useMoney, useRows } from "../../components/hooks";
import { SPLIT_STATUS_LABELS } from "../../components/labels";
import { splitsQuery, type SplitRow } from "../../data/splits";
import type { SplitStatus } from "../../data/types";

const SCOPES = [
  { value: "all" as const, label: "All" },
  { value: "open" as const, label: "Open" },
  { value: "settled" as const, label: "Settled" },
  { value: "cancelled" as const, label: "Cancelled" },
];

export function SplitsScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const money = useMoney();
  const [status, setStatus] = useScreenState<SplitStatus | "all">("status", "all");
  const splits = useRows<SplitRow>(splitsQuery(status));
  return (
    <Screen
      title="Split bills"
      scroll={false}
      fab={{ testID: "split", icon: mdiCallSplit, label: "Split a bill", onPress: () => navigation.push("split-new") }}
      header={<Chips testID="status" options={SCOPES} value={status} onChange={setStatus} />}
    >
      <List
        testID="splits"
        items={splits}
        keyOf={(split) => String(split.id)}
        render={(split, index) => (
          <Row
            testID={`row-${index}`}
            title={split.title}
            subtitle={`${split.paid_people} of ${split.people} paid`}
            caption={`${SPLIT_STATUS_LABELS[split.status]} · ${session.format.relative(split.created_at)}`}
            detail={<Amount text={money(split.total_cents)} />}
            leading={<Icon path={mdiReceiptTextOutline} />}
            emphasised={split.status === "open"}
            onPress={() => navigation.push("split", { splitId: split.id })}
          />
        )}
        empty={{ icon: mdiCallSplit, title: "No split bills", message: "Share the cost of a dinner or a trip." }}
      />
    </Screen>
  );
}
