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
import type { Rejection } from '../kernel/kernel.ts';
import { contracts } from '../markets/listing/contracts.ts';
import { marginTerms } from '../markets/listing/margin-terms.ts';
import { marginPastMs, simulatePastDay } from '../markets/past-day.ts';
import { recordDeposits } from '../markets/prepared-account/past-deposits.ts';
import type { PreparedAccountOptions } from '../markets/prepared-account/options.ts';
import { withFamilyAccounts } from '../markets/prepared-account/family-accounts.ts';
import { recordWithdrawals } from '../markets/prepared-account/past-withdrawals.ts';
import { createPreparedAccount } from '../markets/prepared-account/prepared-account.ts';
import { createSimulation, fundTraders, type Simulation, traderAccounts, takerOf } from '../markets/simulation.ts';
import { spotPairs } from '../markets/listing/spot-pairs.ts';
import { createRandom } from '../kernel/random.ts';
import { createEarlierMonths, type EarlierMonths } from '../past/earlier-months.ts';
import { type EarlyTrade, withPastCandles } from '../past/past-candles.ts';
import { createPastPrices, type PastPrices } from '../past/past-prices.ts';
import { withEarlierMonths } from '../past/with-earlier-months.ts';
import type { SpotVenue } from '../spot/types.ts';
import { createSpotVenue } from '../spot/venue/venue.ts';
import { createPayments, type Payments } from './payments.ts';

interface LivingExchangeOptions {
  readonly seed: number;
  /** when the market starts; epoch ms */
  readonly startMs: number;
  /** a simulated trader or the prepared account was refused */
  readonly onRejection: (symbol: string, rejection: Rejection) => void;
  /** virtual time of one step; a coarser one makes the market cruder and quicker to compute */
  readonly stepMs?: number;
}

/** The exchange without sockets and timers: it runs as long as a caller runs its steps. */
export interface LivingExchange extends Payments {
  readonly clock: DrivenClock;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly directory: Directory;
  readonly history: MarketHistory;
  /** the half year before the prepared days */
  readonly earlierMonths: EarlierMonths;
  /** what the outside world pays for a listed pair now, on the pair's own tick */
  indexPrice(symbol: string): Decimal | null;
  /**
   * Runs one step of the market. Its effect depends on the seed and the number of the step only; `timeMs` is the time
   * that its events carry. In a quiet step the simulated traders do nothing, and prices, index and marks do not change.
   */
  runStep(step: number, timeMs: number, isQuiet?: boolean): void;
  /** Applies what time alone causes: funding, interest, ends of orders, deposits and withdrawals; `timeMs` is now */
  passTime(timeMs: number, isQuiet: boolean): void;
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
 * The exchange's own money. Without it the insurance could take no position over, every liquidation would hit
 * counterparties, and loans would be impossible.
 */
function fundExchange(ledger: Ledger): void {
  for (const currency of new Set(contracts.map(contract => contract.settleCurrency)))
    ledger.deposit({ accountId: insuranceAccountId, wallet: 'futures', currency, amount: insuranceFunds });
  for (const { currency, borrowLimit } of marginTerms.currencies) {
    const amount = multiply(borrowLimit, lenderFunds);
    ledger.deposit({ accountId: lenderAccountId, wallet: 'main', currency, amount });
  }
}

/** The venues with their ledger, and their clock, which starts at the past of the prepared account. */
function openVenues({ seed, startMs }: LivingExchangeOptions) {
  const clock = createDrivenClock(startMs - marginPastMs);
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
  {
    seed,
    accountId,
    onRejection,
  }: Pick<LivingExchangeOptions, 'seed' | 'onRejection'> & { readonly accountId: string },
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
    onRejection,
  };
}

/** The accounts that have earlier months: the master, and the sub-account with a key of its own. */
function tradersOf({ master, subAccounts }: Directory): readonly [string, string] {
  return [master.accountId, subAccounts[0]?.accountId ?? master.accountId];
}

interface PastOptions extends LivingExchangeOptions {
  readonly prices: PastPrices;
}

const earlierDays = 196;

/** Must be made when the accounts have been funded and before they trade: their balances are where those months end. */
function planEarlierMonths(options: PastOptions, { ledger }: Venues, directory: Directory): EarlierMonths {
  const { seed, startMs, prices, onRejection } = options;
  const [masterId, subId] = tradersOf(directory);
  const ends = new Map([masterId, subId].map(accountId => [accountId, ledger.balances(accountId)]));
  return createEarlierMonths({
    seed,
    startMs,
    beginMs: startMs - earlierDays * dayMs,
    endMs: startMs - marginPastMs,
    masterId,
    subId,
    prices,
    endBalances: accountId => ends.get(accountId) ?? [],
    onRejection,
  });
}

/** The candles of the past day and from then on, and before them those of the price paths. */
function createHistory({ startMs, prices }: PastOptions, { spot, futures, clock }: Venues): MarketHistory {
  const fromMs = startMs - dayMs;
  const earlyTrades: EarlyTrade[] = [];
  const stop = spot.onEvent(
    event => {
      if (event.kind !== 'print') return;
      const { symbol, price } = event.print;
      if (clock.nowMs() >= fromMs) stop();
      else earlyTrades.push({ symbol, price, timeMs: clock.nowMs() });
    },
    ['print'],
  );
  const living = createMarketHistory({ spot, futures, clock, fromMs });
  return withPastCandles(living, { prices, pairs: spotPairs, contracts, earlyTrades });
}

/**
 * Opens all markets with a day of history behind them. The same seed, start and number of steps give the same market,
 * trade for trade; only the API keys differ from run to run.
 */
export function createLivingExchange(options: LivingExchangeOptions): LivingExchange {
  const { seed, startMs, onRejection, stepMs = livingStepMs } = options;
  const stepsASecond = Math.max(1, Math.round(1000 / stepMs));
  const venues = openVenues(options);
  const { clock, ledger, spot, futures, margin, asOfOpening } = venues;
  const directory = createDirectory({ seed, nowMs: startMs, ledger });
  const { accountId } = directory.master;
  fundTraders(ledger, seed);
  fundExchange(ledger);
  const simulation = createSimulation({ seed, spot, futures, onRejection, asOfOpening });
  const desk = deskOf(venues, simulation, { seed, accountId, onRejection });
  const account = withFamilyAccounts(createPreparedAccount(desk), desk, directory.otherMasters ?? []);
  const prices = createPastPrices({ seed, endMs: startMs - dayMs, pairs: spotPairs, contracts });
  const earlierMonths = planEarlierMonths({ ...options, prices }, venues, directory);
  // before the first trade: the past day belongs into the candles
  const history = createHistory({ ...options, prices }, venues);
  const payments = createPayments({ ledger, clock, directory, spot, futures, margin, feeAccountId });
  const { withdrawals, deposits } = payments;
  recordDeposits({ deposits, accountId, startMs });
  recordWithdrawals({ withdrawals, accountId, startMs });
  const life = createSubAccountLife({ directory, ledger, random: createRandom(seed, 'sub-accounts') });
  simulatePastDay({ clock, spot, futures, margin, simulation, account, endMs: startMs });
  const passTime = (timeMs: number, isQuiet: boolean): void => {
    clock.advanceTo(timeMs);
    const nowMs = clock.nowMs();
    futures.tick(nowMs, isQuiet);
    for (const part of [withdrawals, deposits, margin]) part.tick(nowMs);
    spot.expire(nowMs);
  };
  const lists = withEarlierMonths(
    { spot, futures, margin, ...payments },
    { months: earlierMonths, endMs: startMs - marginPastMs, accountIds: new Set(tradersOf(directory)) },
  );
  return {
    clock,
    ledger,
    directory,
    ...payments,
    ...lists,
    history,
    earlierMonths,
    passTime,
    indexPrice(symbol) {
      const pair = spot.pair(symbol);
      if (pair === null) return null;
      return roundToStep(fromNumber(simulation.fairPrice(symbol)), pair.priceIncrement, 'half-even');
    },
    runStep(step, timeMs, isQuiet = false) {
      clock.advanceTo(timeMs);
      if (!isQuiet) simulation.step(stepMs / 1000);
      // at the end of each second, so that the first one has time for a waiting start
      if ((step + 1) % stepsASecond !== 0) return;
      if (!isQuiet) simulation.publishIndex();
      passTime(clock.nowMs(), isQuiet);
      life.tick(Math.floor(step / stepsASecond), clock.nowMs());
    },
  };
}
