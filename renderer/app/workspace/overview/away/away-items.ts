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
        atMs: Math.max(...group.flatMap(({ createdAtMs }) => createdAtMs ?? [])),
        kind: isByExchange(one) ? 'liquidation' : 'fill',
        text: orderText(group, order),
        target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order ?? null } },
      },
    ];
  });
}

/** `isSwept`: a bulk cancel of the user's was under way. */
export function orderItem(order: Order, { atMs, isSwept }: { atMs: number; isSwept: boolean }): AwayItem {
  const { venue, symbol, tradeType, id: orderId, side, size, price, stopPrice } = order;
  const amount = size === null ? '' : ` ${ownText(formatDecimal(size))}`;
  const at = price === null ? '' : t` at ${ownText(formatDecimal(price), 'figure')}`;
  const what = `${side === 'buy' ? t`Buy` : t`Sell`}${amount} ${symbol}${at}`;
  const born = stopPrice === null ? '' : t`, placed by a stop,`;
  return {
    key: `order ${venue} ${orderId}`,
    atMs,
    kind: 'order',
    text: isSwept ? t`${what}${born} was cancelled by your bulk cancel` : `${what}${born} ${endWords(order, atMs)}`,
    target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order } },
  };
}

/** The clocks differ by less. */
const slackMs = 2000;

/** How an order ended that the user did not cancel: by its own terms, or from elsewhere. */
function endWords({ timeInForce, cancelAfterS, createdAtMs }: Order, atMs: number): string {
  if (timeInForce === 'IOC' || timeInForce === 'FOK') return t`was cancelled by its time in force (${timeInForce})`;
  const isExpired =
    cancelAfterS !== null && createdAtMs !== null && atMs >= createdAtMs + cancelAfterS * 1000 - slackMs;
  return isExpired ? t`expired (GTT)` : t`was cancelled, not from this window`;
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
