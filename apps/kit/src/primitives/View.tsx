import NativeView from "react-native-web/dist/exports/View";
import { createElement, useState, type ReactNode, type Ref } from "react";

import { hostProps, type Props } from "./hostProps";
import { bothRefs, latestHandlers, RESPONDER_PROPS, responderRef } from "./responder";
import type { StyleInput } from "./styles";

/** React Native's View as one element: no effects, no contexts, one class. */
export function View(props: Props): ReactNode {
  if (props.onLayout !== undefined) return <NativeView {...props} />;
  for (const name in props) if (name.includes("Responder") && typeof props[name] === "function") return <ResponderView {...props} />;
  return plain(props);
}

function plain(props: Props): ReactNode {
  const { style, pointerEvents, ...rest } = props;
  const [tag, host] = hostProps("div", "view", rest, (pointerEvents ? [style, { pointerEvents }] : style) as StyleInput);
  return createElement(tag, host);
}

/** A view that may take a touch from what is around or inside it. */
function ResponderView(props: Props): ReactNode {
  const [own] = useState(() => {
    const state = { props };
    return { state, ref: responderRef(latestHandlers(props, () => state.props)) };
  });
  own.state.props = props;
  const rest: Record<string, unknown> = { ...props };
  for (const name of RESPONDER_PROPS) delete rest[name];
  const forwarded = props.ref as Ref<unknown> | undefined;
  return plain({ ...rest, ref: forwarded ? bothRefs(own.ref, forwarded) : own.ref });
}
