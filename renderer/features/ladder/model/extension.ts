import type { AmendRequest, Order } from '#shared/domain/account/order.ts';
import { secondsTo } from '#lib/moments/end-text.ts';
import { endsAtMs } from '#ui/value/gtt.ts';
import type { LadderStanding } from './ladder-views.ts';
import { readMark, writeMark } from './marks.ts';
import { t } from '#shared/words/t.ts';

/** One extended rung: the request, under a client id of the same ladder. */
export interface RungExtension {
  readonly row: number;
  readonly attempt: number;
  readonly mark: string;
  readonly order: Order;
  readonly endsAtMs: number;
}

/** The rungs that rest and would end by themselves, the first row first. */
export function extensionsOf({ rungs }: Pick<LadderStanding, 'rungs'>): readonly RungExtension[] {
  return rungs.flatMap(({ order, row }) => {
    const old = readMark(order?.clientOid ?? null);
    const endMs = order === undefined ? null : endsAtMs(order);
    if (order === undefined || old === null || endMs === null || order.size === null) return [];
    const attempt = old.attempt + 1;
    return [{ row, attempt, order, endsAtMs: endMs, mark: writeMark({ ...old, attempt }) }];
  });
}

/** A new end counts as later from here on: ends are counted in whole seconds. */
const leastGainMs = 1000;

/** The rungs that an extension to a moment lets rest longer; those that end later already are not in it. */
export function extensionsTo(view: Pick<LadderStanding, 'rungs'>, endMs: number): readonly RungExtension[] {
  return extensionsOf(view).filter(({ endsAtMs: endsNow }) => endsNow + leastGainMs <= endMs);
}

/** What the question of an extension starts with: the first usual length that lets every rung rest longer. */
export function usualExtension(view: Pick<LadderStanding, 'rungs'>, nowMs: number): string {
  const count = extensionsOf(view).length;
  return (
    usualHours
      .find(hours => extensionsTo(view, nowMs + hours * hourMs).length === count)
      ?.toString()
      .concat('h') ?? '720h'
  );
}

const hourMs = 3_600_000;
const usualHours = [1, 2, 4, 8, 12, 24, 48, 168];

/** When the first of them ends; null: none does. */
export function firstEndMs(view: Pick<LadderStanding, 'rungs'>): number | null {
  const ends = extensionsOf(view).map(({ endsAtMs: endsNow }) => endsNow);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** The request as it is sent at that moment: all end together, however long the sending takes. Null: it would be over. */
export function extensionRequest({ order, mark }: RungExtension, endMs: number, nowMs: number): AmendRequest | null {
  const { venue, tradeType, symbol, id: orderId, side, type, isReduceOnly, price, size } = order;
  const cancelAfterS = secondsTo(endMs, nowMs);
  if (size === null || price === null || cancelAfterS === null) return null;
  const same = { venue, tradeType, symbol, orderId, isStop: false, side, type, isReduceOnly, price, size };
  return { ...same, clientOid: mark, cancelAfterS };
}

/** What came of an extension, rung by rung. */
export interface ExtensionTally {
  readonly of: number;
  readonly extended: number;
  /** filled or ended before */
  readonly over: number;
  /** cancelled, and the exchange took no new one */
  readonly gone: number;
  /** being found out */
  readonly unknown: number;
  /** why it stopped before the last; null: it did not */
  readonly stopped: string | null;
}

/** In words; never called done over something else. */
export function extensionText({ of, extended, over, gone, unknown, stopped }: ExtensionTally): string {
  const parts = [
    t`${extended} of ${of} rungs extended`,
    ...(over === 0 ? [] : [t`${over} had ended before`]),
    ...(gone === 0 ? [] : [t`${gone} cancelled, replacement not placed: no order is open`]),
    ...(unknown === 0 ? [] : [t`${unknown} being found out`]),
  ];
  return `${parts.join(', ')}.${stopped === null ? '' : t` Stopped: ${stopped}`}`;
}
