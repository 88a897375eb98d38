import type { AccountMessage, AccountRows, ListStatus } from '#shared/domain/account/account-list.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { type HeldList, type HeldLists, holdMessage, listOf } from '#shared/held-lists.ts';
import { onBeat } from '#lib/frames/beat.ts';
import { listen } from '../stream.ts';
import { watchAgain } from '../watch.ts';
import { onForget } from './forgetting.ts';

interface Shown {
  readonly list: AccountListName;
  readonly profileId: string;
  readonly panel: string | null;
}

/** Main's own words of the lists, by profile. Nothing is judged here: edits are applied, in their order. */
const profiles = new Map<string, HeldLists>();
const listeners = new Set<() => void>();
/** the lists that something on the screen wants to be read */
const shown = new Set<Shown>();
let undo: (() => void) | undefined;
let callOff: (() => void) | undefined;

/** What an action or a fill moves in a position, and a price does not. */
const acted = [
  'quantity',
  'averageEntryPrice',
  'marginMode',
  'addedMargin',
  'positionMargin',
  'realisedPnl',
  'riskLimit',
  'isAutoDeposit',
] as const;

/** Whether only what moves all the time did: the age of a list that is as it was, and what the prices move. */
function isCalm(message: AccountMessage, held: HeldLists): boolean {
  const { kind, list, removed, upserts, status } = message;
  const before = held[list]?.view;
  if (kind === 'whole' || before === undefined || removed.length > 0) return false;
  if (ageless(before.status) !== ageless(status)) return false;
  // what a futures wallet is worth moves with the prices too
  if (message.list === 'balances') return message.upserts.every(({ wallet }) => wallet === 'futures');
  if (message.list !== 'positions') return upserts.length === 0;
  return message.upserts.every(row => {
    const known = held.positions?.view.rows.get(positionKey(row));
    return known !== undefined && acted.every(field => row[field] === known[field]);
  });
}

function ageless(status: ListStatus): string {
  return JSON.stringify({ ...status, asOfMs: null });
}

function onMessage(message: AccountMessage): void {
  const held = profiles.get(message.profileId) ?? {};
  profiles.set(message.profileId, held);
  // something between this message and the last was not heard: main sends whole lists to a window that asks
  const isPatient = isCalm(message, held);
  if (!holdMessage(held, message)) watchAgain();
  if (isPatient) callOff = onBeat(publish);
  else publish();
}

function publish(): void {
  for (const listener of listeners) listener();
}

/** Listens to every change of any list. The first listener makes main publish every watched list in full. */
export function subscribeLists(listener: () => void): () => void {
  listeners.add(listener);
  if (undo === undefined) {
    undo = listen('account.changed', onMessage);
    watchAgain();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    undo?.();
    undo = undefined;
    callOff?.();
    // what came before a pause is not the latest any more
    profiles.clear();
  };
}

export function heldList<L extends AccountListName>(profileId: string, list: L): HeldList<AccountRows[L]> | undefined {
  return listOf(profiles.get(profileId) ?? {}, list);
}

// nothing that is forgotten may stay to be seen
onForget(isForgotten => {
  for (const id of profiles.keys()) if (isForgotten(id)) profiles.delete(id);
  for (const listener of listeners) listener();
});

/** Counts a list as shown on the screen, by that panel or by none, until the answer is called. */
export function showList(profileId: string, list: AccountListName, panel: string | null): () => void {
  const entry = { profileId, list, panel };
  shown.add(entry);
  return () => {
    shown.delete(entry);
    for (const listener of listeners) listener();
  };
}

/** A list that the screen shows, how it is, and the panels that show it. */
export interface ShownList {
  readonly list: AccountListName;
  readonly status: ListStatus;
  readonly panels: ReadonlySet<string | null>;
}

/** How the lists are that the screen shows, each once. */
export function shownLists(): readonly ShownList[] {
  const found = new Map<AccountListName, ShownList>();
  for (const { profileId, list, panel } of shown) {
    const status = heldList(profileId, list)?.view.status;
    const panels = new Set(found.get(list)?.panels).add(panel);
    if (status !== undefined) found.set(list, { list, status, panels });
  }
  return [...found.values()];
}
