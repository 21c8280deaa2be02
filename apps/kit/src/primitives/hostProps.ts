import propsToAccessibilityComponent from "react-native-web/dist/modules/AccessibilityUtil/propsToAccessibilityComponent";
import propsToAriaRole from "react-native-web/dist/modules/AccessibilityUtil/propsToAriaRole";

import { styled, type Kind, type StyleInput } from "./styles";

export type Props = Readonly<Record<string, unknown>>;

/** Roles that take the keyboard's focus by themselves. */
const FOCUSABLE = new Set(["button", "checkbox", "link", "radio", "textbox", "switch"]);
const NATIVE = new Set(["a", "button"]);
/** No finger hovers, and the phone's page is not told of what does (`web/src/page/hovering.ts`). */
const HOVERING = /^on(Mouse(Enter|Leave|Move|Out|Over)|Pointer(Enter|Leave|Out|Over)|(Got|Lost)PointerCapture|Hover(In|Out))(Capture)?$/;

/** The element and its attributes for React Native's props.
 *
 * @throws Error for a property without a meaning here; in a bundle it is left out, in tests a label lost this way must be noticed.
 */
export function hostProps(tag: string, kind: Kind, props: Props, style: StyleInput, variant?: string): [string, Record<string, unknown>] {
  const host: Record<string, unknown> = styled(kind, style, variant);
  let element = tag;
  if (props.role !== undefined || props.accessibilityRole !== undefined) {
    element = propsToAccessibilityComponent(props) ?? tag;
    const role = propsToAriaRole(props);
    if (role !== undefined) {
      host.role = role === "none" ? "presentation" : role;
      if (FOCUSABLE.has(role) && !NATIVE.has(element)) host.tabIndex = 0;
    }
    if (element === "button") host.type = "button";
  }
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null) continue;
    switch (name) {
      case "testID": host["data-testid"] = value; break;
      case "accessibilityLabel": host["aria-label"] = value; break;
      case "nativeID":
      case "id": host.id = value; break;
      case "dataSet": dataAttributes(host, value as Props); break;
      case "aria-hidden": if (value === true) host[name] = true; break;
      case "aria-disabled":
        if (value === true) {
          host[name] = true;
          if (element === "button") host.disabled = true;
        }
        break;
      case "children":
      case "ref":
      case "tabIndex":
      case "dir":
      case "lang": host[name] = value; break;
      // Read above.
      case "role":
      case "accessibilityRole":
      case "style": break;
      default:
        if (name.startsWith("aria-") || (name.startsWith("on") && typeof value === "function" && !HOVERING.test(name))) host[name] = value;
        else if (process.env.NODE_ENV !== "production") throw new Error(`Elements on the web know no property "${name}": give it a meaning in hostProps.ts, or leave it out`);
    }
  }
  return [element, host];
}

function dataAttributes(host: Record<string, unknown>, data: Props): void {
  for (const name in data) {
    const value = data[name];
    if (value !== undefined && value !== null) host[`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = value;
  }
}
