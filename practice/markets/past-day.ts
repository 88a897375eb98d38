import { dayMs } from '../kernel/durations.ts';
import type { DrivenClock } from '../kernel/clock.ts';
import { fundingIntervalMs, nextFundingAtMs } from '../futures/contract/funding-interval.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { MarginVenue } from '../margin/types.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { PreparedAccount } from './prepared-account/prepared-account.ts';
import { type Simulation, allMarketsEvery } from './simulation.ts';

interface PastDayOptions {
  readonly clock: DrivenClock;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly simulation: Simulation;
  readonly account: PreparedAccount;
  /** the end of the past day, and the beginning of the living market; epoch ms */
  readonly endMs: number;
}

const stepsADay = 1440;
/**
 * Every minute of the last hours, before that every fifth: so much of a chart is on a screen, and a start must be
 * quick.
 */
const fineHours = 8;
const fineFrom = stepsADay - fineHours * 60;
const indexEvery = 2 * allMarketsEvery;
const stepMs = dayMs / stepsADay;
/** Time continues between two steps, so that not everything happens at full minutes. */
const accountPause = 0.37;

/**
 * After every market has traded: an index that runs ahead of one would look like a premium and become a funding rate.
 */
function followIndex({ spot, futures, margin, simulation }: PastDayOptions, timeMs: number): void {
  simulation.publishIndex();
  futures.tick(timeMs);
  spot.expire(timeMs);
  margin.tick(timeMs);
}

/** There is no tick between the actions of the account, and a missed funding is skipped. */
function settleFundings({ clock, futures }: PastDayOptions, untilMs: number): void {
  for (let timeMs = nextFundingAtMs(clock.nowMs()); timeMs <= untilMs; timeMs += fundingIntervalMs) {
    clock.advanceTo(timeMs);
    futures.tick(timeMs);
  }
}

/** Before the past day only the prepared account trades, on margin: its fills are listed for three days. */
export const marginPastMs = 3 * dayMs;

/**
 * The day before the start, in steps of a minute: prices, trades and what the prepared account did. It must be quick,
 * because a user waits for it; the books have no depth before its end.
 */
export function simulatePastDay(options: PastDayOptions): void {
  const { clock, futures, margin, simulation, account, endMs } = options;
  simulation.publishIndex();
  account.actionBefore(daysAgo => {
    const timeMs = endMs - daysAgo * dayMs;
    settleFundings(options, timeMs);
    clock.advanceTo(timeMs);
    margin.tick(timeMs);
  });
  settleFundings(options, endMs - dayMs);
  for (let step = 0; step < stepsADay; step += 1) {
    const timeMs = endMs - dayMs + step * stepMs;
    clock.advanceTo(timeMs);
    simulation.stepPast(stepMs / 1000, { step, isFine: step >= fineFrom });
    if ((step + 1) % indexEvery === 0) followIndex(options, timeMs);
    clock.advanceTo(timeMs + stepMs * accountPause);
    account.actionUntil((step + 1) / stepsADay);
  }
  clock.advanceTo(endMs);
  simulation.publishIndex();
  futures.tick(endMs);
  simulation.withdraw();
  account.open();
  simulation.open();
}
