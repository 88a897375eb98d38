import {
  absolute,
  add,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  multiply,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import type { FuturesContract, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { otherPositionSide, sideField } from '#shared/domain/market/position-key.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { type BookWalk, walkBook } from '#shared/order-entry/book-walk.ts';
import { type MarketTerms, worthOf } from '#shared/order-entry/market-terms.ts';
import { type PositionOutlook, previewPosition } from '#shared/order-entry/position-outlook.ts';
import { distantPrice, followPrice, readDistanceText, readPriceText } from '#shared/order-entry/price-text.ts';
import { resolveSize } from '#shared/order-entry/size.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { formatDecimal } from '#lib/format.ts';
import { t } from '#shared/words/t.ts';
import type { ExitDraft, ExitWay } from './exit-draft.ts';

export interface ExitContext {
  readonly position: Position;
  /** the position of the other side in hedge mode, to which a reversal adds; absent or null: none is known */
  readonly opposite?: Position | null;
  readonly terms: MarketTerms;
  readonly contract: FuturesContract;
  readonly levels: readonly RiskLimitLevel[];
  readonly book:
    | { readonly state: 'live'; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
    | { readonly state: 'none'; readonly reason: string };
  /** how much worse than the touch an order at the market may fill, a fraction */
  readonly slippageCap: Decimal;
}

export type ExitOrder = Omit<FuturesOrderRequest, 'clientOid'>;

export interface ExitSummary {
  readonly order: ExitOrder | null;
  /** why it cannot be asked for, as a sentence; null: it can */
  readonly validationError: string | null;
  readonly side: Side;
  /** an immediate order with `price` as its slippage cap */
  readonly isMarket: boolean;
  readonly lots: Decimal | null;
  /** of `lots`, what the book would fill now where the rest is cancelled; else all of them */
  readonly filling: Decimal | null;
  /** the limit, or what a stop fires at */
  readonly price: Decimal | null;
  /** what the book would give now; null for a stop */
  readonly walk: BookWalk | null;
  readonly outlook: PositionOutlook | null;
  /** gain or loss against entry of what would be closed, before fees, in the settlement currency */
  readonly result: Decimal | null;
  /** of `filling` */
  readonly fee: Decimal | null;
  /** of all lots: the book may have all of them when the order gets there */
  readonly wholeFee: Decimal | null;
  readonly warning: string | null;
}

/** A long is left by selling. */
export function exitSide({ quantity }: Pick<Position, 'quantity'>): Side {
  return isNegative(quantity) ? 'buy' : 'sell';
}

type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

function refuse(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

function readLots(typed: string, { position, terms }: ExitContext): Reading<Decimal> {
  const held = absolute(position.quantity);
  const reading = readSizeText(typed, terms);
  if (reading.state !== 'read')
    return refuse(reading.state === 'invalid' ? reading.reason : t`Enter a size, for example 50%.`);
  const resolved = resolveSize(reading.value, {
    terms,
    side: exitSide(position),
    sizeUnit: 'lots',
    price: position.markPrice,
    levels: null,
    largest: held,
    position: held,
    lossAtStop: null,
  });
  if (!resolved.ok) return refuse(resolved.reason);
  if (!isPositive(resolved.size)) return refuse(t`The size is less than one lot; the position has ${held}.`);
  return compare(resolved.size, held) > 0
    ? refuse(t`The position has ${held} lots.`)
    : { ok: true, value: resolved.size };
}

interface OtherSide {
  readonly best: Decimal;
  /** best first */
  readonly levels: readonly BookLevel[];
}

/** Where an exit is taken from. */
function otherSide({ book, position }: ExitContext): Reading<OtherSide> {
  if (book.state === 'none') return refuse(book.reason);
  const levels = exitSide(position) === 'sell' ? book.bids : book.asks;
  const [first] = levels;
  return first === undefined
    ? refuse(t`The other side of the order book is empty.`)
    : { ok: true, value: { best: first[0], levels } };
}

/** The worst price that an order at the market may take, on a tick that is no worse. */
function cappedPrice(best: Decimal, side: Side, { slippageCap, terms }: ExitContext): Decimal {
  return side === 'sell'
    ? roundToStep(multiply(best, subtract('1', slippageCap)), terms.tick, 'ceil')
    : roundToStep(multiply(best, add('1', slippageCap)), terms.tick, 'floor');
}

function readLimit({ way, price: typed }: ExitDraft, context: ExitContext): Reading<Decimal> {
  const side = exitSide(context.position);
  if (way !== 'price') {
    const other = otherSide(context);
    if (!other.ok) return other;
    const { best } = other.value;
    return { ok: true, value: way === 'touch' ? best : cappedPrice(best, side, context) };
  }
  const reading = readPriceText(typed);
  if (reading.state !== 'read') return refuse(reading.state === 'invalid' ? reading.reason : t`Enter a price.`);
  if (reading.value.kind === 'fixed') return { ok: true, value: reading.value.price };
  if (reading.value.kind === 'market') return refuse(t`Choose the order type “Market” for this.`);
  const { book, terms } = context;
  const price = followPrice(reading.value, { side, touch: touchOf(book), tick: terms.tick });
  return price === null ? refuse(t`The order book has no such price now.`) : { ok: true, value: price };
}

const nothing = {
  order: null,
  lots: null,
  filling: null,
  price: null,
  walk: null,
  outlook: null,
  result: null,
  fee: null,
  wholeFee: null,
} as const;

/** What was typed, what it comes to and does, and why it cannot be asked for. */
export function summariseExit(draft: ExitDraft, context: ExitContext): ExitSummary {
  const side = exitSide(context.position);
  const unread = (validationError: string): ExitSummary => ({
    ...nothing,
    side,
    isMarket: false,
    validationError,
    warning: null,
  });
  const lots = readLots(draft.mode === 'reverse' ? '100%' : draft.size, context);
  if (!lots.ok) return unread(lots.reason);
  const isStop = draft.mode === 'stop' || draft.mode === 'profit';
  const way = draft.mode === 'reverse' ? 'market' : draft.way;
  const price = isStop ? readTrigger(draft, context) : readLimit({ ...draft, way }, context);
  if (!price.ok) return unread(price.reason);
  const exit = { lots: lots.value, price: price.value };
  return isStop ? summariseStop(exit, draft.mode === 'profit', context) : summariseReduce(exit, way, context);
}

interface Exit {
  readonly lots: Decimal;
  readonly price: Decimal;
}

/** The rules of the exchange; the mark is made when it is sent, here any does. */
function breachOf(order: ExitOrder, { contract }: ExitContext): string | null {
  return checkFuturesOrder({ ...order, clientOid: 'x' }, contract)?.message ?? null;
}

function summariseReduce({ lots, price }: Exit, way: ExitWay, context: ExitContext): ExitSummary {
  const { position, terms } = context;
  const side = exitSide(position);
  const order: ExitOrder = {
    symbol: position.symbol,
    ...sideField(position.positionSide),
    side,
    type: 'limit',
    size: lots,
    price,
    timeInForce: way === 'price' ? 'GTC' : 'IOC',
    marginMode: position.marginMode,
    isReduceOnly: true,
  };
  const other = otherSide(context);
  const walk = other.ok ? walkBook(other.value.levels, { side, size: lots, limit: price }, terms) : null;
  // what does not rest closes what the book has now
  const closed = way === 'price' || walk === null ? lots : walk.taken;
  const at = walk?.averagePrice ?? price;
  const short = walk !== null && way !== 'price' && isPositive(walk.rest);
  return {
    order,
    validationError: breachOf(order, context),
    side,
    isMarket: way === 'market',
    lots,
    filling: closed,
    price,
    walk,
    outlook: outlookOf({ lots: closed, price: at }, context),
    result: resultOf({ lots: closed, price: at }, context),
    fee: feeOf({ lots: closed, price: at }, context),
    wholeFee: feeOf({ lots, price: at }, context),
    warning: short
      ? t`Only ${formatDecimal(walk.taken)} of ${formatDecimal(lots)} lots are available at ${formatDecimal(price)} or better; the rest stays open.`
      : null,
  };
}

function outlookOf({ lots, price }: Exit, { position, terms, levels, contract }: ExitContext): PositionOutlook | null {
  const { takerFeeRate, maintainMargin: maintenanceRate } = contract;
  if (takerFeeRate === null || maintenanceRate === null) return null;
  return previewPosition({
    position,
    order: {
      side: exitSide(position),
      lots,
      price,
      leverage: '1',
      takerFeeRate,
      isReduceOnly: true,
    },
    terms,
    levels,
    maintenanceRate,
  });
}

function feeOf({ lots, price }: Exit, { terms, contract: { takerFeeRate } }: ExitContext): Decimal | null {
  return takerFeeRate === null ? null : multiply(worthOf(lots, price, terms), takerFeeRate);
}

/** On an inverse contract a higher price is worth less. */
function resultOf({ lots, price }: Exit, { position, terms }: ExitContext): Decimal | null {
  const entry = position.averageEntryPrice;
  if (entry === null || !isPositive(entry) || !isPositive(price)) return null;
  const [now, then] = [worthOf(lots, price, terms), worthOf(lots, entry, terms)];
  const gain = terms.isInverse ? subtract(then, now) : subtract(now, then);
  return isNegative(position.quantity) ? subtract('0', gain) : gain;
}

/** A distance counts from mark, against the position for a stop and with it for a profit, whatever its sign. */
function readTrigger({ mode, trigger }: ExitDraft, { position, terms }: ExitContext): Reading<Decimal> {
  const reading = readDistanceText(trigger);
  if (reading.state !== 'read')
    return refuse(reading.state === 'invalid' ? reading.reason : t`Enter a price or a distance such as -2%.`);
  const { value } = reading;
  const mark = position.markPrice;
  if (mark === null || !isPositive(mark)) return refuse(t`The mark price is unknown.`);
  const isDown = isNegative(position.quantity) === (mode === 'profit');
  const price =
    value.kind === 'fixed'
      ? value.price
      : distantPrice(
          { kind: 'distance', fraction: isDown ? subtract('0', absolute(value.fraction)) : absolute(value.fraction) },
          { entry: mark, tick: terms.tick },
        );
  if (price === null) return refuse(t`The price cannot move that far.`);
  const isMet = isDown ? compare(price, mark) >= 0 : compare(price, mark) <= 0;
  if (isMet) return refuse(t`Mark is ${mark}: the stop would trigger at once. Reduce the position instead.`);
  return { ok: true, value: price };
}

function summariseStop(exit: Exit, isProfit: boolean, context: ExitContext): ExitSummary {
  const { position } = context;
  const side = exitSide(position);
  const isDown = (side === 'sell') !== isProfit;
  const order: ExitOrder = {
    symbol: position.symbol,
    ...sideField(position.positionSide),
    side,
    type: 'market',
    size: exit.lots,
    stop: isDown ? 'down' : 'up',
    stopPrice: exit.price,
    stopPriceType: 'MP',
    marginMode: position.marginMode,
    isReduceOnly: true,
  };
  const liquidation = position.liquidationPrice;
  const isTooLate =
    liquidation !== null && (isDown ? compare(exit.price, liquidation) <= 0 : compare(exit.price, liquidation) >= 0);
  return {
    order,
    validationError: breachOf(order, context),
    side,
    isMarket: false,
    lots: exit.lots,
    filling: exit.lots,
    price: exit.price,
    walk: null,
    outlook: outlookOf(exit, context),
    result: resultOf(exit, context),
    fee: feeOf(exit, context),
    wholeFee: feeOf(exit, context),
    warning: isTooLate && !isProfit ? t`The position is liquidated first, at ${liquidation}.` : null,
  };
}

/**
 * The second step of reversing: the same lots again, at the market, once the position is proven gone. Null: the book has no
 * price, or the leverage of an isolated position is unknown.
 */
export function openingOrder(context: ExitContext, leverage: Decimal | null): ExitOrder | null {
  const { position } = context;
  const terms = position.marginMode === 'cross' ? {} : leverage === null ? null : { leverage };
  const other = otherSide(context);
  if (!other.ok || terms === null) return null;
  const side = exitSide(position);
  return {
    symbol: position.symbol,
    ...sideField(otherPositionSide(position.positionSide)),
    side,
    type: 'limit',
    size: absolute(position.quantity),
    price: cappedPrice(other.value.best, side, context),
    timeInForce: 'IOC',
    marginMode: position.marginMode,
    ...terms,
  };
}
