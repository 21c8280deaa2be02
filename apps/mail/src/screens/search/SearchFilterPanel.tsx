import { Button, Checkbox, DateField, Inline, Select, Text, TextField, useQuery, useSession } from "@tapworld/kit";
import { View } from "react-native";

import { LABELS_SQL } from "../../data/labels";
import { NO_FILTERS, type Scope, type SearchFilters } from "../../data/search";
import type { Label } from "../../data/types";

const SCOPES: { value: Scope; label: string }[] = [
  { value: "all", label: "All mail" },
  { value: "inbox", label: "Inbox" },
  { value: "sent", label: "Sent" },
  { value: "archive", label: "Archive" },
  { value: "spam", label: "Spam" },
  { value: "trash", label: "Trash" },
];

interface Props {
  filters: SearchFilters;
  edit(change: Partial<SearchFilters>): void;
  /** Null while nothing is asked for. */
  results: number | null;
}

/** The filters of a search besides its words. */
export function SearchFilterPanel({ filters, edit, results }: Props) {
  const session = useSession();
  const labels = useQuery<Label>(LABELS_SQL);
  const crossed = filters.after !== null && filters.before !== null && filters.before < filters.after;
  return (
    <View>
      <Select
        testID="filter-scope"
        label="In"
        options={SCOPES}
        value={filters.scope}
        onChange={(scope) => edit({ scope })}
      />
      <TextField
        testID="filter-from"
        label="From"
        value={filters.from}
        onChangeText={(from) => edit({ from })}
        placeholder="Name or address"
      />
      <Select
        testID="filter-label"
        label="Label"
        value={filters.labelId}
        onChange={(labelId) => edit({ labelId })}
        options={[
          { value: 0, label: "Any" },
          ...labels.map((label) => ({ value: label.id, label: label.name })),
        ]}
      />
      <DateField
        testID="filter-after"
        label="From date"
        value={filters.after}
        onChange={(after) => edit({ after })}
      />
      <DateField
        testID="filter-before"
        label="To date"
        value={filters.before}
        onChange={(before) => edit({ before })}
        error={crossed ? "This is before the first date." : undefined}
      />
      <Checkbox
        testID="filter-attachment"
        label="Has attachment"
        value={filters.hasAttachment}
        onChange={(hasAttachment) => edit({ hasAttachment })}
      />
      <Checkbox
        testID="filter-unread"
        label="Unread only"
        value={filters.unread}
        onChange={(unread) => edit({ unread })}
      />
      <Inline gap={2}>
        <Button
          testID="reset-filters"
          kind="text"
          label="Reset filters"
          onPress={() => edit({ ...NO_FILTERS, text: filters.text })}
        />
        {results === null ? null : (
          <Text tone="muted" testID="result-count">
            {results === 1 ? "1 result" : `${session.format.number(results)} results`}
          </Text>
        )}
      </Inline>
    </View>
  );
}
