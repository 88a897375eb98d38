import type { Liquidity } from '#practice/kernel/kernel.ts';
import type { Trade } from '#practice/matching/types.ts';
import { causeOf, finish, paying, postOrder, releaseSurplus, touch } from '../state/orders.ts';
import { post, postLevels } from '../state/outbox.ts';
import { baseOf, feeOf, feeText, moneyText, priceText, quoteOf, sizeText } from '../state/scale.ts';
import { accountOf, type SpotOrderState, type SpotMarket, remember, type SpotVenueState } from '../state/state.ts';
import type { SpotFill, SpotPrint } from '../types.ts';

/** How many public trades a pair remembers. */
const printMemory = 1_000;

interface Deal {
  readonly trade: Trade;
  readonly tradeId: bigint;
  readonly maker: SpotOrderState;
  readonly taker: SpotOrderState;
  readonly timeMs: number;
  readonly timeNs: bigint;
}

interface Share {
  readonly order: SpotOrderState;
  readonly counter: SpotOrderState;
  readonly liquidity: Liquidity;
  readonly fee: bigint;
}

function shareOf(deal: Deal, liquidity: Liquidity): Share {
  const { trade, maker, taker } = deal;
  const { scale } = maker.market;
  const fee = feeOf(scale, { product: trade.price * trade.size, lots: trade.size }, scale.rates[liquidity]);
  return liquidity === 'maker'
    ? { order: maker, counter: taker, liquidity, fee }
    : { order: taker, counter: maker, liquidity, fee };
}

interface Payment {
  /** the order that is paid, or null: the fees go to the house */
  readonly to: SpotOrderState | null;
  readonly units: bigint;
  readonly tradeId: bigint;
}

/** Pays out of what is held for the order. Each side's balance is told of its own order, never of the other's. */
function pay(venue: SpotVenueState, order: SpotOrderState, { to, units, tradeId }: Payment): void {
  order.held -= units;
  const entry = { ...paying(order, units), cause: causeOf(order, tradeId) };
  const payee =
    to === null
      ? { accountId: venue.options.feeAccountId, wallet: 'trade' as const }
      : { accountId: to.accountId, wallet: 'trade' as const, cause: causeOf(to, tradeId) };
  venue.options.ledger.settle(entry, payee);
}

/**
 * Base goes to the buyer, quote to the seller, and both fees to the exchange, all out of the two holds: the party that
 * receives the fee currency gets its share less its fee, so the fee never has to be found elsewhere.
 */
function exchange(
  venue: SpotVenueState,
  { trade, tradeId }: Deal,
  { buyer, seller }: { buyer: Share; seller: Share },
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

function fillOf({ order, counter, liquidity, fee }: Share, { trade, tradeId, timeMs, timeNs }: Deal): SpotFill {
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

function book(venue: SpotVenueState, share: Share, deal: Deal): void {
  const { order, fee } = share;
  const { price, size } = deal.trade;
  order.fee += fee;
  order.dealLots += size;
  order.dealProduct += price * size;
  if (order.lots !== null) order.remaining -= size;
  touch(venue, order);
  releaseSurplus(venue, order);
  const account = accountOf(venue, order.accountId);
  const fill = fillOf(share, deal);
  remember(account.fills, fill, account.memory);
  postOrder(venue, order, { change: 'match', fill });
}

function widenRange(market: SpotMarket, ticks: bigint): void {
  market.lastTicks = ticks;
  if (market.traded === null) market.traded = { low: ticks, high: ticks };
  else if (ticks < market.traded.low) market.traded.low = ticks;
  else if (ticks > market.traded.high) market.traded.high = ticks;
}

function print(venue: SpotVenueState, { trade, tradeId, maker, taker, timeNs }: Deal): void {
  const { market } = maker;
  const entry: SpotPrint = {
    symbol: market.pair.symbol,
    sequence: trade.sequence,
    tradeId,
    price: priceText(market.scale, trade.price),
    size: sizeText(market.scale, trade.size),
    takerSide: trade.takerSide,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    timeNs,
  };
  remember(market.prints, entry, printMemory);
  widenRange(market, trade.price);
  postLevels(venue, market, trade.sequence);
  post(venue, () => ({ kind: 'print', print: entry }));
}

/** Settles one trade: money, records, prints, events. A maker that is used up is done. */
export function settleTrade(
  venue: SpotVenueState,
  trade: Trade,
  { maker, taker }: { maker: SpotOrderState; taker: SpotOrderState },
) {
  const { clock, identifiers } = venue.options;
  const deal = { trade, tradeId: identifiers.tradeId(), maker, taker, timeMs: clock.nowMs(), timeNs: clock.nowNs() };
  const [passive, active] = [shareOf(deal, 'maker'), shareOf(deal, 'taker')];
  exchange(venue, deal, taker.side === 'buy' ? { buyer: active, seller: passive } : { buyer: passive, seller: active });
  print(venue, deal);
  book(venue, active, deal);
  book(venue, passive, deal);
  if (maker.remaining === 0n) finish(venue, maker, 'filled');
}
