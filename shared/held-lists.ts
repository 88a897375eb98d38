import type { AccountRows } from './domain/account/account-list.ts';
import type { AccountListName } from './domain/account/list-name.ts';
import { rowKeys } from './domain/account/row-keys.ts';
import { type ListContent, type ListView, readListMessage } from './list-messages.ts';

/** A list of the account as its messages left it. */
export interface HeldList<T> {
  readonly view: ListView<T>;
  /** the same array for as long as its rows are the same */
  readonly rows: readonly T[];
}

/** The lists of one account, as far as messages have published them. */
export type HeldLists = { [L in AccountListName]?: HeldList<AccountRows[L]> };

/** The messages of some lists, each with its own rows. */
type MessageOf<L extends AccountListName> = { [K in L]: ListContent<AccountRows[K]> & { readonly list: K } }[L];

/**
 * Applies a message to its list. False: it does not follow the one before, and the whole list must be requested again.
 */
export function holdMessage<L extends AccountListName>(held: HeldLists, message: MessageOf<L>): boolean {
  const list: L = message.list;
  const lists: { [K in L]?: HeldList<AccountRows[K]> } = held;
  const before = lists[list];
  const view = readListMessage<AccountRows[L]>(before?.view, message, rowKeys[list]);
  if (view === null) return false;
  const rows = before !== undefined && before.view.rows === view.rows ? before.rows : [...view.rows.values()];
  lists[list] = { view, rows };
  return true;
}

export function listOf<L extends AccountListName>(held: HeldLists, list: L): HeldList<AccountRows[L]> | undefined {
  const lists: { readonly [K in L]?: HeldList<AccountRows[K]> } = held;
  return lists[list];
}
