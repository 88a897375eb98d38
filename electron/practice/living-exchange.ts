import { createDirectory } from './accounts/directory.ts';
import { createLedger } from './accounts/ledger.ts';
import type { Directory, Ledger } from './accounts/types.ts';
import { createDrivenClock, type DrivenClock } from './clock.ts';
import type { FuturesVenue } from './futures/types.ts';
import { createFuturesVenue } from './futures/venue.ts';
import { createIdentifiers } from './identifiers.ts';
import type { Refusal } from './kernel.ts';
import { contracts } from './markets/listing/contracts.ts';
import { dayMs, tellDay } from './markets/day.ts';
import { createDesk } from './markets/desk/desk.ts';
import { createSimulation, fundHouse, houseAccounts, takerOf } from './markets/simulation.ts';
import { spotPairs } from './markets/listing/spot-pairs.ts';
import { createRandom } from './random.ts';
import type { SpotVenue } from './spot/types.ts';
import { createSpotVenue } from './spot/venue.ts';

interface LivingExchangeParts {
  readonly seed: number;
  /** the moment at which the market comes alive; epoch ms */
  readonly startMs: number;
  /** a simulated trader or the prepared desk was refused */
  readonly onRefusal: (symbol: string, refusal: Refusal) => void;
  /** virtual time of one step; a coarser one makes the market cruder and quicker to compute */
  readonly stepMs?: number;
}

/** The exchange without sockets and timers: it lives as long as somebody runs its steps. */
export interface LivingExchange {
  readonly clock: DrivenClock;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly directory: Directory;
  /** one step of the market; what it does depends on the seed and the number only, `timeMs` is when it is said to happen */
  runStep(step: number, timeMs: number): void;
}

export const livingStepMs = 50;
const feeAccountId = 'house-fees';
const insuranceAccountId = 'house-insurance';

/**
 * Opens all markets with a day of history behind them. The same seed, start and number of steps give the same market,
 * trade for trade; only the API keys differ from run to run.
 */
export function createLivingExchange(parts: LivingExchangeParts): LivingExchange {
  const { seed, startMs, onRefusal, stepMs = livingStepMs } = parts;
  const stepsASecond = Math.max(1, Math.round(1000 / stepMs));
  const clock = createDrivenClock(startMs - dayMs);
  const ledger = createLedger();
  const identifiers = createIdentifiers(seed, clock);
  const floor = {
    clock,
    identifiers,
    ledger,
    feeAccountId,
    isExempt: (accountId: string) => houseAccounts.has(accountId),
  };
  const spot = createSpotVenue({ ...floor, pairs: spotPairs });
  const futures = createFuturesVenue({ ...floor, contracts, insuranceAccountId });
  const directory = createDirectory({ seed, nowMs: startMs, ledger });
  fundHouse(ledger, seed);
  const simulation = createSimulation({ seed, spot, futures, onRefusal });
  const desk = createDesk({
    accountId: directory.master.accountId,
    ledger,
    spot,
    futures,
    random: createRandom(seed, 'desk'),
    fairPrice: symbol => simulation.fairPrice(symbol),
    requote: symbol => simulation.requote(symbol),
    takerOf,
    onRefusal,
  });
  tellDay({ clock, spot, futures, simulation, desk, endMs: startMs });
  return {
    clock,
    ledger,
    spot,
    futures,
    directory,
    runStep(step, timeMs) {
      clock.advanceTo(timeMs);
      simulation.step(stepMs / 1000);
      if (step % stepsASecond !== 0) return;
      simulation.publishIndex();
      futures.tick(clock.nowMs());
      spot.expire(clock.nowMs());
    },
  };
}
