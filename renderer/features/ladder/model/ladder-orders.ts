import { toDecimal } from '#shared/decimal.ts';
import type { FuturesOrderRequest, MarginOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { readEnd, type TypedEnd } from '#lib/moments/end-text.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import type { LadderMarket } from './ladder-facts.ts';
import type { LadderDraft, SendMode } from './ladder-draft.ts';

type Common<Request> = Omit<Request, 'clientOid' | 'price' | 'size' | 'cancelAfterS'>;

/** What all rungs of a ladder have in common, as it is sent. */
export type OrderForm = SpotForm | MarginForm | FuturesForm;
type SpotForm = { readonly kind: 'spot'; readonly order: Common<SpotOrderRequest> };
export type MarginForm = { readonly kind: 'margin'; readonly order: Common<MarginOrderRequest> };
type FuturesForm = { readonly kind: 'futures'; readonly order: Common<FuturesOrderRequest> };

/** On a contract; nothing ends by itself there. */
export function contractForm(
  draft: LadderDraft,
  { contract: { symbol }, positionMode }: Extract<LadderMarket, { venue: 'futures' }>,
): FuturesForm {
  const { side, isPostOnly, leverage, marginMode } = draft;
  const lever = marginMode === 'isolated' ? (toDecimal(leverage.trim()) ?? undefined) : undefined;
  return {
    kind: 'futures',
    order: {
      symbol,
      side,
      ...sideInMode({ side }, positionMode),
      type: 'limit',
      timeInForce: 'GTC',
      isPostOnly,
      marginMode,
      leverage: lever,
    },
  };
}

/** On a pair, out of the trading wallet or a margin account. */
export function pairForm(draft: LadderDraft, { symbol }: SpotSymbol): SpotForm | MarginForm {
  const { side, isPostOnly, account, isAutoBorrow, isAutoRepay } = draft;
  const timeInForce = readEnd(draft.life) === null ? 'GTC' : 'GTT';
  const order = { symbol, side, type: 'limit', isPostOnly, timeInForce } as const;
  return account === 'spot'
    ? { kind: 'spot', order }
    : { kind: 'margin', order: { ...order, tradeType: account, isAutoBorrow, isAutoRepay } };
}

/** When it ends by itself, as it was typed; null: it stays. */
export function typedEnd({ life }: LadderDraft, { kind }: OrderForm): TypedEnd | null {
  return kind === 'futures' ? null : readEnd(life);
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

/** The fields that differ for each rung when it is sent. */
export interface OwnOfRung {
  readonly clientOid: string;
  /** where the ladder ends by itself: the seconds that are left then */
  readonly cancelAfterS: number | undefined;
}

export function spotOrderOf(form: SpotForm, { price, size }: Rung, own: OwnOfRung): SpotOrderRequest {
  return { ...form.order, ...own, price, size };
}

export function marginOrderOf(form: MarginForm, { price, size }: Rung, own: OwnOfRung): MarginOrderRequest {
  return { ...form.order, ...own, price, size };
}

export function futuresOrderOf(form: FuturesForm, { price, size }: Rung, clientOid: string): FuturesOrderRequest {
  return { ...form.order, clientOid, price, size };
}
