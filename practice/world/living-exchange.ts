import { type Decimal, fromNumber, multiply, roundToStep } from '#shared/decimal.ts';
import { createDirectory } from '../accounts/directory.ts';
import { createLedger } from '../accounts/ledger.ts';
import type { Directory, Ledger } from '../accounts/types.ts';
import { createDrivenClock, type DrivenClock } from '../kernel/clock.ts';
import type { FuturesVenue } from '../futures/types.ts';
import { createFuturesVenue } from '../futures/venue/venue.ts';
import { createMarketHistory, type MarketHistory } from '../history/market-history.ts';
import type { MarginVenue } from '../margin/types.ts';
import { createMarginVenue } from '../margin/venue/venue.ts';
import { createIdentifiers } from '../kernel/identifiers.ts';
import type { Refusal } from '../kernel/kernel.ts';
import { contracts } from '../markets/listing/contracts.ts';
import { marginTerms } from '../markets/listing/margin-terms.ts';
import { marginPastMs, simulatePastDay } from '../markets/past-day.ts';
import { recordWithdrawals } from '../markets/prepared-account/past-withdrawals.ts';
import { createPreparedAccount } from '../markets/prepared-account/prepared-account.ts';
import { olderMs, tradeOlderDays } from '../markets/prepared-account/older-futures.ts';
import { createSimulation, fundTraders, makerOf, traderAccounts, takerOf } from '../markets/simulation.ts';
import { spotPairs } from '../markets/listing/spot-pairs.ts';
import { createRandom } from '../kernel/random.ts';
import type { SpotPair, SpotVenue } from '../spot/types.ts';
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
  /** one step of the market; what it does depends on the seed and the number only, `timeMs` is when it is said to happen */
  runStep(step: number, timeMs: number): void;
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

function createVenues(
  { clock, ledger }: Pick<LivingExchange, 'clock' | 'ledger'>,
  seed: number,
): Pick<LivingExchange, 'spot' | 'futures' | 'margin'> {
  const common = {
    clock,
    identifiers: createIdentifiers(seed, clock),
    ledger,
    feeAccountId,
    isExempt: (accountId: string) => traderAccounts.has(accountId),
  };
  const spot = createSpotVenue({ ...common, pairs: spotPairs });
  const futures = createFuturesVenue({ ...common, contracts, insuranceAccountId });
  return {
    spot,
    futures,
    margin: createMarginVenue({ ...common, spot, terms: marginTerms, lenderId: lenderAccountId }),
  };
}

function onTick(price: number, { priceIncrement }: SpotPair): Decimal {
  return roundToStep(fromNumber(price), priceIncrement, 'half-even');
}

/** What time alone does: funding and liquidations, orders that expire, withdrawals that go on, interest. */
function passTime(
  { spot, futures, margin, withdrawals }: Pick<LivingExchange, 'spot' | 'futures' | 'margin' | 'withdrawals'>,
  nowMs: number,
): void {
  futures.tick(nowMs);
  spot.expire(nowMs);
  withdrawals.tick(nowMs);
  margin.tick(nowMs);
}

/**
 * Opens all markets with a day of history behind them. The same seed, start and number of steps give the same market,
 * trade for trade; only the API keys differ from run to run.
 */
export function createLivingExchange(options: LivingExchangeOptions): LivingExchange {
  const { seed, startMs, onRefusal, stepMs = livingStepMs } = options;
  const stepsASecond = Math.max(1, Math.round(1000 / stepMs));
  const clock = createDrivenClock(startMs - marginPastMs - olderMs);
  const ledger = createLedger();
  const { spot, futures, margin } = createVenues({ clock, ledger }, seed);
  const directory = createDirectory({ seed, nowMs: startMs, ledger });
  fundTraders(ledger, seed);
  const { accountId } = directory.master;
  tradeOlderDays({
    seed,
    clock,
    futures,
    ledger,
    accountId,
    makerOf,
    takerOf,
    endMs: startMs - marginPastMs,
    onRefusal,
  });
  // before the first trade: the past day belongs into the candles
  const history = createMarketHistory({ spot, futures, clock });
  fundExchange(ledger);
  const simulation = createSimulation({ seed, spot, futures, onRefusal });
  const account = createPreparedAccount({
    accountId,
    ledger,
    spot,
    futures,
    margin,
    random: createRandom(seed, 'desk'),
    fairPrice: symbol => simulation.fairPrice(symbol),
    requote: symbol => simulation.requote(symbol),
    takerOf,
    onRefusal,
  });
  const payments = createPayments({ ledger, clock, directory, spot, futures, margin, feeAccountId });
  recordWithdrawals({ withdrawals: payments.withdrawals, accountId, startMs });
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
      return pair === null ? null : onTick(simulation.fairPrice(symbol), pair);
    },
    runStep(step, timeMs) {
      clock.advanceTo(timeMs);
      simulation.step(stepMs / 1000);
      if (step % stepsASecond !== 0) return;
      simulation.publishIndex();
      passTime({ spot, futures, margin, ...payments }, clock.nowMs());
    },
  };
}
