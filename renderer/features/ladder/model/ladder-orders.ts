import { toDecimal } from '#shared/decimal.ts';
import type { FuturesOrderRequest, MarginOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import type { LadderDraft, SendMode } from './ladder-draft.ts';

type Common<Request> = Omit<Request, 'clientOid' | 'price' | 'size'>;

/** What all rungs of a ladder have in common, as it is sent. */
export type OrderForm = SpotForm | MarginForm | FuturesForm;
type SpotForm = { readonly kind: 'spot'; readonly order: Common<SpotOrderRequest> };
export type MarginForm = { readonly kind: 'margin'; readonly order: Common<MarginOrderRequest> };
type FuturesForm = { readonly kind: 'futures'; readonly order: Common<FuturesOrderRequest> };

/** Minutes as typed in whole seconds; null: no number above zero. */
export function readLife(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,5}$/.test(typed) && Number(typed) > 0 ? Number(typed) * 60 : null;
}

/** On a contract; nothing ends by itself there. */
export function contractForm(draft: LadderDraft, { symbol }: FuturesContract): FuturesForm {
  const { side, isPostOnly, leverage, marginMode } = draft;
  const lever = marginMode === 'isolated' ? (toDecimal(leverage.trim()) ?? undefined) : undefined;
  return {
    kind: 'futures',
    order: { symbol, side, type: 'limit', timeInForce: 'GTC', isPostOnly, marginMode, leverage: lever },
  };
}

/** On a pair, out of the trading wallet or a margin account. */
export function pairForm(draft: LadderDraft, { symbol }: SpotSymbol): SpotForm | MarginForm {
  const { side, isPostOnly, account, isAutoBorrow, isAutoRepay } = draft;
  const lifeS = readLife(draft.life);
  const time = lifeS === null ? { timeInForce: 'GTC' as const } : { timeInForce: 'GTT' as const, cancelAfterS: lifeS };
  const order = { symbol, side, type: 'limit', isPostOnly, ...time } as const;
  return account === 'spot'
    ? { kind: 'spot', order }
    : { kind: 'margin', order: { ...order, tradeType: account, isAutoBorrow, isAutoRepay } };
}

/** Which account the rungs are on. */
export function tradeTypeOf(form: OrderForm): TradeType {
  return form.kind === 'margin' ? form.order.tradeType : form.kind;
}

/** How they go: the exchange has batches for pairs and for contracts, and none for margin. docs/exchange/endpoints.md §5.2 */
export function sendModeOf({ mode, futuresMode }: LadderDraft, form: OrderForm): SendMode {
  if (form.kind === 'margin') return 'single';
  return form.kind === 'futures' ? futuresMode : mode;
}

export function spotOrderOf(form: SpotForm, { price, size }: Rung, clientOid: string): SpotOrderRequest {
  return { ...form.order, clientOid, price, size };
}

export function marginOrderOf(form: MarginForm, { price, size }: Rung, clientOid: string): MarginOrderRequest {
  return { ...form.order, clientOid, price, size };
}

export function futuresOrderOf(form: FuturesForm, { price, size }: Rung, clientOid: string): FuturesOrderRequest {
  return { ...form.order, clientOid, price, size };
}
