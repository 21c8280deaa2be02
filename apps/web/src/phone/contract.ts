/** The page contract (docs/page-contract.md) as types. */
import type { PartialUIState } from "@tapworld/kit";

export interface PhoneSettings {
  theme: string;
  clock_ms: number;
  time_zone: string;
  locale: string;
  hour24: boolean;
  font_scale: number;
  /** Off when a state does not say. */
  do_not_disturb?: boolean;
  /** The dark switch; as the theme has it when a state does not say. */
  dark?: boolean | null;
}

export interface PhoneState {
  apps: Record<string, { database: string; ui: PartialUIState | null }>;
  settings: PhoneSettings;
  foreground: string | null;
}

export interface PhoneDump {
  apps: Record<string, { digest: string | null; database: string | null; ui: PartialUIState | null }>;
  settings: PhoneSettings;
  foreground: string | null;
}

export interface ElementData {
  id: string;
  text: string;
  description: string;
  role: string;
  bounds: [number, number, number, number];
  clickable: boolean;
  checked: boolean | null;
  focused: boolean;
  enabled: boolean;
  visible: boolean;
  value: string | null;
  scrollable: boolean;
  package: string;
  parent: number | null;
}

export interface Tapworld {
  version: 1;
  apps: string[];
  ready: Promise<void>;
  missing(digests: string[]): string[];
  put(databases: Record<string, string>): void;
  patch(likenesses: Record<string, { base: string; size: number; parts: [number, string][] }>): void;
  load(state: PhoneState): Promise<void>;
  dump(): PhoneDump;
  tree(): ElementData[];
  settled(capMs: number, early?: boolean): Promise<boolean>;
  errors(): string[];
  foreground(): string;
  back(): boolean;
  home(): void;
  recents(): void;
  open(app: string): void;
  fling(vx: number, vy: number): Promise<void>;
  wait(ms: number): void;
  text(insert: string): boolean;
  clear(): boolean;
  enter(): boolean;
}
