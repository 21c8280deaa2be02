/** Something the user can do from a header, a swipe or a menu. */
export interface Action {
  testID: string;
  icon: string;
  label: string;
  onPress: () => void;
  selected?: boolean;
  disabled?: boolean;
}

/** An action in a menu, where the icon may be left out. */
export interface MenuItem extends Omit<Action, "icon"> {
  icon?: string;
  danger?: boolean;
}
