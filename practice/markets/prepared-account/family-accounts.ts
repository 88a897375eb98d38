import type { Decimal } from '#shared/decimal.ts';
import type { OtherMaster } from '#practice/accounts/types.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';
import type { PreparedAccount } from './prepared-account.ts';
import { fundAccount } from './wallets.ts';

/** Symbol, side, size, and the distance of the price from the fair one (0.02 = 2 % above). */
type Row = readonly [symbol: string, side: Side, size: Decimal, away: number];

/** Thirteen orders on five pairs, too far away for a price to reach them soon. */
const resting: readonly Row[] = [
  ['BTC-USDT', 'buy', '0.011', -0.061],
  ['BTC-USDT', 'buy', '0.012', -0.064],
  ['BTC-USDT', 'sell', '0.013', 0.062],
  ['BTC-USDT', 'sell', '0.014', 0.066],
  ['ETH-USDT', 'buy', '0.21', -0.063],
  ['ETH-USDT', 'buy', '0.22', -0.067],
  ['ETH-USDT', 'sell', '0.23', 0.065],
  ['SOL-USDT', 'buy', '3.1', -0.066],
  ['SOL-USDT', 'sell', '3.2', 0.068],
  ['XRP-USDT', 'buy', '310', -0.071],
  ['XRP-USDT', 'sell', '320', 0.069],
  ['DOGE-USDT', 'buy', '4100', -0.072],
  ['DOGE-USDT', 'sell', '4200', 0.074],
];

/** Filled at once by the simulated trader of the pair. */
const filled: readonly Row[] = [
  ['BTC-USDT', 'buy', '0.0021', 0],
  ['BTC-USDT', 'sell', '0.0022', 0],
  ['ETH-USDT', 'buy', '0.041', 0],
  ['SOL-USDT', 'sell', '0.51', 0],
  ['KCS-USDT', 'buy', '11', 0],
];

const firstAgoMs = 90_000;
const stepAgoMs = 240_000;

/** Pays each account of a spot family its money in; when the market opens it has fills and resting orders, too. */
export function withFamilyAccounts(
  account: PreparedAccount,
  options: PreparedAccountOptions,
  owners: readonly OtherMaster[],
): PreparedAccount {
  for (const { accountId } of owners) fundAccount(options.ledger, accountId);
  return {
    ...account,
    open() {
      account.open();
      for (const { accountId } of owners) openAccount({ ...options, accountId });
    },
  };
}

function openAccount(options: PreparedAccountOptions): void {
  for (const row of filled) fillOne(options, row);
  for (const [index, row] of resting.entries())
    options.ago(firstAgoMs + index * stepAgoMs, () => void placeOne(options, row, options.accountId));
}

function placeOne(
  options: PreparedAccountOptions,
  [symbol, side, size, away]: Row,
  accountId: string,
): string | undefined {
  const placement = { symbol, side, size, type: 'limit', price: priceAway(options, symbol, away) } as const;
  return accepted(options, symbol, options.spot.place(accountId, placement))?.id;
}

function fillOne(options: PreparedAccountOptions, row: Row): void {
  const [symbol, side, size, away] = row;
  placeOne(options, row, options.accountId);
  placeOne(options, [symbol, side === 'buy' ? 'sell' : 'buy', size, away], options.takerOf(symbol));
}
