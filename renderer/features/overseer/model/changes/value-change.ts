import { add, type Decimal, isZero, subtract, sum } from '#shared/decimal.ts';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import { type Amounts, comparedCoins } from './changes.ts';
import { shareOf } from '../overseen-rows.ts';
import { type CoinPrices, type Valuation, valuationIn } from '../valuation.ts';

/**
 * How the value of an account changed between two looks. `amount` is the sum of the three parts. The exchange lists the
 * movements of a sub-account to its own key only, so the parts are derived from amounts and prices.
 */
export interface ValueChange {
  /** value at the earlier look, at the prices of that look; 0 of an account that did not exist */
  readonly before: Decimal;
  readonly amount: Decimal;
  /** of `before`; null: it was worth nothing */
  readonly ratio: Decimal | null;
  /** change of the amounts in main, trade and margin wallets, at the prices of now: deposits, withdrawals, transfers, trades */
  readonly flow: Decimal;
  /** change of the futures equity, at the prices of now: PnL, fees, funding and transfers */
  readonly futures: Decimal;
  /** what the prices of the earlier holdings changed */
  readonly price: Decimal;
}

interface ChangeOptions {
  readonly base: CoinPrices['base'];
  /** of now */
  readonly valuation: Valuation;
}

const nothing: Amounts = {};

/** Null: the values of the account are unknown in one of the snapshots, or the currency had no price. */
export function valueChange(
  userId: string,
  [earlier, now]: readonly [SeenAccounts | null, SeenAccounts],
  { base, valuation }: ChangeOptions,
): ValueChange | null {
  if (earlier === null) return null;
  const compared = comparedWallets(accountOf(earlier, userId), accountOf(now, userId));
  if (compared === null) return null;
  const { past, current } = compared;
  const then = valuationIn({ base, prices: earlier.prices }, valuation.currency);
  if (then.currency !== valuation.currency) return null;
  const priced = (coin: string) => valuation.valueOf(coin, '1') !== null && then.valueOf(coin, '1') !== null;
  const held = [...Object.entries(past.coins), ...Object.entries(past.futures)].filter(([coin]) => priced(coin));
  const before = sum(held.map(([coin, amount]) => then.valueOf(coin, amount) ?? '0'));
  const price = subtract(sum(held.map(([coin, amount]) => valuation.valueOf(coin, amount) ?? '0')), before);
  const flow = valueOfDifference(past.coins, current.coins, valuation);
  const futures = valueOfDifference(past.futures, current.futures, valuation);
  const amount = sum([flow, futures, price]);
  return { before, amount, ratio: shareOf(amount, before), flow, futures, price };
}

function accountOf({ accounts }: SeenAccounts, userId: string): SeenAccount | undefined {
  return Object.hasOwn(accounts, userId) ? accounts[userId] : undefined;
}

interface Wallets {
  readonly coins: Amounts;
  readonly futures: Amounts;
}

/** An account that the earlier look did not have held nothing then. */
function comparedWallets(
  past: SeenAccount | undefined,
  current: SeenAccount | undefined,
): { readonly past: Wallets; readonly current: Wallets } | null {
  if (current === undefined || current.coins === null || current.futures === null) return null;
  const now = { coins: current.coins, futures: current.futures };
  if (past === undefined) return { past: { coins: nothing, futures: nothing }, current: now };
  const compared = comparedCoins(past, current);
  if (compared === null || past.futures === null) return null;
  return { past: { coins: compared[0], futures: past.futures }, current: { ...now, coins: compared[1] } };
}

function valueOfDifference(past: Amounts, current: Amounts, valuation: Valuation): Decimal {
  const coins = [...new Set([...Object.keys(past), ...Object.keys(current)])];
  return sum(
    coins.map(coin => {
      const difference = subtract(current[coin] ?? '0', past[coin] ?? '0');
      return isZero(difference) ? '0' : (valuation.valueOf(coin, difference) ?? '0');
    }),
  );
}

/** Both changes together; the ratio is of both earlier values. Null: neither is known. */
export function addChanges(a: ValueChange | null, b: ValueChange | null): ValueChange | null {
  if (a === null || b === null) return a ?? b;
  const before = add(a.before, b.before);
  const amount = add(a.amount, b.amount);
  const flow = add(a.flow, b.flow);
  const futures = add(a.futures, b.futures);
  return { before, amount, ratio: shareOf(amount, before), flow, futures, price: add(a.price, b.price) };
}
