import type { Decimal } from '#shared/decimal.ts';
import { createDirectory } from '#practice/accounts/directory.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
import { recipientIn } from '#practice/accounts/recipients.ts';
import type { Withdrawals } from '#practice/accounts/withdrawals/types.ts';
import { createWithdrawals } from '#practice/accounts/withdrawals/withdrawals.ts';
import type { Directory, Ledger, Wallet } from '#practice/accounts/types.ts';
import { createDrivenClock, type DrivenClock } from '#practice/kernel/clock.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import { createFuturesVenue } from '#practice/futures/venue/venue.ts';
import { createMarketHistory, type MarketHistory } from '#practice/history/market-history.ts';
import { createIdentifiers } from '#practice/kernel/identifiers.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import { createMarginVenue } from '#practice/margin/venue/venue.ts';
import { contracts } from '#practice/markets/listing/contracts.ts';
import { marginTerms } from '#practice/markets/listing/margin-terms.ts';
import { spotPairs } from '#practice/markets/listing/spot-pairs.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import { createSpotVenue } from '#practice/spot/venue/venue.ts';
import { worthUsdt } from '#practice/world/worth.ts';
import { startMs } from './fake-exchange.ts';

/** Both venues with their real engines, candles and accounts; nobody has money yet. */
export interface Engines {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly withdrawals: Withdrawals;
  readonly history: MarketHistory;
  readonly clock: DrivenClock;
  give(accountId: string, wallet: Wallet, money: Readonly<Record<string, Decimal>>): void;
}

/** `isExempt`: accounts without a limit on the number of their orders. */
export function createEngines(isExempt: (accountId: string) => boolean): Engines {
  const clock = createDrivenClock(startMs);
  const ledger = createLedger();
  const shared = { clock, identifiers: createIdentifiers(1, clock), ledger, feeAccountId: 'fees', isExempt };
  const spot = createSpotVenue({ ...shared, pairs: spotPairs });
  const futures = createFuturesVenue({ ...shared, contracts, insuranceAccountId: 'insurance' });
  const directory = createDirectory({ seed: 1, nowMs: startMs, ledger });
  const withdrawals = createWithdrawals({
    ledger,
    clock,
    feeAccountId: 'fees',
    recipientOf: recipientIn(directory),
    worthUsdt: (currency, amount) => worthUsdt(spot, currency, amount),
  });
  return {
    spot,
    futures,
    margin: createMarginVenue({ ...shared, spot, terms: marginTerms, lenderId: 'lender' }),
    ledger,
    clock,
    history: createMarketHistory({ spot, futures, clock }),
    directory,
    withdrawals,
    give(accountId, wallet, money) {
      for (const [currency, amount] of Object.entries(money)) ledger.deposit({ accountId, wallet, currency, amount });
    },
  };
}
