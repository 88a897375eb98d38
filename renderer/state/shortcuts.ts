import { useUiStore } from './ui-store.ts';
import { isAltGraph } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

export interface Shortcut {
  readonly title: string;
  readonly group: string;
  /** as `Ctrl+Shift+X`; on a Mac Ctrl is the command key as well */
  readonly keys: string;
}

/**
 * Every key of the window, once: what is pressed, the palette and the sheet of shortcuts are made from this. Keys within a
 * field, a menu or a sheet belong to that and are not listed.
 */
export const shortcuts = {
  palette: { title: t`Find a command, market, account or order`, group: t`Window`, keys: 'Ctrl+K' },
  help: { title: t`Show all shortcuts`, group: t`Window`, keys: '?' },
  lock: { title: t`Lock Fathom`, group: t`Window`, keys: 'Ctrl+L' },
  privacy: { title: t`Privacy: next level`, group: t`Window`, keys: 'Ctrl+Shift+H' },
  nextPanel: { title: t`Next panel`, group: t`Window`, keys: 'F6' },
  previousPanel: { title: t`Previous panel`, group: t`Window`, keys: 'Shift+F6' },
  popOut: { title: t`Move panel to new window or back`, group: t`Window`, keys: 'Alt+O' },
  workspace: { title: t`Workspace 1 to 9`, group: t`Window`, keys: 'Alt+1' },
  killSwitch: { title: t`Kill switch: hold for 1 s`, group: t`Window`, keys: 'Ctrl+Shift+X' },
  filterMarkets: { title: t`Filter the markets`, group: t`Market`, keys: '/' },
  compare: { title: t`Where to trade`, group: t`Market`, keys: 'W' },
  priceLadder: { title: t`Open or close the price ladder`, group: t`Market`, keys: 'D' },
  centreBook: { title: t`Centre the order book`, group: t`Market`, keys: 'Space' },
  coarser: { title: t`Coarser price steps`, group: t`Market`, keys: '+' },
  finer: { title: t`Finer price steps`, group: t`Market`, keys: '-' },
  buy: { title: t`Ticket: buy`, group: t`Trading`, keys: 'B' },
  sell: { title: t`Ticket: sell`, group: t`Trading`, keys: 'S' },
  preset: { title: t`Size preset 1 to 4`, group: t`Trading`, keys: '1' },
  review: { title: t`Review; press again to send`, group: t`Trading`, keys: 'Ctrl+Enter' },
  cancelLast: { title: t`Cancel last order of the ticket`, group: t`Trading`, keys: 'Ctrl+Backspace' },
  ladder: { title: t`New scaled order`, group: t`Trading`, keys: 'L' },
  changeRow: { title: t`Amend order`, group: t`In a table`, keys: 'E' },
  cancelRow: { title: t`Cancel order`, group: t`In a table`, keys: 'Delete' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof shortcuts;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very object
export const shortcutIds = Object.keys(shortcuts) as ShortcutId[];

export function shortcutOf(id: ShortcutId): Shortcut {
  return shortcuts[id];
}

export type ChosenKeys = Readonly<Record<string, string>>;

/** What is pressed for it: as the user chose, else as it was made. */
export function keysFor(id: ShortcutId, chosen: ChosenKeys): string {
  return chosen[id] ?? shortcuts[id].keys;
}

/** The used fields of a key event. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Parameters<typeof isAltGraph>[0];

const lone: ReadonlySet<string> = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Unidentified']);

/** The key itself: letters large, and as they stand on the keyboard where Alt makes something else of them; + also without Shift. */
function plainKey({ key, code, altKey }: PressedKey): string {
  const plain = altKey ? (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key) : key;
  if (plain === ' ') return 'Space';
  if (plain === '=') return '+';
  return plain.length === 1 ? plain.toUpperCase() : plain;
}

/** The pressed keys in the words of the list; null while only Shift and the like are held, or AltGr types a character. */
export function keysOf(event: PressedKey): string | null {
  if (lone.has(event.key) || isAltGraph(event)) return null;
  const name = plainKey(event);
  // a sign that needs Shift on one keyboard does not on another
  const isSign = name.length === 1 && !/[A-Z0-9]/.test(name);
  const held = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && !isSign ? 'Shift' : '',
  ];
  return [...held.filter(part => part !== ''), name].join('+');
}

/** Whether these keys are for this; with Caps Lock too. */
export function isShortcut(event: PressedKey, id: ShortcutId): boolean {
  return keysOf(event) === keysFor(id, useUiStore.getState().shortcuts);
}
