import { Avatar, Row, useSession } from "@tapworld/kit";
import type { RequestRow as RequestData } from "../data/requests";
import { Amount } from "./Amount";
import { useMoney } from "./hooks";
import { REQUEST_STATUS_LABELS } from "./labels";

export function RequestRow({ testID, request, onPress }: { testID: string; request: RequestData; onPress: () => void }) {
  const session = useSession();
  const money = useMoney();
  return (
    <Row
      testID={testID}
      title={request.name}
      subtitle={request.note === "" ? "No note" : request.note}
      caption={`${REQUEST_STATUS_LABELS[request.status]} · ${session.format.relative(request.created_at)}`}
      detail={<Amount text={money(request.amount_cents)} />}
      leading={<Avatar name={request.name} />}
      emphasised={request.status === "pending"}
      onPress={onPress}
    />
  );
}
