export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  /** it can be switched on and off, and is; all of a group can, or none */
  readonly isChecked?: boolean | undefined;
  /** why it cannot be chosen now; it stays readable and says so */
  readonly disabledReason?: string | null | undefined;
  /** the key that does the same */
  readonly keyText?: string | undefined;
}

/** With a line between them. */
export type MenuGroups = readonly (readonly MenuItem[])[];
