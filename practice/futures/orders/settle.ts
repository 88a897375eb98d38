import { emitOrder, finish, resizeOrder } from '../state/orders.ts';
import { closableLots, positionOf, signOfSide } from '../state/market.ts';
import { easeHold, moveMargin, takeFee } from '../state/money.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import { recordRealised } from '../state/transactions.ts';
import { recordFill, recordPrint } from '../state/trades.ts';
import type { Liquidity } from '#practice/kernel/kernel.ts';
import type { Trade } from '#practice/matching/types.ts';
import { lesser } from '#practice/kernel/integers.ts';
import { rateOne, valueOf, worthOf } from '../contract/terms.ts';
import { applyLeg, flatPosition, type PositionState, realisedBy } from '../position/state.ts';
import { recordClosed } from '../state/closed-positions.ts';
import { settingsOf } from '../state/settings.ts';

/** One of the two orders of a trade. */
interface Party {
  readonly order: FuturesOrderState;
  readonly liquidity: Liquidity;
}

interface Place {
  readonly venue: FuturesVenueState;
  readonly market: FuturesMarket;
}

/** What was traded: price units, lots, money units. */
interface Settlement {
  readonly price: bigint;
  readonly lots: bigint;
  readonly worth: bigint;
  readonly tradeId: bigint;
}

interface Leg {
  readonly party: Party;
  readonly lots: bigint;
  /** margin added (negative: removed) */
  readonly money: bigint;
  /** lots that reduced the position; the others opened or enlarged it */
  readonly closedLots: bigint;
  readonly realised: bigint;
  readonly before: PositionState;
  /** the old position, flat, when nothing of it is left */
  readonly ended: PositionState | null;
}

function newPosition(venue: FuturesVenueState, market: FuturesMarket, { accountId, mode }: FuturesOrderState) {
  const { riskLevel } = settingsOf(venue, market, accountId);
  return { ...flatPosition(mode), riskLevel: mode === 'ISOLATED' ? riskLevel : null };
}

/** The position that the leg has ended, with its own share of the fee: a trade may have opened a new one at once. */
function recordEnd({ venue, market }: Place, leg: Leg, fee: bigint): void {
  const { before, ended, party, closedLots } = leg;
  const { accountId, isLiquidation } = party.order;
  if (ended === null) return;
  const commission = ended.commission + (leg.lots === 0n ? 0n : (fee * closedLots) / leg.lots);
  const how = isLiquidation ? 'LIQUID' : 'CLOSE';
  recordClosed(venue, market, { accountId, before, ended: { ...ended, commission }, how });
}

/** Puts one side's leg on its position. */
function bookLeg({ venue, market }: Place, party: Party, settlement: Settlement): Leg {
  const { terms } = market;
  const { order } = party;
  const lots = settlement.lots * signOfSide(order.side);
  const closedLots = lesser(settlement.lots, closableLots(market, order.accountId, order.side));
  const before = positionOf(market, order.accountId);
  const state = before.quantity === 0n ? newPosition(venue, market, order) : before;
  const cost = valueOf(terms, lots, settlement.price);
  const result = applyLeg(terms, state, { lots, cost, leverage: order.leverage, timeMs: venue.clock.nowMs() });
  market.positions.set(order.accountId, result.state);
  return {
    party,
    lots: settlement.lots,
    money: result.deposit - result.payout,
    closedLots,
    before,
    realised: realisedBy(before, result),
    ended: result.ended,
  };
}

function chargeFee({ venue, market }: Place, party: Party, worth: bigint): { fee: bigint; rate: bigint } {
  const { terms } = market;
  const { accountId } = party.order;
  const rate = party.liquidity === 'maker' ? terms.makerFee : terms.takerFee;
  const fee = takeFee(venue, terms, { accountId, fee: (worth * rate) / rateOne });
  const state = positionOf(market, accountId);
  market.positions.set(accountId, { ...state, commission: state.commission + fee });
  return { fee, rate };
}

/** The simulated traders make nearly all fills, which are never read. */
function isUnread({ events, isExempt, insuranceAccountId }: FuturesVenueState, accountId: string): boolean {
  return accountId !== insuranceAccountId && isExempt(accountId) && !events.hasListener('order');
}

function advance(venue: FuturesVenueState, { order }: Party, settlement: Settlement): void {
  order.dealLots += settlement.lots;
  order.dealWorth += settlement.worth;
  order.updatedAtMs = venue.clock.nowMs();
  resizeOrder(order, order.openLots - settlement.lots);
}

/**
 * Settles one trade: both positions, margin in before margin out, fees, holds, fills, the print. The value is computed
 * once for both sides, so PnL is zero-sum to the last unit; the rounding of an inverse value is in it for both alike.
 */
export function settleTrade(
  venue: FuturesVenueState,
  market: FuturesMarket,
  {
    trade,
    taker,
    maker,
  }: { readonly trade: Trade; readonly taker: FuturesOrderState; readonly maker: FuturesOrderState },
): void {
  const { terms } = market;
  const price = trade.price * terms.tick;
  const worth = worthOf(terms, trade.size, price);
  const settlement: Settlement = { price, lots: trade.size, worth, tradeId: venue.identifiers.tradeId() };
  const parties: readonly Party[] = [
    { order: maker, liquidity: 'maker' },
    { order: taker, liquidity: 'taker' },
  ];
  const legs = parties.map(party => bookLeg({ venue, market }, party, settlement));
  for (const party of parties) advance(venue, party, settlement);
  for (const { order } of parties) easeHold(venue, market, order.accountId);
  for (const { party, money } of legs.toSorted((a, b) => (a.money > b.money ? -1 : 1))) {
    moveMargin(venue, terms, { accountId: party.order.accountId, money });
  }
  recordPrint(venue, market, {
    sequence: trade.sequence,
    tradeId: settlement.tradeId,
    takerSide: trade.takerSide,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    unitPrice: price,
    lots: settlement.lots,
    worth,
  });
  for (const leg of legs) {
    const { party, closedLots } = leg;
    const charged = chargeFee({ venue, market }, party, worth);
    recordEnd({ venue, market }, leg, charged.fee);
    recordRealised(venue, market, { accountId: party.order.accountId, pnl: leg.realised, fee: charged.fee });
    if (isUnread(venue, party.order.accountId)) continue;
    const tradeType = party.order.isLiquidation ? 'liquid' : 'trade';
    const execution = { ...settlement, ...charged, ...party, closedLots, tradeType } as const;
    emitOrder(venue, party.order, { change: 'match', fill: recordFill(venue, execution) });
  }
  if (maker.openLots === 0n) {
    finish(venue, market, maker);
    emitOrder(venue, maker, { change: 'filled' });
  }
}
