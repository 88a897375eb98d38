import { type Decimal, fromNumber, multiply, roundToStep } from '#shared/decimal.ts';
import { createDirectory } from '../accounts/directory.ts';
import { createSubAccountLife } from '../accounts/sub-account-life.ts';
import { createLedger } from '../accounts/ledger.ts';
import type { Directory, Ledger } from '../accounts/types.ts';
import { createDrivenClock, createPastClock, type DrivenClock } from '../kernel/clock.ts';
import type { FuturesVenue } from '../futures/types.ts';
import { createFuturesVenue } from '../futures/venue/venue.ts';
import { dayMs } from '../kernel/durations.ts';
import { createMarketHistory, type MarketHistory } from '../history/market-history.ts';
import type { MarginVenue } from '../margin/types.ts';
import { createMarginVenue } from '../margin/venue/venue.ts';
import { createIdentifiers } from '../kernel/identifiers.ts';
import type { Refusal } from '../kernel/kernel.ts';
import { contracts } from '../markets/listing/contracts.ts';
import { marginTerms } from '../markets/listing/margin-terms.ts';
import { marginPastMs, simulatePastDay } from '../markets/past-day.ts';
import { recordDeposits } from '../markets/prepared-account/past-deposits.ts';
import type { PreparedAccountOptions } from '../markets/prepared-account/options.ts';
import { withFamilyAccounts } from '../markets/prepared-account/family-accounts.ts';
import { recordPastOrders } from '../markets/prepared-account/past-orders.ts';
import { recordWithdrawals } from '../markets/prepared-account/past-withdrawals.ts';
import { createPreparedAccount } from '../markets/prepared-account/prepared-account.ts';
import { olderMs, tradeOlderDays } from '../markets/older-futures.ts';
import { createSimulation, fundTraders, type Simulation, traderAccounts, takerOf } from '../markets/simulation.ts';
import { spotPairs } from '../markets/listing/spot-pairs.ts';
import { createRandom } from '../kernel/random.ts';
import type { SpotVenue } from '../spot/types.ts';
import { createSpotVenue } from '../spot/venue/venue.ts';
import { createPayments, type Payments } from './payments.ts';

interface LivingExchangeOptions {
  readonly seed: number;
  /** the moment at which the market comes alive; epoch ms */
  readonly startMs: number;
  /** a simulated trader or the prepared account was refused */
  readonly onRefusal: (symbol: string, refusal: Refusal) => void;
  /** virtual time of one step; a coarser one makes the market cruder and quicker to compute */
  readonly stepMs?: number;
}

/** The exchange without sockets and timers: it lives as long as somebody runs its steps. */
export interface LivingExchange extends Payments {
  readonly clock: DrivenClock;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly directory: Directory;
  readonly history: MarketHistory;
  /** what the outside world pays for a listed pair now, on the pair's own tick */
  indexPrice(symbol: string): Decimal | null;
  /**
   * One step of the market; what it does depends on the seed and the number only, `timeMs` is when it is said to happen. In
   * a quiet one the simulated traders do nothing, and prices, index and marks stay.
   */
  runStep(step: number, timeMs: number, isQuiet?: boolean): void;
}

export const livingStepMs = 50;
const feeAccountId = 'exchange-fees';
const insuranceAccountId = 'exchange-insurance';
/** of each settlement currency; large beside any position that an account here can build */
const insuranceFunds = '1000000';
const lenderAccountId = 'exchange-lender';
/** of what one user may owe: the lender never runs dry before the user's own limit */
const lenderFunds = '100';

/**
 * The exchange's own money. Without it the insurance could take no position over, and every liquidation would hit
 * counterparties; and nobody could borrow.
 */
function fundExchange(ledger: Ledger): void {
  for (const currency of new Set(contracts.map(contract => contract.settleCurrency)))
    ledger.deposit({ accountId: insuranceAccountId, wallet: 'futures', currency, amount: insuranceFunds });
  for (const { currency, borrowLimit } of marginTerms.currencies) {
    const amount = multiply(borrowLimit, lenderFunds);
    ledger.deposit({ accountId: lenderAccountId, wallet: 'main', currency, amount });
  }
}

/** The venues with their ledger, and their clock, which stands where the prepared account's past begins. */
function openVenues({ seed, startMs }: LivingExchangeOptions) {
  const clock = createDrivenClock(startMs - marginPastMs - olderMs);
  const venueClock = createPastClock(clock);
  const ledger = createLedger();
  const identifiers = createIdentifiers(seed, venueClock);
  const common = {
    clock: venueClock,
    identifiers,
    ledger,
    feeAccountId,
    isExempt: (accountId: string) => traderAccounts.has(accountId),
  };
  const spot = createSpotVenue({ ...common, pairs: spotPairs });
  const futures = createFuturesVenue({ ...common, contracts, insuranceAccountId });
  const margin = createMarginVenue({ ...common, spot, terms: marginTerms, lenderId: lenderAccountId });
  const asOfOpening = (market: number, fill: () => void): void =>
    venueClock.at(startMs, () => identifiers.inBlock(market, fill));
  return { clock, venueClock, ledger, spot, futures, margin, asOfOpening };
}

type Venues = ReturnType<typeof openVenues>;

/** What the prepared account is made of. */
function deskOf(
  { clock, venueClock, ledger, spot, futures, margin }: Venues,
  simulation: Simulation,
  { seed, accountId, onRefusal }: Pick<LivingExchangeOptions, 'seed' | 'onRefusal'> & { readonly accountId: string },
): PreparedAccountOptions {
  return {
    accountId,
    ledger,
    spot,
    futures,
    margin,
    random: createRandom(seed, 'desk'),
    fairPrice: symbol => simulation.fairPrice(symbol),
    requote: symbol => simulation.requote(symbol),
    takerOf,
    ago: (ms, run) => venueClock.at(clock.nowMs() - ms, run),
    onRefusal,
  };
}

/**
 * Opens all markets with a day of history behind them. The same seed, start and number of steps give the same market,
 * trade for trade; only the API keys differ from run to run.
 */
export function createLivingExchange(options: LivingExchangeOptions): LivingExchange {
  const { seed, startMs, onRefusal, stepMs = livingStepMs } = options;
  const stepsASecond = Math.max(1, Math.round(1000 / stepMs));
  const venues = openVenues(options);
  const { clock, venueClock, ledger, spot, futures, margin, asOfOpening } = venues;
  const directory = createDirectory({ seed, nowMs: startMs, ledger });
  const { accountId } = directory.master;
  fundTraders(ledger, seed);
  tradeOlderDays({ seed, clock, futures, ledger, accountId, endMs: startMs - marginPastMs, onRefusal });
  fundExchange(ledger);
  const simulation = createSimulation({ seed, spot, futures, onRefusal, asOfOpening });
  const desk = deskOf(venues, simulation, { seed, accountId, onRefusal });
  const account = withFamilyAccounts(createPreparedAccount(desk), desk, directory.otherMasters ?? []);
  recordPastOrders({ ...desk, startMs, at: venueClock.at });
  // before the first trade: the past day belongs into the candles
  const history = createMarketHistory({ spot, futures, clock, fromMs: startMs - dayMs });
  const payments = createPayments({ ledger, clock, directory, spot, futures, margin, feeAccountId });
  const { withdrawals, deposits } = payments;
  recordDeposits({ deposits, accountId, startMs });
  recordWithdrawals({ withdrawals, accountId, startMs });
  const life = createSubAccountLife({ directory, ledger, random: createRandom(seed, 'sub-accounts') });
  simulatePastDay({ clock, spot, futures, margin, simulation, account, endMs: startMs });
  return {
    clock,
    ledger,
    spot,
    futures,
    margin,
    directory,
    ...payments,
    history,
    indexPrice(symbol) {
      const pair = spot.pair(symbol);
      if (pair === null) return null;
      return roundToStep(fromNumber(simulation.fairPrice(symbol)), pair.priceIncrement, 'half-even');
    },
    runStep(step, timeMs, isQuiet = false) {
      clock.advanceTo(timeMs);
      if (!isQuiet) simulation.step(stepMs / 1000);
      // at the end of each second, so that the first one has time for whoever waits for a start
      if ((step + 1) % stepsASecond !== 0) return;
      if (!isQuiet) simulation.publishIndex();
      futures.tick(clock.nowMs(), isQuiet);
      spot.expire(clock.nowMs());
      withdrawals.tick(clock.nowMs());
      deposits.tick(clock.nowMs());
      margin.tick(clock.nowMs());
      life.tick(Math.floor(step / stepsASecond), clock.nowMs());
    },
  };
}
