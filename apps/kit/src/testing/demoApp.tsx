import { mdiCog, mdiFormatListBulleted } from "@mdi/js";

import {
  Button, Confirm, defineApp, List, Row, Screen, Select, TextField, useDatabase, useDialogParams, useDialogs, useNavigation, useParams, useQuery, useRow,
  useScreenState, useToast,
} from "../index";

interface Item {
  id: number;
  name: string;
  is_done: number;
}

function Items() {
  const [filter, setFilter] = useScreenState<"all" | "open">("filter", "all");
  const navigation = useNavigation();
  const items = useQuery<Item>(`SELECT id, name, is_done FROM items WHERE ? = 'all' OR is_done = 0 ORDER BY id`, [filter]);
  return (
    <Screen title="Items" scroll={false} header={
      <Select testID="filter" label="Filter" options={[{ value: "all", label: "All" }, { value: "open", label: "Open" }]} value={filter} onChange={setFilter} />
    }>
      <List
        testID="items"
        items={items}
        keyOf={(item) => item.id}
        empty={{ icon: mdiFormatListBulleted, title: "Nothing here", message: "Add an item." }}
        render={(item, index) => (
          <Row testID={`row-${index}`} title={item.name} subtitle={item.is_done ? "done" : "open"} onPress={() => navigation.push("item", { id: item.id })} />
        )}
      />
    </Screen>
  );
}

function ItemScreen() {
  const { id } = useParams<{ id: number }>();
  const dialogs = useDialogs();
  const item = useRow<Item>("SELECT id, name, is_done FROM items WHERE id = ?", [id]);
  const [note, setNote] = useScreenState("note", "");
  if (!item) return null;
  if (item.name === "broken") throw new Error("This item cannot be shown");
  return (
    <Screen title={item.name} actions={[]}>
      <TextField testID="note" label="Note" value={note} onChangeText={setNote} />
      <Button testID="delete" label="Delete" kind="danger" onPress={() => dialogs.open("confirm-delete", { id })} />
    </Screen>
  );
}

function ConfirmDelete() {
  const { id } = useDialogParams<{ id: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  return (
    <Confirm
      title="Delete this item?"
      confirmLabel="Delete"
      danger
      onConfirm={() => {
        const row = db.get<Item>("SELECT id, name, is_done FROM items WHERE id = ?", [id]);
        db.run("DELETE FROM items WHERE id = ?", [id]);
        navigation.back();
        toast("Item deleted", { label: "Undo", onPress: () => db.run("INSERT INTO items (id, name, is_done) VALUES (?, ?, ?)", [id, row?.name ?? "", row?.is_done ?? 0]) });
      }}
    />
  );
}

function Settings() {
  return <Screen title="Settings" />;
}

/** A tiny app for the tests of the kit and the shell; never in the bundle. */
export const demoApp = defineApp({
  id: "demo",
  title: "Demo",
  icon: mdiFormatListBulleted,
  accent: "teal",
  schema: "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, is_done INTEGER NOT NULL DEFAULT 0)",
  tabs: [{ route: "items", title: "Items", icon: mdiFormatListBulleted }, { route: "settings", title: "Settings", icon: mdiCog }],
  screens: { items: Items, item: ItemScreen, settings: Settings },
  dialogs: { "confirm-delete": ConfirmDelete },
});
