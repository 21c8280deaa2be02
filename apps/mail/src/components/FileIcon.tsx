import { Icon } from "@tapworld/kit";

import { type FileKind, fileKind } from "../data/files";
import type { FileMeta } from "../data/types";
import { audioIcon, calendarIcon, fileIcon, imageIcon, pdfIcon, sheetIcon, textIcon, zipIcon } from "../icons";

const ICONS: Record<FileKind, string> = {
  image: imageIcon,
  pdf: pdfIcon,
  sheet: sheetIcon,
  archive: zipIcon,
  audio: audioIcon,
  calendar: calendarIcon,
  text: textIcon,
  file: fileIcon,
};

export function FileIcon({ file }: { file: FileMeta }) {
  return <Icon path={ICONS[fileKind(file)]} />;
}
