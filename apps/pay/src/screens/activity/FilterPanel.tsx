import { Card, DateField, Select, Switch, TextField, useSession } from "@tapworld/kit";
import { useRows, useWallet } from "../../components/hooks";
import { categoryFilterOptions, statusFilterOptions } from "../../components/labels";
import { contactsQuery } from "../../data/contacts";
import type { ActivitySort } from "../../data/activity";
import type { Contact } from "../../data/types";
import type { FilterFields } from "./useActivityFilter";

const SORTS: { value: ActivitySort; label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "largest", label: "Largest amount first" },
  { value: "smallest", label: "Smallest amount first" },
];

/** The filters beyond kind and search; every change applies at once. */
export function FilterPanel({ fields, set }: { fields: FilterFields; set: (change: Partial<FilterFields>) => void }) {
  const session = useSession();
  const wallet = useWallet();
  const people = useRows<Contact>(contactsQuery(""));
  const personOptions = [{ value: "all", label: "Anybody" }, ...people.map((person) => ({ value: String(person.id), label: person.name }))];
  const badAmount = (text: string) => (text.trim() !== "" && session.parseMoney(text) === null ? "Enter an amount above zero." : undefined);
  return (
    <Card>
      <Select testID="sort" label="Sort" options={SORTS} value={fields.sort} onChange={(sort) => set({ sort })} />
      <Select
        testID="person"
        label="Person"
        options={personOptions}
        value={fields.contactId === null ? "all" : String(fields.contactId)}
        onChange={(value) => set({ contactId: value === "all" ? null : Number(value) })}
      />
      <Select testID="category" label="Category" options={categoryFilterOptions} value={fields.category} onChange={(category) => set({ category })} />
      <Select testID="status" label="Status" options={statusFilterOptions} value={fields.status} onChange={(status) => set({ status })} />
      <DateField testID="from" label="From" value={fields.from} onChange={(from) => set({ from })} max={fields.to ?? undefined} />
      <DateField testID="to" label="To" value={fields.to} onChange={(to) => set({ to })} min={fields.from ?? undefined} />
      <TextField testID="min" label="At least" kind="money" prefix={wallet.currency} value={fields.min} onChangeText={(min) => set({ min })} error={badAmount(fields.min)} />
      <TextField testID="max" label="At most" kind="money" prefix={wallet.currency} value={fields.max} onChangeText={(max) => set({ max })} error={badAmount(fields.max)} />
      <Switch testID="hidden" label="Hidden payments" description="Show only what you hid from this list" value={fields.hidden} onChange={(hidden) => set({ hidden })} />
    </Card>
  );
}
