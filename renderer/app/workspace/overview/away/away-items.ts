import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { orderKey } from '#features/fills/fill-news.ts';
import { isByExchange, orderText } from '#features/fills/fill-text.ts';
import type { AwayItem } from '#features/overview/model/away.ts';
import { formatDecimal } from '#lib/format.ts';
import type { MoneyMove } from '#lib/money/money-moves.ts';
import { ownText } from '#lib/own/privacy.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';

/** All fills of an order as one thing that happened. */
export function fillItems(fills: readonly Fill[], orders: readonly Order[]): readonly AwayItem[] {
  const active = new Map(orders.map(order => [`${order.venue} ${order.id}`, order]));
  return [...Map.groupBy(fills, orderKey)].flatMap(([key, group]): AwayItem[] => {
    const [one] = group;
    if (one === undefined) return [];
    const { venue, symbol, tradeType, orderId } = one;
    const order = active.get(key);
    return [
      {
        key: `fill ${key}`,
        atMs: Math.max(...group.map(({ createdAtMs }) => createdAtMs)),
        kind: isByExchange(one) ? 'liquidation' : 'fill',
        text: orderText(group, order),
        target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order ?? null } },
      },
    ];
  });
}

/** `isSwept`: an act of the user's that cancels many was under way. */
export function orderItem(order: Order, isSwept: boolean): AwayItem {
  const { venue, symbol, tradeType, id: orderId, side, size, price, updatedAtMs, createdAtMs, stopPrice } = order;
  const amount = size === null ? '' : ` ${ownText(formatDecimal(size))}`;
  const at = price === null ? '' : t` at ${ownText(formatDecimal(price), 'figure')}`;
  const what = `${side === 'buy' ? t`Buy` : t`Sell`}${amount} ${symbol}${at}`;
  const born = stopPrice === null ? '' : t`, which a stop had placed,`;
  return {
    key: `order ${venue} ${orderId}`,
    atMs: updatedAtMs ?? createdAtMs,
    kind: 'order',
    text: isSwept
      ? t`${what}${born} was cancelled as you cancelled many at once here`
      : t`${what}${born} was cancelled, not by you here`,
    target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order } },
  };
}

/** Money that came or went, or from one own wallet to another. */
export function moneyItem({ id, currency, amount, createdAtMs, from, to, business }: MoneyMove): AwayItem {
  return {
    key: `money ${id}`,
    atMs: createdAtMs,
    kind: 'transfer',
    text: `${ownText(formatDecimal(amount))} ${visibleText(currency)} ${from} → ${to} (${business})`,
    target: { kind: 'panel', panel: 'balances' },
  };
}
