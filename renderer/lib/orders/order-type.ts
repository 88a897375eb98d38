import type { OrderType } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';

const words: Readonly<Record<Exclude<OrderType, 'unknown'>, string>> = { limit: t`limit`, market: t`market` };

/** How an order trades, in a word; null: the exchange reported an unknown type. */
export function orderTypeText(type: OrderType): string | null {
  return type === 'unknown' ? null : words[type];
}
