import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { marginTypeText } from '#lib/trade-type.ts';
import { t } from '#shared/words/t.ts';

/** What one cancel of all is about: the orders of a pair on one kind of margin. */
export interface CancelGroup {
  readonly key: string;
  readonly symbol: string;
  readonly tradeType: MarginType;
  readonly orderIds: readonly string[];
}

/** The margin orders by pair and kind, in the order of their first. */
export function cancelGroups(orders: readonly Order[]): readonly CancelGroup[] {
  const groups = new Map<string, CancelGroup>();
  for (const { symbol, tradeType, id } of orders) {
    if (tradeType !== 'cross' && tradeType !== 'isolated') continue;
    const key = `${symbol} ${tradeType}`;
    const orderIds = [...(groups.get(key)?.orderIds ?? []), id];
    groups.set(key, { key, symbol, tradeType, orderIds });
  }
  return [...groups.values()];
}

export function groupText({ symbol, tradeType, orderIds }: CancelGroup): string {
  return `${symbol} ${marginTypeText(tradeType)} (${orderIds.length})`;
}

/** The result for the orders, as far as the exchange has stated it. */
export interface CancelProgress {
  readonly total: number;
  readonly gone: number;
  /** those of them that are still active; null: not read yet */
  readonly left: readonly Order[] | null;
}

/** N of M by what is active now: an order placed later is not counted. */
export function progressOf(meant: readonly string[], active: readonly Order[] | undefined): CancelProgress {
  const total = meant.length;
  if (active === undefined) return { total, gone: 0, left: null };
  const left = active.filter(({ id }) => meant.includes(id));
  return { total, gone: total - left.length, left };
}

export function progressText({ total, gone, left }: CancelProgress): string {
  if (left === null) return t`Cancel requested for ${total}. Checking open orders.`;
  if (left.length === 0) return t`${gone} of ${total} no longer open. Check Fills for executions before the cancel.`;
  return t`${gone} of ${total} no longer open, ${left.length} still open. Checking again.`;
}
