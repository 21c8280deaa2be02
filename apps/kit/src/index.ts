/** Everything an app may use. */
export { defineApp, type AppDefinition, type Tab } from "./app/defineApp";
export { AppRoot } from "./app/AppRoot";
export type { AppNotification, Notifications } from "./app/notifications";
export { createRuntime, type AppRuntime } from "./app/runtime";
export { ErrorBoundary } from "./app/ErrorBoundary";

export type { Database, DatabaseConnection, SqlValue } from "./data/types";
export { DatabaseError } from "./data/types";
export { useDatabase, useQuery, useRow } from "./data/hooks";

export * from "./navigation";

export { createSession, type Formats, type Session, type SessionSettings } from "./session/session";
export { createCalendar, type Calendar, type Wall } from "./session/calendar";
export { parseMoney } from "./session/money";
export { SessionProvider, useSession } from "./session/SessionProvider";

export { Confirm, Dialog, type ConfirmProps, type DialogProps } from "./overlays/Dialog";
export { MenuSheet, Sheet, type DialogAction, type SheetProps } from "./overlays/Sheet";
export { useToast } from "./overlays/toasts";

export {
  COLOR_ROLES, createTheme, PALETTE_NAMES,
  type ColorRole, type Layout, type PaletteName, type Theme, type ThemeData, type TypeRole,
} from "./theme/theme";
export { themeData } from "./theme/darkness";
export { ThemeProvider, useTheme } from "./theme/ThemeProvider";

export type { Action, MenuItem } from "./components/action";
export { Avatar, type AvatarProps } from "./components/Avatar";
export { Badge, Divider, Pill, ProgressBar } from "./components/marks";
export { Banner, type BannerProps, type BannerTone } from "./components/Banner";
export { Button, type ButtonKind, type ButtonProps } from "./components/Button";
export { Card, Inline, KeyValue, Section, Spacer, Stack, Stat, type CardProps, type InlineProps, type SectionProps } from "./components/layout";
export { Chips, RadioGroup, Segments, Select, type ChipsProps, type ChoiceProps, type Option } from "./components/choices";
export { DateField, type DateFieldProps } from "./components/DateField";
export { EmptyState, type EmptyStateProps } from "./components/EmptyState";
export type { FabProps } from "./components/Fab";
export { Icon, type IconProps } from "./components/Icon";
export { IconButton, type IconButtonProps } from "./components/IconButton";
export { KeepFocus } from "./components/KeepFocus";
export { List, type ListProps } from "./components/List";
export { Reorderable, type ReorderableProps } from "./components/ReorderHandle";
export { Row, type RowProps } from "./components/Row";
export { Screen, type ScreenProps } from "./components/Screen";
export { SearchField, type SearchFieldProps } from "./components/SearchField";
export { Text, type TextProps, type Tone } from "./components/Text";
export { TextField, type FieldKind, type TextFieldProps } from "./components/TextField";
export { Checkbox, Switch, type ToggleProps } from "./components/toggles";
export { Touchable, type TouchableProps, type TouchRole } from "./components/Touchable";
