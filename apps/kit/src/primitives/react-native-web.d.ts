/** The parts of React Native Web that are used by themselves; it has no types of its own. */
declare module "react-native-web" {
  export const PanResponder: unknown, RefreshControl: unknown, ScrollView: unknown, TextInput: unknown;
}
declare module "react-native-web/dist/exports/View" {
  import type { ComponentType } from "react";

  const View: ComponentType<Readonly<Record<string, unknown>>>;
  export default View;
}
declare module "react-native-web/dist/exports/StyleSheet/compiler/createReactDOMStyle" {
  export default function createReactDOMStyle(style: object, inline: boolean): Record<string, unknown>;
}
declare module "react-native-web/dist/exports/StyleSheet/compiler/index" {
  export function inline(style: object, rightToLeft: boolean): Record<string, unknown>;
}
declare module "react-native-web/dist/exports/StyleSheet/preprocess" {
  export default function preprocess(style: object, options?: { shadow: boolean; textShadow: boolean }): Record<string, unknown>;
}
declare module "react-native-web/dist/modules/AccessibilityUtil/propsToAccessibilityComponent" {
  export default function propsToAccessibilityComponent(props: Readonly<Record<string, unknown>>): string | undefined;
}
declare module "react-native-web/dist/modules/AccessibilityUtil/propsToAriaRole" {
  export default function propsToAriaRole(props: Readonly<Record<string, unknown>>): string | undefined;
}
declare module "react-native-web/dist/modules/useResponderEvents/ResponderSystem" {
  export function attachListeners(): void;
  export function addNode(id: number, node: Element, config: object): void;
  export function removeNode(id: number): void;
}
declare module "react-native-web/dist/modules/usePressEvents/PressResponder" {
  type Handler = (event: unknown) => unknown;
  export interface PressConfig {
    delayLongPress?: number;
    disabled?: boolean;
    onPress?: Handler | null;
    onLongPress?: Handler | null;
  }
  export default class PressResponder {
    constructor(config: PressConfig);
    configure(config: PressConfig): void;
    reset(): void;
    getEventHandlers(): Record<string, Handler>;
  }
}
