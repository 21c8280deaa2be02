import { Button, Row, useNavigation, useQuery, useScreenState, useSession } from "@tapworld/kit";
import { View } from "react-native";

import { FileIcon } from "../../components/FileIcon";
import { Picture } from "../../components/Picture";
import { useSettings } from "../../components/useSettings";
import { fileKind } from "../../data/files";
import { MESSAGE_ATTACHMENTS_SQL } from "../../data/messages";
import type { Attachment } from "../../data/types";

interface Props {
  index: number;
  messageId: number;
}

/** Attachments of a message; pictures are drawn at once or after a tap, as the settings say. */
export function MessageAttachments({ index, messageId }: Props) {
  const session = useSession();
  const navigation = useNavigation();
  const settings = useSettings();
  const attachments = useQuery<Attachment>(MESSAGE_ATTACHMENTS_SQL, [messageId]);
  const [asked, setAsked] = useScreenState<boolean>(`images-${index}`, false);
  if (attachments.length === 0) return null;
  const pictures = attachments.filter((file) => fileKind(file) === "image");
  const shown = settings.load_images === "always" || asked;
  return (
    <View>
      {shown ? pictures.map((file) => <Picture key={file.id} name={file.name} />) : null}
      {pictures.length > 0 && !shown ? (
        <Button
          testID={`show-images-${index}`}
          kind="text"
          label={pictures.length === 1 ? "Show picture" : "Show pictures"}
          onPress={() => setAsked(true)}
        />
      ) : null}
      {attachments.map((file, position) => (
        <Row
          key={file.id}
          testID={`attachment-${index}-${position}`}
          title={file.name}
          subtitle={session.format.bytes(file.size_bytes)}
          leading={<FileIcon file={file} />}
          onPress={() => navigation.push("attachment", { attachmentId: file.id })}
        />
      ))}
    </View>
  );
}
