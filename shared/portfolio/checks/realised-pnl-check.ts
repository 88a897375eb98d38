import { add, type Decimal, isZero, subtract } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { ContractCoinChange } from '../rows/contract-row.ts';
import type { RowStamp } from '../rows/row-stamp.ts';

/** A row of type RealisedPNL of the futures ledger, pending ones included: net of fees and funding, as far as is known. */
export interface RealisedPnlRow extends RowStamp {
  readonly coin: string;
  readonly amount: Decimal;
}

/** What the fills and funding rows of an account add up to in a settle currency, and what its ledger books. */
export interface RealisedPnlDifference {
  readonly account: string;
  readonly coin: string;
  readonly derived: Decimal;
  readonly booked: Decimal;
  /** booked − derived, not zero */
  readonly difference: Decimal;
}

type Sums = Pick<RealisedPnlDifference, 'account' | 'coin' | 'derived' | 'booked'>;

/** Accounts and coins whose ledger of realised PnL differs from the sum of results, fees and funding. Empty: all agree. */
export function checkRealisedPnl(
  changes: readonly ContractCoinChange[],
  rows: readonly RealisedPnlRow[],
): readonly RealisedPnlDifference[] {
  const sums = new Map<string, Sums>();
  const addTo = (side: 'derived' | 'booked', row: Pick<RealisedPnlRow, 'account' | 'coin' | 'amount'>) => {
    const coin = canonicalCoin(row.coin);
    const key = `${row.account} ${coin}`;
    const known = sums.get(key) ?? { account: row.account, coin, derived: '0', booked: '0' };
    sums.set(key, { ...known, [side]: add(known[side], row.amount) });
  };
  for (const change of changes) addTo('derived', change);
  for (const row of rows) addTo('booked', row);
  return [...sums.values()].flatMap(({ account, coin, derived, booked }) => {
    const difference = subtract(booked, derived);
    return isZero(difference) ? [] : [{ account, coin, derived, booked, difference }];
  });
}
