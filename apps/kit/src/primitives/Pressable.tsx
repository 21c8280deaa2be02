import PressResponder, { type PressConfig } from "react-native-web/dist/modules/usePressEvents/PressResponder";
import { createElement, useState, type ReactNode, type Ref } from "react";

import { hostProps, type Props } from "./hostProps";
import { bothRefs, responderRef } from "./responder";
import { register, type StyleInput } from "./styles";

const { active, off } = register({ active: { cursor: "pointer", touchAction: "manipulation" }, off: { pointerEvents: "box-none" } });

/** What a press is made of; the rest are the element's attributes. */
const PRESS = ["delayLongPress", "disabled", "onLongPress", "onPress"] as const;

/** React Native's Pressable, for presses that look like nothing: it is not drawn again when a finger comes and goes. */
export function Pressable(props: Props): ReactNode {
  const config: PressConfig = Object.fromEntries(PRESS.map((name) => [name, props[name]]));
  const [own] = useState(() => {
    const responder = new PressResponder(config);
    const { onClick, onContextMenu, onKeyDown, ...handlers } = responder.getEventHandlers();
    return { responder, dom: { onClick, onContextMenu, onKeyDown }, ref: responderRef(handlers, () => responder.reset()) };
  });
  own.responder.configure(config);
  const { ref, ...others } = props;
  const style = props.style as StyleInput;
  const rest: Record<string, unknown> = { ...others };
  for (const name of PRESS) delete rest[name];
  const disabled = Boolean(config.disabled);
  const [tag, host] = hostProps(
    "div", "view",
    { ...rest, ...own.dom, "aria-disabled": disabled, tabIndex: props.tabIndex ?? (disabled ? -1 : 0) },
    [disabled ? off : active, style],
  );
  host.ref = bothRefs(own.ref, ref as Ref<unknown> | undefined);
  return createElement(tag, host);
}
