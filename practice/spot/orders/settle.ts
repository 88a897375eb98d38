import type { Liquidity, OutsideTrade } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { Trade } from '#practice/matching/types.ts';
import { causeOf, finish, paying, emitOrder, releaseSurplus, touch } from '../state/orders.ts';
import { emitLevels } from '../state/levels.ts';
import { baseOf, feeOf, feeText, lotsOf, moneyText, priceText, quoteOf, sizeText, ticksOf } from '../state/scale.ts';
import { walletOf } from '../state/wallet.ts';
import { accountOf, type SpotMarket, type SpotOrderState, type SpotVenueState } from '../state/state.ts';
import type { SpotFill, SpotPrint } from '../types.ts';

/** How many public trades a pair remembers. */
const printMemory = 1_000;

interface Settlement {
  readonly trade: Trade;
  readonly tradeId: bigint;
  readonly maker: SpotOrderState;
  readonly taker: SpotOrderState;
  readonly timeMs: number;
  readonly timeNs: bigint;
}

interface Leg {
  readonly order: SpotOrderState;
  readonly counter: SpotOrderState;
  readonly liquidity: Liquidity;
  readonly fee: bigint;
}

function legOf(settlement: Settlement, liquidity: Liquidity): Leg {
  const { trade, maker, taker } = settlement;
  const { scale } = maker.market;
  const fee = feeOf(scale, { product: trade.price * trade.size, lots: trade.size }, scale.rates[liquidity]);
  return liquidity === 'maker'
    ? { order: maker, counter: taker, liquidity, fee }
    : { order: taker, counter: maker, liquidity, fee };
}

interface Payment {
  /** the order that is paid, or null: the fees go to the exchange */
  readonly to: SpotOrderState | null;
  readonly units: bigint;
  readonly tradeId: bigint;
}

/** Pays from the hold of the order. Each side's balance event names its own order, never the other's. */
function pay(venue: SpotVenueState, order: SpotOrderState, { to, units, tradeId }: Payment): void {
  order.held -= units;
  const entry = { ...paying(order, units), cause: causeOf(order, tradeId) };
  const payee =
    to === null
      ? { accountId: venue.feeAccountId, wallet: 'trade' as const }
      : { accountId: to.accountId, wallet: walletOf(to.placement), cause: causeOf(to, tradeId) };
  venue.ledger.settle(entry, payee);
}

/**
 * Base goes to the buyer, quote to the seller, and both fees to the exchange, all out of the two holds: the party that
 * receives the fee currency gets its share less its fee, so the fee never has to be found elsewhere.
 */
function exchangeMoney(
  venue: SpotVenueState,
  { trade, tradeId }: Settlement,
  { buyer, seller }: { buyer: Leg; seller: Leg },
): void {
  const { scale } = buyer.order.market;
  const quote = quoteOf(scale, trade.price * trade.size);
  const base = baseOf(scale, trade.size);
  const fees = buyer.fee + seller.fee;
  const [quoteFee, baseFee] = scale.isFeeInBase ? [0n, buyer.fee] : [seller.fee, 0n];
  pay(venue, buyer.order, { to: seller.order, units: quote - quoteFee, tradeId });
  pay(venue, seller.order, { to: buyer.order, units: base - baseFee, tradeId });
  pay(venue, scale.isFeeInBase ? seller.order : buyer.order, { to: null, units: fees, tradeId });
}

function fillOf({ order, counter, liquidity, fee }: Leg, { trade, tradeId, timeMs, timeNs }: Settlement): SpotFill {
  const { pair, scale } = order.market;
  return {
    accountId: order.accountId,
    symbol: pair.symbol,
    tradeId,
    orderId: order.id,
    counterOrderId: counter.id,
    side: order.side,
    type: order.placement.type,
    tradeType: order.placement.tradeType ?? 'TRADE',
    price: priceText(scale, trade.price),
    size: sizeText(scale, trade.size),
    funds: moneyText(scale, 'buy', quoteOf(scale, trade.price * trade.size)),
    fee: feeText(scale, fee),
    feeRate: liquidity === 'maker' ? pair.makerFeeRate : pair.takerFeeRate,
    feeCurrency: pair.feeCurrency,
    liquidity,
    isForceTaker: false,
    stop: order.origin?.stop ?? '',
    createdAtMs: timeMs,
    createdAtNs: timeNs,
  };
}

function bookLeg(venue: SpotVenueState, leg: Leg, settlement: Settlement): void {
  const { order, fee } = leg;
  const { price, size } = settlement.trade;
  order.fee += fee;
  order.dealLots += size;
  order.dealProduct += price * size;
  if (order.lots !== null) order.remaining -= size;
  touch(venue, order);
  releaseSurplus(venue, order);
  const account = accountOf(venue, order.accountId);
  // the simulated traders make nearly all fills, which are never read
  if (account.isExempt && !venue.events.hasListener('order')) return;
  const fill = fillOf(leg, settlement);
  remember(account.fills, fill, account.memory);
  if (order.placement.isAutoRepay === true) venue.events.emit('repaying-fill', () => ({ kind: 'repaying-fill', fill }));
  emitOrder(venue, order, { change: 'match', fill });
}

function widenRange(market: SpotMarket, ticks: bigint): void {
  market.lastTicks = ticks;
  if (market.traded === null) market.traded = { low: ticks, high: ticks };
  else if (ticks < market.traded.low) market.traded.low = ticks;
  else if (ticks > market.traded.high) market.traded.high = ticks;
}

type TapeTrade = Pick<Trade, 'price' | 'size' | 'sequence' | 'takerSide' | 'takerOrderId' | 'makerOrderId'> &
  Pick<Settlement, 'tradeId' | 'timeNs'>;

function recordPrint(venue: SpotVenueState, market: SpotMarket, { price, size, ...trade }: TapeTrade): void {
  const print: SpotPrint = {
    ...trade,
    symbol: market.pair.symbol,
    price: priceText(market.scale, price),
    size: sizeText(market.scale, size),
  };
  remember(market.prints, print, printMemory);
  widenRange(market, price);
  emitLevels(venue, market, trade.sequence);
  venue.events.emit('print', () => ({ kind: 'print', print }));
}

/** Settles one trade: money, records, prints, events. A maker that is used up is done. */
export function settleTrade(
  venue: SpotVenueState,
  trade: Trade,
  { maker, taker }: { maker: SpotOrderState; taker: SpotOrderState },
) {
  const { clock, identifiers } = venue;
  const settlement = {
    trade,
    tradeId: identifiers.tradeId(),
    maker,
    taker,
    timeMs: clock.nowMs(),
    timeNs: clock.nowNs(),
  };
  const [passive, active] = [legOf(settlement, 'maker'), legOf(settlement, 'taker')];
  exchangeMoney(
    venue,
    settlement,
    taker.side === 'buy' ? { buyer: active, seller: passive } : { buyer: passive, seller: active },
  );
  const { tradeId, timeNs } = settlement;
  const { price, size, sequence, takerSide } = trade;
  const ids = { tradeId, takerOrderId: taker.id, makerOrderId: maker.id };
  recordPrint(venue, maker.market, { price, size, sequence, takerSide, timeNs, ...ids });
  bookLeg(venue, active, settlement);
  bookLeg(venue, passive, settlement);
  if (maker.remaining === 0n) finish(venue, maker, 'filled');
}

/** A trade without an account of this venue; see `recordTrade` of the venue. */
export function recordOutsideTrade(venue: SpotVenueState, market: SpotMarket, trade: OutsideTrade): boolean {
  const { clock, identifiers } = venue;
  const price = ticksOf(market.scale, trade.price);
  if (market.book.wouldTake('buy', price) || market.book.wouldTake('sell', price)) return false;
  recordPrint(venue, market, {
    price,
    size: lotsOf(market.scale, trade.size),
    sequence: market.book.takeSequence(),
    takerSide: trade.takerSide,
    tradeId: identifiers.tradeId(),
    takerOrderId: identifiers.orderId(),
    makerOrderId: identifiers.orderId(),
    timeNs: clock.nowNs(),
  });
  return true;
}
