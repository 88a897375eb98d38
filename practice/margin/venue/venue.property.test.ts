import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  multiply,
  roundToStep,
  subtract,
  sum,
  uncheckedDecimal,
} from '#shared/decimal.ts';
import { expectSame } from '#shared/testing/assertions/cheap-expect.ts';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import { hourMs } from '#practice/kernel/durations.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import { accepted, createMarginKit, type MarginKit } from '../testing/margin-kit.ts';
import type { MarginScope } from '../types.ts';

const users = ['ann', 'cid'] as const;
const currencies = ['BTC', 'ETH', 'USDT'] as const;
const scopes: readonly MarginScope[] = users.flatMap(accountId => [
  { accountId, symbol: null },
  { accountId, symbol: 'BTC-USDT' },
]);
const line: Decimal = '0.97';
const whole = { scale: 3, rounding: 'down' } as const;

const scope = fc.constantFrom(...scopes);
const currency = fc.constantFrom(...currencies);
const size = fc.integer({ min: 1, max: 4_000 }).map((count): Decimal => multiply(`${count}`, '0.01'));
const money = fc.integer({ min: 1, max: 5_000 }).map((count): Decimal => `${count}`);

const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      scope,
      pair: fc.constantFrom('BTC-USDT', 'BTC-USDT', 'ETH-USDT'),
      side: fc.constantFrom<Side[]>('buy', 'sell'),
      size,
      // half coins: never between the market's quotes, which lie around whole ones
      away: fc.option(fc.integer({ min: -8, max: 8 }), { freq: 2 }),
      isAutoBorrow: fc.boolean(),
      isAutoRepay: fc.boolean(),
    }),
  },
  // nearly all that can be borrowed goes into one position
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('gamble' as const), scope, side: fc.constantFrom<Side[]>('buy', 'sell') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('borrow' as const), scope, currency, size: money }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repay' as const), scope, currency, size: money }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('out' as const), scope, currency, size: money }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('in' as const), scope, currency, size: money }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), scope }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      pair: fc.constantFrom('BTC-USDT', 'ETH-USDT'),
      share: fc.integer({ min: 80, max: 120 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 30 }) }) },
);
type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type TradingAction = Drawn<typeof action>;

function walletOf({ symbol }: MarginScope) {
  return symbol === null ? ('margin' as const) : isolatedWallet(symbol);
}

const pricesOf = new WeakMap<MarginKit, Map<string, number>>();

function open(): MarginKit {
  const kit = createMarginKit();
  for (const accountId of users) {
    kit.give(accountId, 'margin', { USDT: '3000', BTC: '5' });
    kit.give(accountId, 'isolated:BTC-USDT', { USDT: '800' });
    kit.give(accountId, 'main', { USDT: '5000', BTC: '10', ETH: '20' });
  }
  pricesOf.set(kit, new Map());
  move(kit, 'BTC-USDT', 100);
  move(kit, 'ETH-USDT', 40);
  return kit;
}

const priceOf = (kit: MarginKit, pair: string): number => pricesOf.get(kit)?.get(pair) ?? 100;

/** In steps that the collar allows. */
function move(kit: MarginKit, pair: string, price: number): void {
  const last = Number(kit.spot.lastPrice(pair));
  const next = Math.min(Math.max(price, last * 0.94), last * 1.06);
  kit.quote(pair, Math.round(next));
  pricesOf.get(kit)?.set(pair, Math.round(next));
  if (Math.abs(Math.round(next) - price) > 1) move(kit, pair, price);
}

function place(kit: MarginKit, step: Extract<TradingAction, { kind: 'place' }>): void {
  const { scope: of, pair, side, away, ...order } = step;
  const price: Decimal = uncheckedDecimal(`${priceOf(kit, pair) + (away ?? 0)}.5`);
  const kind = away === null ? { type: 'market' as const } : { type: 'limit' as const, price };
  const { isAutoBorrow, isAutoRepay } = order;
  const isIsolated = of.symbol !== null;
  kit.margin.place(of.accountId, {
    symbol: pair,
    side,
    size: order.size,
    ...kind,
    isIsolated,
    isAutoBorrow,
    isAutoRepay,
  });
}

function gamble(kit: MarginKit, { scope: of, side }: Extract<TradingAction, { kind: 'gamble' }>): void {
  const assets = assetsOf(kit, of);
  const most = (coin: string): Decimal => {
    const asset = assets.find(each => each.currency === coin);
    return multiply(add(asset?.maxBorrow ?? '0', asset?.available ?? '0'), '0.97');
  };
  const coins = side === 'sell' ? most('BTC') : divide(most('USDT'), `${priceOf(kit, 'BTC-USDT') + 1}`, whole);
  const order = { symbol: 'BTC-USDT', side, type: 'market', size: roundToStep(coins, '0.001', 'down') } as const;
  kit.margin.place(of.accountId, { ...order, isIsolated: of.symbol !== null, isAutoBorrow: true });
}

function transfer(kit: MarginKit, step: Extract<TradingAction, { kind: 'in' | 'out' }>): void {
  const { scope: of, currency: coin, size: amount } = step;
  const [account, main] = [
    { accountId: of.accountId, wallet: walletOf(of) },
    { accountId: of.accountId, wallet: 'main' as const },
  ];
  const isAllowed =
    step.kind === 'out' ? kit.margin.mayLeave(of, { currency: coin, amount }) : kit.margin.mayEnter(of, coin);
  if (!isAllowed.ok) return;
  const [from, to] = step.kind === 'out' ? [account, main] : [main, account];
  const isMoved = kit.ledger.transfer({ ...from, currency: coin, amount }, to);
  if (step.kind === 'out') expectSame(isMoved, true);
}

function run(kit: MarginKit, step: TradingAction): void {
  if (step.kind === 'place') place(kit, step);
  else if (step.kind === 'gamble') gamble(kit, step);
  else if (step.kind === 'borrow') {
    kit.margin.borrow(step.scope, { currency: step.currency, size: step.size, timeInForce: 'IOC' });
  } else if (step.kind === 'repay') kit.margin.repay(step.scope, { currency: step.currency, size: step.size });
  else if (step.kind === 'in' || step.kind === 'out') transfer(kit, step);
  else if (step.kind === 'cancel') {
    const { accountId, symbol } = step.scope;
    const tradeType = symbol === null ? 'MARGIN_TRADE' : 'MARGIN_ISOLATED_TRADE';
    for (const { id } of kit.spot.orders(accountId, 'active', { tradeType })) kit.spot.cancel(accountId, id);
  } else if (step.kind === 'move') move(kit, step.pair, (priceOf(kit, step.pair) * step.share) / 100);
  else kit.advance(step.hours * hourMs);
}

const assetsOf = (kit: MarginKit, of: MarginScope) => accepted(kit.margin.account(of)).assets;

function principalOf(kit: MarginKit, coin: string): Decimal {
  return sum(
    scopes
      .flatMap(of => assetsOf(kit, of))
      .filter(asset => asset.currency === coin)
      .map(asset => asset.principal),
  );
}

/** Money is neither made nor lost: what the users owe is what the lender has lent, but for the interest it was paid. */
function expectConserved(kit: MarginKit, totals: ReadonlyMap<string, Decimal>): void {
  for (const coin of currencies) {
    expectSame(kit.ledger.totalOf(coin), totals.get(coin));
    const paid = users.flatMap(id => kit.margin.history(id).repays).filter(row => row.currency === coin);
    const lent = add(kit.ledger.balance('lender', 'main', coin).total, principalOf(kit, coin));
    expectSame(subtract(lent, sum(paid.map(row => row.interest))), '1000000');
  }
}

/** Each debt is what its history says. */
function expectAccounted(kit: MarginKit, of: MarginScope): void {
  const { borrows, repays, interests } = kit.margin.history(of.accountId);
  for (const { currency: coin, principal, interest } of assetsOf(kit, of)) {
    const own = <T extends { readonly symbol: string | null; readonly currency: string }>(rows: readonly T[]) =>
      rows.filter(row => row.symbol === of.symbol && row.currency === coin);
    expectSame(isNegative(principal) || isNegative(interest), false);
    const lent = sum(own(borrows).map(row => row.actualSize));
    expectSame(subtract(lent, sum(own(repays).map(row => row.principal))), principal);
    const charged = sum(own(interests).map(row => row.amount));
    expectSame(subtract(charged, sum(own(repays).map(row => row.interest))), interest);
  }
}

function expectSolvent(kit: MarginKit): void {
  for (const accountId of [...users, 'bob', 'lender', 'exchange']) {
    for (const { available, held } of kit.ledger.balances(accountId)) {
      expectSame(isNegative(available) || isNegative(held), false);
    }
  }
}

/** After a look at the accounts: below the line and free, or above it and bankrupt; the deep book leaves nothing between. */
function expectDecided(kit: MarginKit, of: MarginScope): void {
  const { status, assetValue, debtValue } = accepted(kit.margin.account(of));
  const isOver = compare(debtValue, '0') > 0 && compare(debtValue, multiply(assetValue, line)) >= 0;
  expectSame(status, isOver ? 'BANKRUPTCY' : 'EFFECTIVE');
}

/** A short and a long position, both ruined, so that every status is met whatever is drawn. */
const ruin: TradingAction[] = [
  { kind: 'gamble', scope: { accountId: 'ann', symbol: 'BTC-USDT' }, side: 'sell' },
  { kind: 'gamble', scope: { accountId: 'cid', symbol: null }, side: 'buy' },
  { kind: 'move', pair: 'BTC-USDT', share: 120 },
  { kind: 'move', pair: 'BTC-USDT', share: 80 },
  { kind: 'move', pair: 'BTC-USDT', share: 80 },
  { kind: 'in', scope: { accountId: 'ann', symbol: 'BTC-USDT' }, currency: 'BTC', size: '10' },
  { kind: 'repay', scope: { accountId: 'ann', symbol: 'BTC-USDT' }, currency: 'BTC', size: '10' },
];

describe('any sequence of loans, orders, transfers and prices', () => {
  it('keeps every book of debts, takes no balance below zero, and ends liquidations below the line or bankrupt', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 40, size: 'max' }), steps => {
        const kit = open();
        const totals = new Map(currencies.map(coin => [coin, kit.ledger.totalOf(coin)] as const));
        for (const step of steps) {
          run(kit, step);
          expectConserved(kit, totals);
          expectSolvent(kit);
          for (const of of scopes) expectAccounted(kit, of);
          kit.advance(1);
          for (const of of scopes) expectDecided(kit, of);
        }
        for (const { status } of kit.events) seen.set(status, (seen.get(status) ?? 0) + 1);
      }),
      { numRuns: 40, examples: [[ruin]] },
    );
    // otherwise it would have proved nothing
    expect([...seen.keys()].toSorted()).toEqual(['BANKRUPTCY', 'BORROW', 'EFFECTIVE', 'LIQUIDATION', 'REPAY']);
  });
});
