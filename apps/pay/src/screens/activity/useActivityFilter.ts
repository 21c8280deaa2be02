import { useScreenState, useSession } from "@tapworld/kit";
import { NO_FILTER, type ActivityFilter, type ActivitySort } from "../../data/activity";
import type { Category, TransactionKind, TransactionStatus } from "../../data/types";

/** What the person typed and chose; amounts stay text so that half-typed ones survive. */
export type FilterFields = {
  text: string;
  kind: TransactionKind | "all";
  contactId: number | null;
  category: Category | "all";
  status: TransactionStatus | "all";
  from: number | null;
  to: number | null;
  min: string;
  max: string;
  hidden: boolean;
  sort: ActivitySort;
};

export const NO_FIELDS: FilterFields = {
  text: "", kind: "all", contactId: null, category: "all", status: "all", from: null, to: null, min: "", max: "", hidden: false, sort: "newest",
};

export interface FilterControl {
  fields: FilterFields;
  set: (change: Partial<FilterFields>) => void;
  filter: ActivityFilter;
  /** How many filters differ from the start, the sort order not counted. */
  active: number;
  reset: () => void;
}

export function useActivityFilter(): FilterControl {
  const session = useSession();
  const [stored, setStored] = useScreenState<Partial<FilterFields>>("filter", {});
  const fields = { ...NO_FIELDS, ...stored };
  const filter: ActivityFilter = {
    ...NO_FILTER,
    text: fields.text,
    kind: fields.kind,
    contactId: fields.contactId,
    category: fields.category,
    status: fields.status,
    from: fields.from === null ? null : session.startOfDay(fields.from),
    before: fields.to === null ? null : session.addDays(session.startOfDay(fields.to), 1),
    minCents: session.parseMoney(fields.min),
    maxCents: session.parseMoney(fields.max),
    hidden: fields.hidden,
    sort: fields.sort,
  };
  const active = (Object.keys(NO_FIELDS) as (keyof FilterFields)[]).filter((key) => key !== "sort" && fields[key] !== NO_FIELDS[key]).length;
  return {
    fields,
    set: (change) => setStored((old) => ({ ...old, ...change })),
    filter,
    active,
    reset: () => setStored({ sort: fields.sort }),
  };
}
