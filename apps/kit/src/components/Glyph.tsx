import Svg, { Path } from "react-native-svg";

/** An mdi path drawn in a square; the Android half. */
export function Glyph({ path, size, color }: { path: string; size: number; color: string }) {
  return (
    <Svg viewBox="0 0 24 24" width={size} height={size}>
      <Path d={path} fill={color} />
    </Svg>
  );
}
