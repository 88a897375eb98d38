import type { CallInput } from '#shared/contract.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import { exitSides } from './exits.ts';
import type { TicketFigures } from './figures.ts';

/** The calls that place an order. */
export type PlaceName =
  | 'orders.place'
  | 'margin.place'
  | 'orders.placeFutures'
  | 'orders.placeProtected'
  | 'stops.place'
  | 'stops.placePair';

type Unmarked<N extends PlaceName> = Omit<CallInput<N>['order'], 'clientOid'>;

/** One order as it would be sent, but for its mark, which is made when it is. */
export type OrderRequest = { readonly [N in PlaceName]: { readonly call: N; readonly order: Unmarked<N> } }[PlaceName];

/** Null while something that it needs is missing. */
export function requestOf(
  figures: TicketFigures,
  symbol: string,
  positionMode: PositionMode | null,
): OrderRequest | null {
  if (figures.draft.tradeType === 'futures') return futuresRequest(figures, symbol, positionMode);
  if (figures.kind === 'pair') return pairRequest(figures, symbol);
  return figures.kind === 'limit' || figures.kind === 'market'
    ? plainRequest(figures, symbol)
    : stopRequest(figures, symbol);
}

/** What was not chosen is not sent: the exchange's default counts. */
function chosen(isChosen: boolean): true | undefined {
  return isChosen ? true : undefined;
}

function written(text: string): string | undefined {
  const tidy = text.trim();
  return tidy === '' ? undefined : tidy;
}

/** Price and size; null while one of them is missing. */
function amountsOf({ kind, prices, size, funds }: TicketFigures) {
  if (kind === 'limit' || kind === 'stop-limit')
    return prices.limit === null || size === null
      ? null
      : ({ type: 'limit', price: prices.limit, size, funds: undefined } as const);
  if (size === null && funds === null) return null;
  return { type: 'market', price: undefined, size: size ?? undefined, funds: funds ?? undefined } as const;
}

function lifeOf({ draft, kind, lifeS }: TicketFigures) {
  if (kind === 'market' || kind === 'stop-market') return { timeInForce: undefined, cancelAfterS: undefined };
  const { timeInForce } = draft;
  return { timeInForce, cancelAfterS: timeInForce === 'GTT' ? (lifeS ?? 0) : undefined };
}

/** How it shows in the book. */
function showingOf({ draft, prices, visible }: TicketFigures) {
  return {
    isPostOnly: chosen(prices.isPostOnly),
    isHidden: chosen(draft.isHidden),
    isIceberg: chosen(visible !== null),
    visibleSize: visible ?? undefined,
  };
}

function plainRequest(figures: TicketFigures, symbol: string): OrderRequest | null {
  const { draft } = figures;
  const amounts = amountsOf(figures);
  if (amounts === null) return null;
  const order = {
    symbol,
    side: draft.side,
    ...amounts,
    ...lifeOf(figures),
    ...showingOf(figures),
    selfTradePrevention: draft.selfTrade ?? undefined,
    remark: written(draft.remark),
    tags: written(draft.tags),
  };
  if (draft.tradeType !== 'cross' && draft.tradeType !== 'isolated') return { call: 'orders.place', order };
  const isAutoBorrow = chosen(draft.isAutoBorrow);
  const isAutoRepay = chosen(draft.isAutoRepay);
  return { call: 'margin.place', order: { ...order, tradeType: draft.tradeType, isAutoBorrow, isAutoRepay } };
}

function stopRequest(figures: TicketFigures, symbol: string): OrderRequest | null {
  const { draft, prices } = figures;
  const amounts = amountsOf(figures);
  if (amounts === null || prices.trigger === null || prices.direction === null) return null;
  const { timeInForce } = lifeOf(figures);
  const { tradeType } = draft;
  const isOnMargin = tradeType === 'cross' || tradeType === 'isolated';
  return {
    call: 'stops.place',
    order: {
      symbol,
      side: draft.side,
      ...amounts,
      // entry fires when the last price is at or above it, loss when it is at or below
      stop: prices.direction === 'up' ? 'entry' : 'loss',
      stopPrice: prices.trigger,
      timeInForce,
      remark: written(draft.remark),
      ...(isOnMargin ? { tradeType, isAutoRepay: chosen(draft.isAutoRepay) } : {}),
    },
  };
}

function pairRequest({ draft, prices, size }: TicketFigures, symbol: string): OrderRequest | null {
  if (size === null || prices.takeProfit === null || prices.stopLoss === null || prices.limit === null) return null;
  return {
    call: 'stops.placePair',
    order: {
      symbol,
      side: draft.side,
      size,
      price: prices.takeProfit,
      stopPrice: prices.stopLoss,
      limitPrice: prices.limit,
      remark: written(draft.remark),
    },
  };
}

/** Self-trade prevention of futures has no way to decrease. */
function futuresStp({ selfTrade }: TicketFigures['draft']) {
  return selfTrade === null || selfTrade === 'DC' ? undefined : selfTrade;
}

function futuresOrder(figures: TicketFigures, symbol: string, positionMode: PositionMode | null) {
  const { draft, leverage } = figures;
  const amounts = draft.isClose
    ? ({
        type: figures.kind.endsWith('market') ? 'market' : 'limit',
        price: figures.prices.limit ?? undefined,
        size: undefined,
      } as const)
    : amountsOf(figures);
  if (amounts === null || (amounts.type === 'limit' && amounts.price === undefined)) return null;
  const { timeInForce } = lifeOf(figures);
  const isOpening = !draft.isReduceOnly && !draft.isClose && draft.marginMode === 'isolated';
  return {
    symbol,
    side: draft.side,
    type: amounts.type,
    price: amounts.price,
    size: amounts.size,
    leverage: isOpening ? (leverage ?? undefined) : undefined,
    marginMode: draft.marginMode,
    timeInForce: timeInForce === 'IOC' ? ('IOC' as const) : undefined,
    selfTradePrevention: futuresStp(draft),
    ...showingOf(figures),
    ...sideInMode({ side: draft.side, isReduceOnly: draft.isReduceOnly, isCloseOrder: draft.isClose }, positionMode),
    isReduceOnly: chosen(draft.isReduceOnly),
    isCloseOrder: chosen(draft.isClose),
    remark: written(draft.remark),
  };
}

function futuresRequest(
  figures: TicketFigures,
  symbol: string,
  positionMode: PositionMode | null,
): OrderRequest | null {
  const order = futuresOrder(figures, symbol, positionMode);
  if (order === null) return null;
  const { draft, kind, prices } = figures;
  if (kind === 'stop-limit' || kind === 'stop-market') {
    if (prices.trigger === null || prices.direction === null) return null;
    const trigger = { stop: prices.direction, stopPrice: prices.trigger, stopPriceType: draft.triggerBy };
    return { call: 'orders.placeFutures', order: { ...order, ...trigger } };
  }
  if (prices.stopLoss === null && prices.takeProfit === null) return { call: 'orders.placeFutures', order };
  const exits = { ...exitSides(draft.side, prices), stopPriceType: draft.triggerBy };
  return { call: 'orders.placeProtected', order: { ...order, ...exits } };
}
