import type { Decimal } from '#shared/decimal.ts';
import { createDirectory } from '#practice/accounts/directory.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
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
import { createPayments, type Payments } from '#practice/world/payments.ts';
import { startMs } from './fake-exchange.ts';

/** Both venues with their real engines, candles and accounts, without money. */
export interface Engines extends Payments {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly ledger: Ledger;
  readonly directory: Directory;
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
  const margin = createMarginVenue({ ...shared, spot, terms: marginTerms, lenderId: 'lender' });
  return {
    spot,
    futures,
    margin,
    ...createPayments({ ledger, clock, directory, spot, futures, margin, feeAccountId: 'fees' }),
    ledger,
    clock,
    history: createMarketHistory({ spot, futures, clock }),
    directory,
    give(accountId, wallet, money) {
      for (const [currency, amount] of Object.entries(money)) ledger.deposit({ accountId, wallet, currency, amount });
    },
  };
}
