import { toDecimal } from '#shared/decimal.ts';
import type { FuturesOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import type { LadderDraft } from './ladder-draft.ts';
import type { LadderMarket } from './ladder-facts.ts';

/** What all rungs of a ladder have in common, as it is sent. */
export type OrderForm =
  | { readonly venue: 'spot'; readonly order: Omit<SpotOrderRequest, 'clientOid' | 'price' | 'size'> }
  | { readonly venue: 'futures'; readonly order: Omit<FuturesOrderRequest, 'clientOid' | 'price' | 'size'> };

/** Minutes as typed in whole seconds; null: no number above zero. */
export function readLife(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,5}$/.test(typed) && Number(typed) > 0 ? Number(typed) * 60 : null;
}

export function formOf(draft: LadderDraft, market: LadderMarket): OrderForm {
  const { side, isPostOnly, leverage, marginMode } = draft;
  if (market.venue === 'futures') {
    const lever = marginMode === 'isolated' ? (toDecimal(leverage.trim()) ?? undefined) : undefined;
    const { symbol } = market.contract;
    return {
      venue: 'futures',
      order: { symbol, side, type: 'limit', timeInForce: 'GTC', isPostOnly, marginMode, leverage: lever },
    };
  }
  const { symbol } = market.pair;
  const lifeS = readLife(draft.life);
  const time = lifeS === null ? { timeInForce: 'GTC' as const } : { timeInForce: 'GTT' as const, cancelAfterS: lifeS };
  return { venue: 'spot', order: { symbol, side, type: 'limit', isPostOnly, ...time } };
}

export function spotOrderOf(
  form: Extract<OrderForm, { venue: 'spot' }>,
  { price, size }: Rung,
  clientOid: string,
): SpotOrderRequest {
  return { ...form.order, clientOid, price, size };
}

export function futuresOrderOf(
  form: Extract<OrderForm, { venue: 'futures' }>,
  { price, size }: Rung,
  clientOid: string,
): FuturesOrderRequest {
  return { ...form.order, clientOid, price, size };
}
