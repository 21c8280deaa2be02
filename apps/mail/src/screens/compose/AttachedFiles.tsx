import { IconButton, Row, Section, useSession } from "@tapworld/kit";

import { FileIcon } from "../../components/FileIcon";
import type { FileMeta } from "../../data/types";
import { closeIcon } from "../../icons";

interface Props {
  files: readonly FileMeta[];
  onRemove(name: string): void;
}

/** What hangs on the mail that is being written. */
export function AttachedFiles({ files, onRemove }: Props) {
  const session = useSession();
  if (files.length === 0) return null;
  return (
    <Section title={files.length === 1 ? "1 attachment" : `${files.length} attachments`}>
      {files.map((file, index) => (
        <Row
          key={file.name}
          testID={`attached-${index}`}
          title={file.name}
          subtitle={session.format.bytes(file.size_bytes)}
          leading={<FileIcon file={file} />}
          trailing={
            <IconButton
              testID={`remove-${index}`}
              icon={closeIcon}
              label="Remove attachment"
              onPress={() => onRemove(file.name)}
            />
          }
        />
      ))}
    </Section>
  );
}
