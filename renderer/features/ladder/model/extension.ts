import type { AmendRequest, Order } from '#shared/domain/account/order.ts';
import { secondsTo } from '#lib/moments/end-text.ts';
import { endsAtMs } from '#ui/value/gtt.ts';
import type { LadderStanding } from './ladder-views.ts';
import { readMark, writeMark } from './marks.ts';
import { t } from '#shared/words/t.ts';

/** One rung that goes on longer: what is asked for, under a mark of the same ladder. */
export interface RungExtension {
  readonly row: number;
  readonly attempt: number;
  readonly mark: string;
  readonly order: Order;
}

/** The rungs that rest and would end by themselves, the first row first. */
export function extensionsOf({ rungs }: Pick<LadderStanding, 'rungs'>): readonly RungExtension[] {
  return rungs.flatMap(({ order, row }) => {
    const old = readMark(order?.clientOid ?? null);
    if (order === undefined || old === null || endsAtMs(order) === null || order.size === null) return [];
    const attempt = old.attempt + 1;
    return [{ row, attempt, order, mark: writeMark({ ...old, attempt }) }];
  });
}

/** When the first of them ends; null: none does. */
export function firstEndMs(view: Pick<LadderStanding, 'rungs'>): number | null {
  const ends = extensionsOf(view)
    .map(({ order }) => endsAtMs(order))
    .filter(end => end !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** The request as it goes at that moment: all end together, however long the sending takes. Null: it would be over. */
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
    ...(gone === 0 ? [] : [t`${gone} cancelled and not placed anew: neither is alive`]),
    ...(unknown === 0 ? [] : [t`${unknown} being found out`]),
  ];
  return `${parts.join(', ')}.${stopped === null ? '' : t` Stopped: ${stopped}`}`;
}
