import { List, Row, Screen, SearchField, useQuery, useScreenState, useSession, useToast } from "@tapworld/kit";

import { FileIcon } from "../../components/FileIcon";
import { attachError, filesQuery } from "../../data/files";
import type { FileMeta, PhoneFile } from "../../data/types";
import { fileIcon } from "../../icons";

interface Props {
  attached: readonly FileMeta[];
  onPick(file: FileMeta): void;
}

/** Files of the phone, newest first, in place of the mail while one is chosen. */
export function FilePicker({ attached, onPick }: Props) {
  const session = useSession();
  const toast = useToast();
  const [text, setText] = useScreenState<string>("file-search", "");
  const { sql, params } = filesQuery(text);
  const files = useQuery<PhoneFile>(sql, params);
  const pick = ({ name, mime, size_bytes }: PhoneFile) => {
    const file = { name, mime, size_bytes };
    const error = attachError(attached, file);
    if (error === null) onPick(file);
    else toast(error);
  };
  return (
    <Screen
      title="Attach a file"
      scroll={false}
      header={<SearchField testID="file-search" value={text} onChangeText={setText} placeholder="Search files" />}
    >
      <List
        testID="files"
        items={files}
        keyOf={(file) => String(file.id)}
        empty={{ icon: fileIcon, title: "No files", message: "No file on this phone has such a name." }}
        render={(file, index) => (
          <Row
            testID={`file-${index}`}
            title={file.name}
            subtitle={`${session.format.bytes(file.size_bytes)} · ${session.format.date(file.modified_at)}`}
            leading={<FileIcon file={file} />}
            onPress={() => pick(file)}
          />
        )}
      />
    </Screen>
  );
}
