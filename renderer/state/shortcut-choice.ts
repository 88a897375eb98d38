import { type ChosenKeys, keysFor, type ShortcutId, shortcutIds, shortcutOf } from './shortcuts.ts';
import { useUiStore } from './ui-store.ts';
import { t } from '#shared/words/t.ts';

/** What the user may choose of the keys, for the sheet of shortcuts and for files of settings. */

/** Why a shortcut keeps its keys, as a sentence; those that are missing here can be given others. */
export const fixedBecause: Readonly<Partial<Record<ShortcutId, string>>> = {
  workspace: t`Fixed: the number is the position of the workspace.`,
  killSwitch: t`Fixed: the application menu uses the same keys, which also work when the window hangs.`,
  preset: t`Fixed: the number is the position of the size preset.`,
  review: t`Fixed: Ctrl+Enter continues in every form that sends something.`,
  changeRow: t`Fixed: letters work on the row that has the focus; its menu lists them.`,
  cancelRow: t`Fixed: Delete cancels or removes in every table.`,
};

interface RowKey {
  readonly title: string;
  readonly keys: string;
}

/** What is pressed in a table; the arrows and these letters belong to the row that has the focus. */
export const tableKeys: readonly RowKey[] = [
  { title: t`Move through rows`, keys: '↑ ↓' },
  { title: t`Open details of the row`, keys: 'Enter' },
  { title: t`Select row, with Shift a range`, keys: 'Space' },
  { title: t`Select all rows or none`, keys: 'Ctrl+A / Escape' },
  { title: t`Show details of the row`, keys: 'I' },
  { title: t`Show market of the row`, keys: 'M' },
  { title: t`Filter the table`, keys: 'F' },
  { title: t`Menu of the row`, keys: 'Shift+F10' },
];

/** Gives it other keys; null: as it was made. */
export function setShortcut(id: ShortcutId, keys: string | null): void {
  useUiStore.setState(state => {
    const { [id]: _, ...others } = state.shortcuts;
    return { shortcuts: keys === null ? others : { ...others, [id]: keys } };
  });
}

/** Keys that the browser, a field, a table or the focus needs. */
const taken =
  /^(?:Ctrl\+[ACVXZ]|[IF]|(?:Ctrl\+)?(?:Shift\+)?Tab|(?:Ctrl\+)?Enter|Escape|Backspace|(?:Shift\+)?Delete|(?:Shift\+)?Arrow\w+|F5|F11|F12|Shift\+F10|Ctrl\+[RWTNQP+-]|Alt\+F4|Alt\+[1-9]|[0-9.])$/;

/** These act also while something is typed: a letter alone would be both. */
const inFields: ReadonlySet<ShortcutId> = new Set([
  'palette',
  'lock',
  'privacy',
  'nextPanel',
  'previousPanel',
  'popOut',
]);
const isLetterOrSign = (keys: string): boolean => keys === 'Space' || /^(?:Shift\+)?.$/.test(keys);

/** Why these keys cannot be given to this, as a sentence, or null. */
export function shortcutError(id: ShortcutId, keys: string, chosen: ChosenKeys): string | null {
  const isMade = keys === shortcutOf(id).keys;
  if (!isMade && taken.test(keys)) return t`${keys} is reserved by the window.`;
  if (inFields.has(id) && isLetterOrSign(keys)) return t`${keys} is used for typing. Add Ctrl or Alt.`;
  const other = shortcutIds.find(each => each !== id && keysFor(each, chosen) === keys);
  return other === undefined
    ? null
    : t`${keys} is assigned to “${shortcutOf(other).title}”. Change that shortcut first.`;
}

/** What of chosen keys, as a file holds them, can be pressed: nothing fixed is moved, and no two have the same. */
export function usableKeys(given: ChosenKeys): ChosenKeys {
  const usable = shortcutIds.flatMap(id => {
    const keys = given[id];
    const isUsable = keys !== undefined && fixedBecause[id] === undefined && shortcutError(id, keys, given) === null;
    return isUsable ? [[id, keys] as const] : [];
  });
  const kept = Object.fromEntries(usable);
  // what fell out has the keys again that it was made with, and another may have been given those
  return usable.length === Object.keys(given).length ? kept : usableKeys(kept);
}
