import { addNode, attachListeners, removeNode } from "react-native-web/dist/modules/useResponderEvents/ResponderSystem";
import type { Ref, RefCallback } from "react";

import type { Props } from "./hostProps";

/** React Native's names for who gets a touch; the web's elements know none of them. */
export const RESPONDER_PROPS = [
  "onMoveShouldSetResponder", "onMoveShouldSetResponderCapture", "onResponderEnd", "onResponderGrant", "onResponderMove", "onResponderReject",
  "onResponderRelease", "onResponderStart", "onResponderTerminate", "onResponderTerminationRequest", "onScrollShouldSetResponder",
  "onScrollShouldSetResponderCapture", "onSelectionChangeShouldSetResponder", "onSelectionChangeShouldSetResponderCapture",
  "onStartShouldSetResponder", "onStartShouldSetResponderCapture",
] as const;

export type ResponderConfig = Record<string, (event: unknown) => unknown>;

let listening = false;
// Apart from the numbers that React Native Web gives its own views.
let next = -1;

/** A ref that registers its element with the responder system while it is on the page. `config` is read at each touch.
 *
 * React Native Web does it in two effects of every view, whether it takes touches or not.
 */
export function responderRef(config: ResponderConfig, onGone?: () => void): RefCallback<Element> {
  const id = next--;
  return (element) => {
    if (!element) return;
    if (!listening) attachListeners();
    listening = true;
    addNode(id, element, config);
    return () => {
      removeNode(id);
      onGone?.();
    };
  };
}

/** Handlers that call the present props of a view whose names stay the same. */
export function latestHandlers(props: Props, latest: () => Props): ResponderConfig {
  const config: ResponderConfig = {};
  for (const name of RESPONDER_PROPS) {
    if (typeof props[name] !== "function") continue;
    config[name] = (event) => (latest()[name] as (event: unknown) => unknown)(event);
  }
  return config;
}

/** One ref for two. */
export function bothRefs(first: RefCallback<Element>, second: Ref<unknown> | undefined): RefCallback<Element> {
  if (!second) return first;
  return (element) => {
    const gone = first(element);
    const other = typeof second === "function" ? second(element) : void (second.current = element);
    return () => {
      if (typeof gone === "function") gone();
      if (typeof other === "function") other();
      else if (typeof second === "function") second(null);
      else second.current = null;
    };
  };
}
