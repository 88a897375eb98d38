import { expect } from 'vitest';
import { compare, type Decimal, normalise, subtract, sum } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { size } from './actions-run.ts';

interface Marked {
  readonly clientOid: string | null;
}

/** All that the exchange has, or had, of one story. */
export interface Effects {
  /** also those that a change has brought, which may bear the mark of the one before */
  readonly spot: readonly Order[];
  readonly futures: readonly Order[];
  readonly stops: readonly StopOrder[];
  readonly pairs: readonly (Marked & { readonly orderId: string })[];
  readonly margin: readonly Order[];
  /** the marks of the transfers that the ledger has, each as often as it has it */
  readonly transfers: readonly string[];
}

/** How much margin was to be moved, by the mark of the action. */
export type MovedMargin = ReadonlyMap<string, Decimal>;

/** A change of an order, as the story asked for it. */
export interface StoryChange {
  readonly mark: string;
  readonly ofId: string;
}

const exists: ReadonlySet<Intent['state']> = new Set(['acknowledged', 'found-done']);
const notDone: ReadonlySet<Intent['state']> = new Set(['rejected', 'found-absent']);

const marksOf = (orders: readonly Marked[]) => orders.map(({ clientOid }) => clientOid ?? '').toSorted();
const wordsOf = (intents: readonly Intent[]) =>
  intents.map(({ key, kind, state, detail }) => `${key} ${kind} ${state}: ${detail ?? ''}`).join('\n');
const ofKind = (intents: readonly Intent[], kind: Intent['kind']) => intents.filter(intent => intent.kind === kind);
const existing = (intents: readonly Intent[], kind: Intent['kind']) =>
  ofKind(intents, kind)
    .filter(({ state }) => exists.has(state))
    .map(({ key }) => key)
    .toSorted();

/** Each action reports what the exchange reports, and every order comes from an action. */
export function expectTruth(intents: readonly Intent[], effects: Effects, changes: readonly StoryChange[]): void {
  // no action is open
  expect(intents.filter(({ state }) => ['new', 'sent', 'unknown'].includes(state))).toEqual([]);
  expect(marksOf(effects.stops)).toEqual(existing(intents, 'place-stop'));
  expect(marksOf(effects.futures)).toEqual(existing(intents, 'place-futures-order'));
  expect(marksOf(effects.pairs)).toEqual(existing(intents, 'place-pair'));
  expect(marksOf(effects.margin)).toEqual(existing(intents, 'place-margin-order'));
  expect(effects.transfers.toSorted()).toEqual(existing(intents, 'transfer'));
  expectLineages(intents, effects.spot, changes);
  expectChanges(intents, effects.spot, changes);
  const cancelled = existing(intents, 'cancel-order');
  const active = new Set(effects.spot.filter(({ isActive }) => isActive).map(({ id }) => id));
  expect(cancelled.filter(id => active.has(id))).toEqual([]);
}

/** Margin that was added and taken out is in the position, and nothing else is. `grown`: by how much it has. */
export function expectMargin(intents: readonly Intent[], grown: Decimal, moved: MovedMargin): void {
  const movedBy = (kind: Intent['kind']) => sum(existing(intents, kind).map(key => moved.get(key) ?? '0'));
  expect(normalise(grown), wordsOf(intents)).toBe(
    normalise(subtract(movedBy('add-margin'), movedBy('withdraw-margin'))),
  );
}

/** Of each kind so many loans are in the history as actions were done. */
export function expectLoans(intents: readonly Intent[], found: Readonly<Record<'borrow' | 'repay', number>>): void {
  expect(found, wordsOf(intents)).toEqual({
    borrow: existing(intents, 'borrow').length,
    repay: existing(intents, 'repay').length,
  });
}

/**
 * What an order was placed as, whatever it has been changed into: once each, alive once at most, and never more than
 * its size.
 */
function expectLineages(intents: readonly Intent[], orders: readonly Order[], changes: readonly StoryChange[]): void {
  const lineages = new Map<string, Order[]>();
  for (const order of orders) {
    const root = rootOf(order, orders, changes);
    lineages.set(root, [...(lineages.get(root) ?? []), order]);
  }
  const rows = existing(intents, 'place-batch').flatMap(rowsOf);
  expect([...lineages.keys()].toSorted(), wordsOf(intents)).toEqual(
    [...existing(intents, 'place-order'), ...rows].toSorted(),
  );
  for (const order of lineages.values()) {
    expect(order.filter(({ isActive }) => isActive).length).toBeLessThanOrEqual(1);
    const effects = order.map(each => (each.isActive ? (each.size ?? '0') : (each.filledSize ?? '0')));
    expect(compare(sum(effects), size)).toBeLessThanOrEqual(0);
  }
}

/** The mark of the first order of those that came one instead of the other. */
function rootOf({ clientOid }: Order, orders: readonly Order[], changes: readonly StoryChange[]): string {
  const change = changes.find(({ mark }) => mark === clientOid);
  if (change === undefined) return clientOid ?? '';
  const before = orders.find(({ id }) => id === change.ofId);
  return before === undefined ? (clientOid ?? '') : rootOf(before, orders, changes);
}

/** A batch that the exchange has taken has all its rows there: none of them breaks a rule. It is known by its first. */
function rowsOf(key: string): readonly string[] {
  return ['a', 'b', 'c'].map(row => key.slice(0, -1) + row);
}

/**
 * A change that was not made has left the old order alone: never neither without saying so, and never neither while one
 * is.
 */
function expectChanges(intents: readonly Intent[], orders: readonly Order[], changes: readonly StoryChange[]): void {
  const ended = new Set(ofKind(intents, 'cancel-order').map(({ key }) => key));
  for (const { key, state, summary, detail } of ofKind(intents, 'amend-order')) {
    const change = changes.find(({ mark }) => mark === key);
    const old = orders.find(({ id }) => id === change?.ofId);
    if (change === undefined || old === undefined) continue;
    const words = `${summary}: ${detail ?? ''}`;
    const isOthers = ended.has(old.id) || changes.some(({ ofId, mark }) => ofId === old.id && mark !== key);
    if (notDone.has(state)) expect(old.isActive || !old.isCancelled || isOthers, words).toBe(true);
    if (detail?.includes('no order is open') !== true) continue;
    const root = rootOf(old, orders, changes);
    expect(
      orders.filter(order => order.isActive && rootOf(order, orders, changes) === root).map(({ id }) => id),
      words,
    ).toEqual([]);
  }
}
