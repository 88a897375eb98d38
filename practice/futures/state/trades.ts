import { fromUnits, toUnits } from '#shared/decimal.ts';
import type { Liquidity, OutsideTrade } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import { worthOf, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import { ownerOf } from '../position/holder.ts';
import type { FuturesFill, FuturesPrint } from '../order-types.ts';
import { accountOf, type FuturesMarket, type FuturesOrderState, type FuturesVenueState } from './state.ts';

/** How many fills an account and how many public trades a contract remembers. */
const fillMemory = 2000;
const printMemory = 500;

/** One trade from the side of one of its orders. Price units, lots, money units, rate units. */
export interface Execution {
  readonly price: bigint;
  readonly lots: bigint;
  readonly worth: bigint;
  readonly tradeId: bigint;
  readonly order: FuturesOrderState;
  readonly liquidity: Liquidity;
  readonly tradeType: FuturesFill['tradeType'];
  readonly fee: bigint;
  readonly rate: bigint;
  /** lots that reduced the position; the others opened or enlarged it */
  readonly closedLots: bigint;
}

function fillOf(venue: FuturesVenueState, execution: Execution): FuturesFill {
  const { order, liquidity, tradeType, tradeId, fee } = execution;
  const { placement, terms } = order;
  const closeFee = (fee * execution.closedLots) / execution.lots;
  return {
    accountId: ownerOf(order.accountId),
    symbol: terms.contract.symbol,
    tradeId,
    orderId: order.id,
    side: order.side,
    liquidity,
    price: writePrice(terms, execution.price),
    size: fromUnits(execution.lots, 0),
    value: writeMoney(terms, execution.worth),
    fee: writeMoney(terms, fee),
    openFee: writeMoney(terms, fee - closeFee),
    closeFee: writeMoney(terms, closeFee),
    feeRate: writeRate(execution.rate),
    feeCurrency: terms.contract.settleCurrency,
    marginMode: order.mode,
    orderType: placement.type,
    stop: placement.stop ?? null,
    tradeType,
    createdAtMs: venue.clock.nowMs(),
    createdAtNs: venue.clock.nowNs(),
  };
}

/** A fill as its account sees it, and remembers it. */
export function recordFill(venue: FuturesVenueState, execution: Execution): FuturesFill {
  const fill = fillOf(venue, execution);
  remember(accountOf(venue, fill.accountId).fills, fill, fillMemory);
  return fill;
}

/** A trade becomes public: print, last price, 24-hour figures. */
export function recordPrint(
  venue: FuturesVenueState,
  market: FuturesMarket,
  trade: Omit<FuturesPrint, 'symbol' | 'price' | 'size' | 'timeNs'> & {
    readonly unitPrice: bigint;
    readonly lots: bigint;
    readonly worth: bigint;
  },
): void {
  const { terms } = market;
  const { unitPrice, lots, worth, ...rest } = trade;
  const print: FuturesPrint = {
    ...rest,
    symbol: terms.contract.symbol,
    price: writePrice(terms, unitPrice),
    size: fromUnits(lots, 0),
    timeNs: venue.clock.nowNs(),
  };
  market.last = unitPrice;
  market.day.record({ price: unitPrice, size: lots, turnover: worth, timeMs: venue.clock.nowMs() });
  remember(market.prints, print, printMemory);
  venue.events.emit('print', () => ({ kind: 'print', print }));
}

/** A trade without an account of this venue; see `recordTrade` of the venue. */
export function recordOutsideTrade(venue: FuturesVenueState, market: FuturesMarket, trade: OutsideTrade): boolean {
  const { terms, book } = market;
  const unitPrice = toUnits(trade.price, terms.priceScale);
  const ticks = unitPrice / terms.tick;
  if (book.wouldTake('buy', ticks) || book.wouldTake('sell', ticks)) return false;
  const lots = toUnits(trade.size, 0);
  recordPrint(venue, market, {
    sequence: book.takeSequence(),
    tradeId: venue.identifiers.tradeId(),
    takerSide: trade.takerSide,
    takerOrderId: venue.identifiers.orderId(),
    makerOrderId: venue.identifiers.orderId(),
    unitPrice,
    lots,
    worth: worthOf(terms, lots, unitPrice),
  });
  return true;
}
