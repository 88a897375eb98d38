import type { Decimal } from '#shared/decimal.ts';
import type { MarginMode, PositionMode } from '#shared/domain/account/futures-account.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { FuturesOrderRequest, MarginOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { resolveSize } from '#shared/order-entry/size.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import {
  placeFutures,
  placeMargin,
  placeSpot,
  placeSpotStop,
  type PolicyAction,
} from '#shared/policy/policy-action.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkPositionSide, sideInMode } from '#shared/rules/position-side.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import { t } from '#shared/words/t.ts';

/** One order of a press on the ladder as it is sent, but for its mark, which is made when it is. */
export type PressedOrder =
  | { readonly call: 'orders.place'; readonly order: Omit<SpotOrderRequest, 'clientOid'> }
  | { readonly call: 'margin.place'; readonly order: Omit<MarginOrderRequest, 'clientOid'> }
  | { readonly call: 'stops.place'; readonly order: Omit<SpotStopRequest, 'clientOid'> }
  | { readonly call: 'orders.placeFutures'; readonly order: Omit<FuturesOrderRequest, 'clientOid'> };

/** What a press asks for. */
export interface PressedAction {
  readonly order: 'limit' | 'stop';
  readonly side: Side;
  readonly price: Decimal;
}

/** The rules of the market; one of the two is known. */
export interface LadderRules {
  readonly terms: MarketTerms;
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
}

/** Out of which account a press trades, and how. A pair knows no contract, and a contract no account. */
export interface LadderTaking {
  /** of a pair */
  readonly account: 'spot' | MarginType;
  /** of a margin account: what is missing is borrowed, and what is owed is repaid out of the fills */
  readonly isAutoLoan: boolean;
  /** of a contract */
  readonly marginMode: MarginMode;
  /** of a contract; null: not known, of cross margin only */
  readonly leverage: Decimal | null;
  /** of a contract */
  readonly isReduceOnly: boolean;
  /** of a contract; null: not known */
  readonly positionMode: PositionMode | null;
  /** why a click is reviewed before it is sent, as a sentence; null: it need not be */
  readonly concern: string | null;
}

/** The part of a taking that its market has. */
export type TakingOfMarket =
  | ({ readonly venue: 'spot' } & Pick<LadderTaking, 'account' | 'isAutoLoan'>)
  | ({
      readonly venue: 'futures';
      /** as typed; empty: that of the position */
      readonly typedLeverage: string;
      /** of each side: in hedge mode they have positions of their own */
      readonly terms: Readonly<Record<Side, Pick<LadderTaking, 'marginMode' | 'leverage'>>>;
    } & Pick<LadderTaking, 'isReduceOnly' | 'positionMode'>);

export type SizeOfPress =
  | { readonly ok: true; readonly size: Decimal }
  | { readonly ok: false; readonly reason: string };

/** What the size field comes to at a price, in what the market counts. */
export function sizeOfPress(typed: string, { side, price }: PressedAction, terms: MarketTerms): SizeOfPress {
  const reading = readSizeText(typed, terms);
  if (reading.state === 'empty') return { ok: false, reason: t`Enter a size first.` };
  if (reading.state === 'invalid') return { ok: false, reason: reading.reason };
  return resolveSize(reading.value, {
    terms,
    side,
    sizeUnit: terms.venue === 'spot' ? 'base' : 'lots',
    price,
    levels: null,
    largest: null,
    position: null,
    lossAtStop: null,
  });
}

/** A limit that stays until it is filled or cancelled; a stop that is sent as a market order, on contracts by the mark price. */
export function orderOfPress(
  action: PressedAction,
  size: Decimal,
  { rules, taking }: { readonly rules: LadderRules; readonly taking: LadderTaking },
): PressedOrder {
  const { symbol, venue } = rules.terms;
  if (venue === 'futures') return contractOrder(action, { symbol, size, taking });
  const { order, side, price } = action;
  const { account, isAutoLoan } = taking;
  const loan = isAutoLoan ? true : undefined;
  if (order === 'stop') {
    const stop = side === 'buy' ? 'entry' : 'loss';
    const plain = { symbol, side, type: 'market', stop, stopPrice: price, size } as const;
    const onMargin = account === 'spot' ? {} : { tradeType: account, isAutoRepay: loan };
    return { call: 'stops.place', order: { ...plain, ...onMargin } };
  }
  const plain = { symbol, side, type: 'limit', price, size, timeInForce: 'GTC' } as const;
  if (account === 'spot') return { call: 'orders.place', order: plain };
  return { call: 'margin.place', order: { ...plain, tradeType: account, isAutoBorrow: loan, isAutoRepay: loan } };
}

interface ContractOptions {
  readonly symbol: string;
  readonly size: Decimal;
  readonly taking: LadderTaking;
}

function contractOrder({ order, side, price }: PressedAction, { symbol, size, taking }: ContractOptions): PressedOrder {
  const { marginMode, isReduceOnly, positionMode } = taking;
  // what only reduces opens nothing, so it has no leverage
  const leverage = marginMode === 'isolated' && !isReduceOnly ? (taking.leverage ?? undefined) : undefined;
  const reducing = isReduceOnly ? { isReduceOnly } : {};
  const ofSide = sideInMode({ side, isReduceOnly }, positionMode);
  const plain = { symbol, side, ...ofSide, size, marginMode, leverage, ...reducing } as const;
  if (order === 'limit')
    return { call: 'orders.placeFutures', order: { ...plain, type: 'limit', price, timeInForce: 'GTC' } };
  const stop = side === 'buy' ? 'up' : 'down';
  return {
    call: 'orders.placeFutures',
    order: { ...plain, type: 'market', stop, stopPrice: price, stopPriceType: 'MP' },
  };
}

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

/** Why the market's own rules refuse it, as a sentence; null: they do not, or they are not known. */
export function breachOfPress(
  pressed: PressedOrder,
  { pair, contract }: LadderRules,
  { positionMode }: Pick<LadderTaking, 'positionMode'>,
): string | null {
  if (pressed.call === 'orders.placeFutures') {
    if (contract === null) return null;
    const breach = checkFuturesOrder({ ...pressed.order, ...marked }, contract);
    return (breach ?? checkPositionSide(pressed.order, positionMode))?.message ?? null;
  }
  if (pair === null) return null;
  if (pressed.call === 'margin.place' && !pair.isMarginEnabled) return t`${pair.symbol} cannot be traded on margin.`;
  const breach =
    pressed.call === 'stops.place'
      ? checkStop({ ...pressed.order, ...marked }, pair)
      : checkSpotOrder({ ...pressed.order, ...marked }, pair);
  return breach?.message ?? null;
}

/** What it is for the policy; null while the rules of the market are not known. */
export function policyActionOfPress(pressed: PressedOrder, { pair, contract }: LadderRules): PolicyAction | null {
  if (pressed.call === 'orders.placeFutures')
    return contract === null ? null : placeFutures({ ...pressed.order, ...marked }, contract, null);
  if (pair === null) return null;
  if (pressed.call === 'margin.place') return placeMargin({ ...pressed.order, ...marked }, pair);
  return pressed.call === 'orders.place'
    ? placeSpot([{ ...pressed.order, ...marked }], pair)
    : placeSpotStop({ ...pressed.order, ...marked }, pair);
}
