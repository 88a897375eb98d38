import { add, compare, type Decimal, divide, minimum, round, subtract } from '#shared/decimal.ts';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import type { MarginPlacement } from '#practice/margin/types.ts';
import type { SpotOrder, SpotPlacement } from '#practice/spot/types.ts';
import {
  type LoanPlan,
  marginPlans,
  type RestingMarginOrder,
  restingMarginOrders,
  type TradePlan,
} from './margin-plans.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';

/** The account's margin trading over the three days before the start. */
export interface MarginDays {
  /** what came before the past day: `advance` moves the clock to so many days before the start */
  actionBefore(advance: (daysAgo: number) => void): void;
  /** does what is due at this moment of the past day (0 … 1) */
  actionUntil(progress: number): void;
  /** brings one account near its line */
  open(): void;
}

/** This isolated account is so near its line when the market opens; its coin never moves far enough to liquidate it. */
const nearLine = { symbol: 'XRP-USDT', debtRatio: '0.935' } as const;

/** Takes plans off the list, oldest first, until the next one is less than so many days ago. */
function takeUntil<T extends { readonly daysAgo: number }>(waiting: T[], daysAgo: number): readonly T[] {
  const later = waiting.findIndex(plan => plan.daysAgo < daysAgo);
  return waiting.splice(0, later < 0 ? waiting.length : later);
}

export function createMarginDays(options: PreparedAccountOptions): MarginDays {
  const waiting = [...marginPlans];
  const resting = [...restingMarginOrders];
  return {
    actionBefore(advance) {
      for (const plan of takeUntil(waiting, 1)) {
        advance(plan.daysAgo);
        if (plan.action === 'borrow') borrow(options, plan);
        else tradeAlone(options, plan);
      }
    },
    actionUntil(progress) {
      for (const plan of takeUntil(waiting, 1 - progress)) {
        if (plan.action === 'borrow') borrow(options, plan);
        else tradeInMarket(options, plan);
      }
      for (const order of takeUntil(resting, 1 - progress)) rest(options, order);
    },
    open: () => approachLine(options),
  };
}

function rest(options: PreparedAccountOptions, order: RestingMarginOrder): void {
  const { symbol, side, size, away, isIsolated = false, isAutoRepay = false, isPostOnly = false } = order;
  const price = priceAway(options, symbol, away);
  place(options, { symbol, side, size, price, type: 'limit', isIsolated, isAutoRepay, isPostOnly });
}

function borrow(options: PreparedAccountOptions, { isolated, currency, size }: LoanPlan): void {
  const scope = { accountId: options.accountId, symbol: isolated ?? null };
  accepted(options, isolated ?? currency, options.margin.borrow(scope, { currency, size, timeInForce: 'FOK' }));
}

function place(options: PreparedAccountOptions, placement: MarginPlacement): SpotOrder | null {
  const placed = accepted(options, placement.symbol, options.margin.place(options.accountId, placement));
  return placed?.order ?? null;
}

/** The order without what the plan alone knows. */
function orderOf(plan: TradePlan): Omit<MarginPlacement, 'type'> {
  const { symbol, side, size, isIsolated = false, isAutoBorrow = false, isAutoRepay = false } = plan;
  return { symbol, side, size, isIsolated, isAutoBorrow, isAutoRepay };
}

function opposite({ symbol, side, size }: TradePlan, price: Decimal): SpotPlacement {
  return { symbol, side: side === 'buy' ? 'sell' : 'buy', type: 'limit', size, price };
}

/** Before the past day there are no quotes: the two parties meet at a price. */
function tradeAlone(options: PreparedAccountOptions, plan: TradePlan): void {
  const price = priceAway(options, plan.symbol, plan.away ?? 0);
  const taker = options.takerOf(plan.symbol);
  const own = { ...orderOf(plan), type: 'limit', price } as const;
  const other = (): unknown => accepted(options, plan.symbol, options.spot.place(taker, opposite(plan, price)));
  if (plan.action === 'take') {
    other();
    place(options, own);
  } else {
    place(options, { ...own, isPostOnly: true });
    other();
  }
}

/** In the past day the account takes what the makers quote, or waits in front of them for the taker. */
function tradeInMarket(options: PreparedAccountOptions, plan: TradePlan): void {
  const { symbol, side } = plan;
  options.requote(symbol);
  if (plan.action === 'take') {
    place(options, { ...orderOf(plan), type: 'market' });
    return;
  }
  const tick = options.spot.pair(symbol)?.priceIncrement ?? '0';
  const floor = priceAway(options, symbol, 0);
  const price = side === 'buy' ? subtract(floor, tick) : add(floor, tick);
  if (place(options, { ...orderOf(plan), type: 'limit', price, isPostOnly: true }) === null) return;
  const taker = options.takerOf(symbol);
  accepted(options, symbol, options.spot.place(taker, { ...opposite(plan, price), timeInForce: 'IOC' }));
}

/** Takes so much money out that the debts are a set part of the rest, as if the coin had fallen since it was bought. */
function approachLine({ margin, ledger, accountId }: PreparedAccountOptions): void {
  const { symbol, debtRatio } = nearLine;
  const account = margin.account({ accountId, symbol });
  if (!account.ok) throw new Error(account.message);
  const { assetValue, debtValue } = account.value;
  const target = divide(debtValue, debtRatio, { scale: 8, rounding: 'up' });
  const from = { accountId, wallet: isolatedWallet(symbol), currency: 'USDT' } as const;
  const { available } = ledger.balance(accountId, from.wallet, from.currency);
  const amount = round(minimum(subtract(assetValue, target), available), 2, 'down');
  if (compare(amount, '0') > 0) ledger.transfer({ ...from, amount }, { accountId, wallet: 'main' });
}
