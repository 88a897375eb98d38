import type { Decimal } from '#shared/decimal.ts';
import { createDeposits, type Deposits } from '../accounts/deposits/deposits.ts';
import { createLedger } from '../accounts/ledger.ts';
import { createMovements, type Movements } from '../accounts/movements/movements.ts';
import type { Ledger, Wallet } from '../accounts/types.ts';
import type { Withdrawals } from '../accounts/withdrawals/types.ts';
import { createWithdrawals } from '../accounts/withdrawals/withdrawals.ts';
import type { FuturesVenue } from '../futures/types.ts';
import { createFuturesVenue } from '../futures/venue/venue.ts';
import { createDrivenClock, type DrivenClock } from '../kernel/clock.ts';
import { createIdentifiers } from '../kernel/identifiers.ts';
import type { Outcome, Rejection } from '../kernel/kernel.ts';
import type { MarginVenue } from '../margin/types.ts';
import { createMarginVenue } from '../margin/venue/venue.ts';
import { contracts } from '../markets/listing/contracts.ts';
import { marginTerms } from '../markets/listing/margin-terms.ts';
import { spotPairs } from '../markets/listing/spot-pairs.ts';
import { fundTraders, traderAccounts } from '../markets/simulation.ts';
import type { SpotVenue } from '../spot/types.ts';
import { createSpotVenue } from '../spot/venue/venue.ts';
import type { PastPrices } from './past-prices.ts';

export const feeAccountId = 'exchange-fees';
const insuranceAccountId = 'exchange-insurance';
const lenderAccountId = 'exchange-lender';

export interface EarlierOptions {
  readonly seed: number;
  /** the earlier months begin and end; epoch ms */
  readonly beginMs: number;
  readonly endMs: number;
  /** when the market starts; epoch ms */
  readonly startMs: number;
  readonly masterId: string;
  /** a sub-account that trades as well */
  readonly subId: string;
  readonly prices: PastPrices;
  readonly onRejection: (symbol: string, rejection: Rejection) => void;
}

/** Venues of their own for the earlier months, and what the accounts do in them. */
export interface EarlierDesk extends EarlierOptions {
  readonly clock: DrivenClock;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly movements: Movements;
  /** the value, or null after the rejection has been reported */
  accepted<T>(symbol: string, outcome: Outcome<T>): T | null;
}

/** Something that happens at a moment of the earlier months. */
export interface EarlierStep {
  /** epoch ms */
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * More than the accounts can lose: what they really began with follows from what they end with, and is known only when
 * everything has happened.
 */
const plenty: Decimal = '100000000';
const coins = ['USDT', 'USDC', 'BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'KCS'] as const;
const purses: readonly (readonly [Wallet, readonly string[]])[] = [
  ['main', coins],
  ['trade', coins],
  ['margin', coins],
  ['isolated:ETH-USDT', ['USDT', 'ETH']],
  ['futures', ['USDT', 'XBT']],
];

function fundAll(ledger: Ledger, { seed, masterId, subId }: EarlierOptions): void {
  fundTraders(ledger, seed);
  const pay = (accountId: string, wallet: Wallet, currency: string): void =>
    ledger.deposit({ accountId, wallet, currency, amount: plenty });
  for (const accountId of [masterId, subId]) {
    for (const [wallet, currencies] of purses) for (const currency of currencies) pay(accountId, wallet, currency);
  }
  for (const currency of ['USDT', 'XBT']) pay(insuranceAccountId, 'futures', currency);
  for (const { currency } of marginTerms.currencies) pay(lenderAccountId, 'main', currency);
  pay(feeAccountId, 'trade', 'USDT');
}

function isExempt(accountId: string): boolean {
  return traderAccounts.has(accountId);
}

export function openEarlierDesk(options: EarlierOptions): EarlierDesk {
  const { seed, beginMs, masterId, subId, onRejection } = options;
  const clock = createDrivenClock(beginMs);
  const ledger = createLedger();
  fundAll(ledger, options);
  const identifiers = createIdentifiers(seed, clock, 'earlier');
  const common = { clock, identifiers, ledger, feeAccountId, isExempt };
  const spot = createSpotVenue({ ...common, pairs: spotPairs });
  return {
    ...options,
    clock,
    ledger,
    spot,
    futures: createFuturesVenue({ ...common, contracts, insuranceAccountId }),
    margin: createMarginVenue({ ...common, spot, terms: marginTerms, lenderId: lenderAccountId }),
    deposits: createDeposits({ ledger }),
    withdrawals: createWithdrawals({ ledger, clock, feeAccountId, recipientOf: () => null, worthUsdt: () => null }),
    movements: createMovements({ ledger, clock, feeAccountId, accounts: new Set([masterId, subId]) }),
    accepted(symbol, outcome) {
      if (outcome.ok) return outcome.value;
      onRejection(symbol, outcome);
      return null;
    },
  };
}
