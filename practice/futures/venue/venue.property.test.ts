import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  normalise,
  round,
  roundToStep,
  subtract,
  sum,
  uncheckedDecimal,
} from '#shared/decimal.ts';
import { expectAtLeast, expectAtMost, expectSame } from '#shared/testing/assertions/cheap-expect.ts';
import { createTerms } from '../contract/terms.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { MarginModeName } from '../account-types.ts';
import type { Contract } from '../contract-types.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesPosition } from '../types.ts';

const traders = ['ada', 'bob', 'cyd', 'dan'] as const;
const everybody = [...traders, 'insurance', 'fees', 'futures-clearing'];
const symbols = ['XBTUSDTM', 'XBTUSDM', 'ETHUSDTM'] as const;
const currencies = ['USDT', 'XBT'] as const;

interface OrderCommand {
  readonly kind: 'order';
  readonly trader: (typeof traders)[number];
  readonly symbol: (typeof symbols)[number];
  readonly side: 'buy' | 'sell';
  /** per mille from the mark; null = market */
  readonly offset: number | null;
  readonly size: number;
  readonly leverage: number;
  readonly flag: 'none' | 'reduce' | 'close' | 'force' | 'hidden' | 'iceberg' | 'post' | 'ioc' | 'cross' | 'stop';
  readonly prevention: 'CN' | 'CO' | 'CB' | undefined;
}

interface MarginCommand {
  readonly kind: 'margin';
  readonly trader: (typeof traders)[number];
  readonly symbol: (typeof symbols)[number];
  readonly amount: number;
  readonly bizNo: number;
}

interface LeverageCommand {
  readonly kind: 'leverage';
  readonly trader: (typeof traders)[number];
  readonly symbol: (typeof symbols)[number];
  readonly leverage: number;
}

type Command =
  | OrderCommand
  | MarginCommand
  | LeverageCommand
  | { readonly kind: 'cancel'; readonly trader: (typeof traders)[number]; readonly pick: number }
  | { readonly kind: 'index'; readonly symbol: (typeof symbols)[number]; readonly perMille: number }
  | { readonly kind: 'tick'; readonly minutes: number };

const anyTrader = fc.constantFrom(...traders);
const anySymbol = fc.constantFrom(...symbols);
const orders: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant('order' as const),
  trader: anyTrader,
  symbol: anySymbol,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  offset: fc.option(fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -49, max: 49 })), {
    freq: 4,
    nil: null,
  }),
  size: fc.integer({ min: 1, max: 60 }),
  leverage: fc.constantFrom(1, 2, 5, 10, 33, 50, 100),
  flag: fc.constantFrom(
    ...([
      'none',
      'none',
      'none',
      'reduce',
      'close',
      'force',
      'hidden',
      'iceberg',
      'post',
      'ioc',
      'cross',
      'stop',
    ] as const),
  ),
  prevention: fc.constantFrom(undefined, undefined, 'CN' as const, 'CO' as const, 'CB' as const),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: orders },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), trader: anyTrader, pick: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('index' as const),
      symbol: anySymbol,
      perMille: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -150, max: 150 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), minutes: fc.integer({ min: 0, max: 600 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('leverage' as const),
      trader: anyTrader,
      symbol: anySymbol,
      leverage: fc.constantFrom(1, 3, 10, 25, 100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('margin' as const),
      trader: anyTrader,
      symbol: anySymbol,
      amount: fc.integer({ min: 1, max: 50 }),
      bizNo: fc.nat(5),
    }),
  },
);

function contractOf(kit: FuturesKit, name: string): Contract {
  const contract = kit.venue.contract(name);
  if (contract === null) throw new Error(name);
  return contract;
}

function near(kit: FuturesKit, name: string, perMille: number): Decimal {
  const mark = kit.venue.state(name)?.markPrice ?? '0';
  return roundToStep(multiply(mark, `${(1000 + perMille) / 1000}`), contractOf(kit, name).tickSize, 'half-even');
}

/** What a flag makes of an order. */
function flagged(kit: FuturesKit, { flag, symbol, side }: OrderCommand, size: number): Partial<FuturesPlacement> {
  const variants: Record<OrderCommand['flag'], Partial<FuturesPlacement>> = {
    none: {},
    reduce: { isReduceOnly: true },
    close: { isCloseOrder: true },
    force: { isForceHold: true },
    hidden: { isHidden: true },
    iceberg: { isIceberg: true, visibleSize: `${Math.ceil(size / 3)}` },
    post: { isPostOnly: true },
    ioc: { timeInForce: 'IOC' },
    cross: {},
    stop: { stop: side === 'buy' ? 'up' : 'down', stopPrice: near(kit, symbol, 20), stopPriceType: 'MP' },
  };
  return variants[flag];
}

function modeOf(kit: FuturesKit, { trader, symbol }: OrderCommand): MarginModeName {
  const mode = kit.venue.marginMode(trader, symbol);
  return mode.ok ? mode.value : 'ISOLATED';
}

/** Any side in hedge mode, so that orders open and close both positions. */
function sideFor(kit: FuturesKit, trader: string, pick: number): Pick<FuturesPlacement, 'positionSide'> {
  return kit.venue.isHedged(trader) ? { positionSide: pick % 2 === 0 ? 'LONG' : 'SHORT' } : {};
}

function place(kit: FuturesKit, order: OrderCommand): void {
  const { flag, offset, symbol, prevention } = order;
  const size = contractOf(kit, symbol).isInverse ? order.size * 50 : order.size;
  const ofSide = sideFor(kit, order.trader, order.size);
  const before = kit.venue.position(order.trader, symbol, ofSide.positionSide);
  if (flag === 'cross') kit.venue.changeMarginMode(order.trader, symbol, 'CROSS');
  kit.venue.place(order.trader, {
    symbol,
    marginMode: modeOf(kit, order),
    side: order.side,
    type: offset === null ? 'market' : 'limit',
    leverage: `${order.leverage}`,
    size: `${size}`,
    ...(offset === null ? {} : { price: near(kit, symbol, offset) }),
    ...(prevention === undefined ? {} : { selfTradePrevention: prevention }),
    ...flagged(kit, order, size),
    ...ofSide,
  });
  if (flag !== 'reduce' && flag !== 'close') return;
  const after = kit.venue.position(order.trader, symbol, ofSide.positionSide)?.currentQty ?? '0';
  expectAtMost(compare(absolute(after), absolute(before?.currentQty ?? '0')), 0);
}

function run(kit: FuturesKit, step: Command, bizNos: Map<string, string>): void {
  switch (step.kind) {
    case 'order':
      place(kit, step);
      return;
    case 'cancel': {
      const open = kit.venue.orders(step.trader, 'active', {});
      const order = open[step.pick % Math.max(1, open.length)];
      if (order !== undefined) expectSame(kit.venue.cancel(step.trader, order.id).ok, true);
      return;
    }
    case 'index':
      kit.venue.setIndexPrice(step.symbol, near(kit, step.symbol, step.perMille));
      return;
    case 'tick':
      kit.clock.advance(step.minutes * 60_000);
      kit.venue.tick(kit.clock.nowMs());
      return;
    case 'leverage':
      kit.venue.changeCrossLeverage(step.trader, step.symbol, `${step.leverage}`);
      return;
    case 'margin':
      deposit(kit, step, bizNos);
  }
}

/** Adds margin: once for a bizNo, never raising a long's liquidation price nor lowering a short's. */
function deposit(kit: FuturesKit, step: MarginCommand, bizNos: Map<string, string>): void {
  const ofSide = sideFor(kit, step.trader, step.bizNo);
  const before = kit.venue.position(step.trader, step.symbol, ofSide.positionSide);
  const currency = contractOf(kit, step.symbol).settleCurrency;
  const wallet = kit.available(step.trader, currency);
  const margin: Decimal =
    currency === 'XBT' ? normalise(uncheckedDecimal(`0.000${step.amount + 10}`)) : `${step.amount}`;
  const key = `${step.trader}${step.bizNo}`;
  const added = kit.venue.addMargin(step.trader, { symbol: step.symbol, ...ofSide, margin, bizNo: key });
  const moved = subtract(wallet, kit.available(step.trader, currency));
  if (bizNos.has(key)) {
    expectSame(added.ok, true);
    expectSame(moved, '0');
    return;
  }
  expectSame(moved, added.ok ? margin : '0');
  if (!added.ok || before === null) return;
  bizNos.set(key, step.symbol);
  expectSame(added.value.posCross, add(before.posCross, margin));
  expectSame(added.value.posMargin, add(before.posMargin, margin));
  const change = compare(added.value.liquidationPrice, before.liquidationPrice);
  expectAtMost(isNegative(before.currentQty) ? -change : change, 0);
  expectSame(isNegative(added.value.liquidationPrice), false);
}

function value(contract: Contract, quantity: Decimal, price: Decimal): Decimal {
  const size = multiply(absolute(quantity), absolute(contract.multiplier));
  const worth = contract.isInverse ? divide(size, price, { scale: 16, rounding: 'down' }) : multiply(size, price);
  return isNegative(quantity) === contract.isInverse ? worth : negate(worth);
}

/** The identities of docs/exchange/matching.md §8, computed again from the record alone. */
function checkIdentities(contract: Contract, position: FuturesPosition): void {
  const { posMargin, posMaint, currentQty, posCost, unrealisedPnl, maintMargin, posComm } = position;
  expectSame(posMargin, subtract(sum([position.posInit, position.posCross, posComm]), position.posLoss));
  expectSame(maintMargin, add(posMargin, unrealisedPnl));
  expectSame(position.markValue, value(contract, currentQty, position.markPrice));
  expectSame(unrealisedPnl, subtract(position.markValue, posCost));
  expectSame(
    position.unrealisedPnlPcnt,
    divide(unrealisedPnl, absolute(posCost), { scale: 10, rounding: 'half-even' }),
  );
  expectSame(position.unrealisedRoePcnt, divide(unrealisedPnl, position.posInit, { scale: 10, rounding: 'half-even' }));
  expectSame(position.realisedPnl, negate(position.realisedCost));
  const isLong = !isNegative(currentQty);
  expectSame(compare(position.markPrice, position.liquidationPrice), isLong ? 1 : -1);
  if (position.marginMode === 'CROSS') return;
  const size = multiply(absolute(currentQty), absolute(contract.multiplier));
  const spare = subtract(posMargin, posMaint);
  for (const [shown, margin] of [
    [position.liquidationPrice, spare],
    [position.bankruptPrice, subtract(posMargin, posComm)],
  ] as const) {
    const worth = subtract(absolute(posCost), isLong === contract.isInverse ? negate(margin) : margin);
    const isReachable = compare(worth, '0') > 0;
    if (!isReachable) {
      expectSame(shown, isLong ? '0' : contract.maxPrice);
      continue;
    }
    const exact = contract.isInverse
      ? divide(size, worth, { scale: 20, rounding: 'down' })
      : divide(worth, size, { scale: 20, rounding: 'down' });
    const distance = isLong ? subtract(shown, exact) : subtract(exact, shown);
    if (compare(exact, contract.maxPrice) < 0) {
      expectAtLeast(compare(distance, isLong ? '0' : '-0.0000000001'), 0);
      expectAtMost(compare(distance, contract.tickSize), 0);
    }
  }
}

/** Every trade on the book pays its fee in full, in two parts that add up to it; what the system does off it is free. */
function checkFees(kit: FuturesKit): void {
  for (const fill of everybody.flatMap(accountId => kit.venue.fills(accountId, 0))) {
    const { moneyScale } = createTerms(contractOf(kit, fill.symbol));
    const rate = ({ maker: '0.0002', taker: '0.0006' } as const)[fill.liquidity];
    const isOnBook = fill.tradeType === 'trade' || !isZero(fill.feeRate);
    const fee = isOnBook ? round(multiply(fill.value, rate), moneyScale, 'down') : '0';
    expectSame(fill.fee, fee);
    expectSame(add(fill.openFee, fill.closeFee), fee);
  }
}

function checkContract(kit: FuturesKit, contract: Contract, open: readonly FuturesPosition[]): void {
  const own = open.filter(position => position.symbol === contract.symbol);
  expectSame(sum(own.map(position => position.currentQty)), '0');
  for (const position of own) {
    checkIdentities(contract, position);
    expectSame(isNegative(position.maintMargin), false);
    const { positionSide, currentQty } = position;
    if (positionSide !== 'BOTH') expectSame(isNegative(currentQty), positionSide === 'SHORT');
  }
  const view = kit.venue.book(contract.symbol, 1);
  const [bid, ask] = [view?.bids[0]?.[0], view?.asks[0]?.[0]];
  if (bid !== undefined && ask !== undefined) expectSame(compare(bid, ask), -1);
}

function checkWorld(kit: FuturesKit, totals: readonly string[]): void {
  const { venue, ledger } = kit;
  for (const [index, currency] of currencies.entries()) expectSame(ledger.totalOf(currency), totals[index]);
  for (const balance of everybody.flatMap(accountId => ledger.balances(accountId))) {
    expectSame(isNegative(balance.available) || isNegative(balance.held), false);
  }
  const open = everybody.flatMap(accountId => venue.positions(accountId));
  for (const contract of venue.contracts) checkContract(kit, contract, open);
  for (const currency of currencies) {
    for (const accountId of everybody) {
      const { frozenFunds, marginBalance } = venue.overview(accountId, currency);
      expectSame(frozenFunds, '0');
      if (!traders.some(trader => trader === accountId)) continue;
      const last = venue.transactions(accountId).find(row => row.currency === currency);
      expectSame(last?.balance, marginBalance);
    }
    const own = open.filter(position => position.settleCurrency === currency);
    // the clearing account owns exactly what all positions together are worth, at any price
    const equity = subtract(sum(own.map(position => position.posMargin)), sum(own.map(position => position.posCost)));
    expectSame(kit.available('futures-clearing', currency), equity);
  }
}

/** Those who begin on cross margin; the others switch to it now and then. */
const crossTraders = ['ada', 'cyd'] as const;

/** Money of the traders from poor to rich, so that some are always at its end. */
const funds = [
  ['ada', '20', '0.002'],
  ['bob', '150', '0.01'],
  ['cyd', '1000', '0.05'],
  ['dan', '20000', '1'],
] as const;

function createFundedKit(insurance: Decimal, isHedge: boolean): FuturesKit {
  const kit = createFuturesKit();
  for (const [accountId, tether, bitcoin] of funds) {
    kit.venue.changePositionMode(accountId, isHedge);
    kit.fund(accountId, tether);
    kit.fund(accountId, bitcoin, 'XBT');
  }
  for (const accountId of crossTraders) {
    for (const symbol of symbols) kit.venue.changeMarginMode(accountId, symbol, 'CROSS');
  }
  if (!isZero(insurance)) {
    kit.fund('insurance', insurance);
    kit.fund('insurance', insurance, 'XBT');
  }
  return kit;
}

describe('a futures venue under any sequence of actions', () => {
  it.each([
    { insurance: '0', only: null, numRuns: 30, isHedge: false },
    { insurance: '100000', only: null, numRuns: 30, isHedge: false },
    { insurance: '5', only: null, numRuns: 30, isHedge: true },
    { insurance: '0', only: 'XBTUSDTM', numRuns: 80, isHedge: true },
    { insurance: '5', only: 'XBTUSDTM', numRuns: 60, isHedge: false },
    { insurance: '0.001', only: 'XBTUSDM', numRuns: 80, isHedge: false },
  ] as const)(
    'keeps money, positions and identities ($insurance insured, $only, hedge $isHedge)',
    ({ insurance, only, numRuns, isHedge }) => {
      fc.assert(
        fc.property(fc.array(command, { minLength: 30, maxLength: 120, size: 'max' }), steps => {
          const kit = createFundedKit(insurance, isHedge);
          const totals = currencies.map(currency => kit.ledger.totalOf(currency));
          const bizNos = new Map<string, string>();
          for (const step of steps) {
            run(kit, only !== null && 'symbol' in step ? { ...step, symbol: only } : step, bizNos);
            checkWorld(kit, totals);
          }
          checkFees(kit);
        }),
        { numRuns },
      );
    },
    120_000,
  );
});
