import { restOfOrder } from '#shared/domain/fills/filled-size.ts';
import { type Decimal, isPositive, sum } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Side, TradeType } from '#shared/domain/scalars.ts';
import { type Created, newestFirst } from '#shared/rules/newest-first.ts';
import { rowOf, type LadderWindow } from '../model/row-window.ts';

/** What can be dragged to another price. */
export interface MovableMark {
  readonly id: string;
  readonly side: Side;
  /** exactly, in any row */
  readonly price: Decimal;
  /** what is left of it to fill; null: it is counted by funds or closes a position */
  readonly rest: Decimal | null;
}

/** One own order or stop as the ladder shows it: at the price that it asks, or that sets it off. */
export interface OwnMark extends MovableMark, Created {
  readonly isStop: boolean;
  readonly of: { readonly order: Order } | { readonly stop: StopOrder };
}

/** Marks by side and row, in the order that they were given in. */
export interface Placed<M extends MovableMark> {
  readonly at: (side: Side, row: number) => readonly M[];
  readonly all: readonly M[];
}

/** Own marks by side and row: those of the account that the ladder trades for first, then the newest first. */
export type OwnMarks = Placed<OwnMark>;

function markOfOrder(order: Order): OwnMark | null {
  const { id, side, price, size, filledSize, createdAtMs } = order;
  if (price === null || size === null) return null;
  return { id, isStop: false, side, price, rest: restOfOrder({ size, filledSize }), createdAtMs, of: { order } };
}

function markOfStop(stop: StopOrder): OwnMark {
  const { id, side, stopPrice, size, createdAtMs } = stop;
  return { id, isStop: true, side, price: stopPrice, rest: size, createdAtMs, of: { stop } };
}

/** All own orders and waiting stops of the market, as their lists show them. */
export function marksOf(orders: readonly Order[], stops: readonly StopOrder[]): readonly OwnMark[] {
  const resting = orders.flatMap(order => (order.isActive ? (markOfOrder(order) ?? []) : []));
  const waiting = stops.flatMap(stop => (stop.status === 'triggered' ? [] : markOfStop(stop)));
  return [...resting, ...waiting].toSorted(newestFirst);
}

/** The row of an own order is that of the book's level: bids down, asks up. */
export function rowOfMark({ side, price }: Pick<MovableMark, 'side' | 'price'>, step: Decimal): number {
  return rowOf(price, step, side === 'buy' ? 'floor' : 'ceil');
}

/** The account that an own order or stop trades for. */
export function accountOfMark({ of }: Pick<OwnMark, 'of'>): TradeType {
  const { venue, tradeType } = 'order' in of ? of.order : of.stop;
  return venue === 'futures' ? 'futures' : tradeType;
}

/** The marks of one account and those of all others, each in the order that they were given in. */
export function marksByAccount(
  marks: readonly OwnMark[],
  account: TradeType,
): { readonly own: readonly OwnMark[]; readonly others: readonly OwnMark[] } {
  const isOwn = (mark: OwnMark) => accountOfMark(mark) === account;
  return { own: marks.filter(isOwn), others: marks.filter(mark => !isOwn(mark)) };
}

/** Marks of the account come first in each row: the first of a row is cancelled or moved. */
export function accountFirst(marks: readonly OwnMark[], account: TradeType): readonly OwnMark[] {
  const { own, others } = marksByAccount(marks, account);
  return others.length === 0 ? marks : [...own, ...others];
}

/** The pair of which a stop is a leg; undefined: of none. */
function pairOfMark({ of }: Pick<OwnMark, 'of'>): string | undefined {
  return 'stop' in of ? of.stop.pairId : undefined;
}

/** Of each pair one leg: cancelling it cancels both. */
export function pairsOnce(marks: readonly OwnMark[]): readonly OwnMark[] {
  const pairs = marks.map(pairOfMark);
  return marks.filter((_, index) => pairs[index] === undefined || pairs.indexOf(pairs[index]) === index);
}

const none: readonly never[] = [];

export function placeMarks<M extends MovableMark>(all: readonly M[], step: Decimal): Placed<M> {
  const placed = new Map<string, M[]>();
  for (const mark of all) {
    const key = `${mark.side} ${rowOfMark(mark, step)}`;
    const known = placed.get(key);
    if (known === undefined) placed.set(key, [mark]);
    else known.push(mark);
  }
  return { all, at: (side, row) => placed.get(`${side} ${row}`) ?? none };
}

/** Whether an order and a stop share the row of a mark: a press there is ambiguous. */
export function isSharedRow(marks: OwnMarks, mark: OwnMark, step: Decimal): boolean {
  return marks.at(mark.side, rowOfMark(mark, step)).some(({ isStop }) => isStop !== mark.isStop);
}

/** What is left of several orders together. */
export function restOfMarks(marks: readonly MovableMark[]): Decimal {
  return sum(marks.flatMap(({ rest }) => (rest !== null && isPositive(rest) ? [rest] : [])));
}

/** How many own orders stand outside of the rows. */
export function outOfView(
  all: readonly OwnMark[],
  { step, top, count }: LadderWindow,
): { readonly above: number; readonly below: number } {
  const rows = all.map(mark => rowOfMark(mark, step));
  return { above: rows.filter(row => row > top).length, below: rows.filter(row => row <= top - count).length };
}
