import { Button, Icon, IconButton, List, Row, useDatabase, useDialogs, useQuery } from "@tapworld/kit";
import type { ReactNode } from "react";
import { View } from "react-native";

import { HISTORY_SQL, forgetSearch } from "../../data/search";
import { closeIcon, historyIcon, searchIcon } from "../../icons";

interface Props {
  header: ReactNode;
  onPick(text: string): void;
}

/** What was searched for lately, to be asked again or forgotten. */
export function SearchHistory({ header, onPick }: Props) {
  const db = useDatabase();
  const dialogs = useDialogs();
  const past = useQuery<{ id: number; query: string }>(HISTORY_SQL);
  return (
    <List
      testID="history"
      items={past}
      keyOf={(entry) => String(entry.id)}
      header={
        <View>
          {header}
          {past.length > 0 ? (
            <Button
              testID="clear-history"
              kind="text"
              label="Clear history"
              onPress={() => dialogs.open("confirm-clear-history")}
            />
          ) : null}
        </View>
      }
      empty={{
        icon: searchIcon,
        title: "Search your mail",
        message: "By word, sender, subject or the name of an attachment.",
      }}
      render={(entry, index) => (
        <Row
          testID={`history-${index}`}
          title={entry.query}
          leading={<Icon path={historyIcon} />}
          trailing={
            <IconButton
              testID={`forget-${index}`}
              icon={closeIcon}
              label="Forget this search"
              onPress={() => forgetSearch(db, entry.id)}
            />
          }
          onPress={() => onPick(entry.query)}
        />
      )}
    />
  );
}
