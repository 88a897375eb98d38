import type { DrivenClock } from '../kernel/clock.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { Desk } from './desk/desk.ts';
import { type Simulation, tellAllEvery } from './simulation.ts';

interface DayParts {
  readonly clock: DrivenClock;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly simulation: Simulation;
  readonly desk: Desk;
  /** the end of the day that is told, and the beginning of the living market; epoch ms */
  readonly endMs: number;
}

export const dayMs = 86_400_000;
const stepsADay = 1440;
/** Every minute of the last hours, before that every fifth: so much of a chart is on a screen, and a start must be quick. */
const fineHours = 8;
const fineFrom = stepsADay - fineHours * 60;
const indexEvery = 2 * tellAllEvery;
const stepMs = dayMs / stepsADay;
/** Between two steps time goes on, so that not everything happens at full minutes. */
const deskPause = 0.37;

/** After every market has traded: an index that runs ahead of one would look like a premium and become a funding rate. */
function followIndex({ spot, futures, simulation }: DayParts, timeMs: number): void {
  simulation.publishIndex();
  futures.tick(timeMs);
  spot.expire(timeMs);
}

/**
 * The day before the start, told in minutes: prices, trades and what the desk did. It must be quick, because a desk
 * waits for it; depth is not told, the books are filled at its end.
 */
export function tellDay(parts: DayParts): void {
  const { clock, futures, simulation, desk, endMs } = parts;
  simulation.publishIndex();
  for (let step = 0; step < stepsADay; step += 1) {
    const timeMs = endMs - dayMs + step * stepMs;
    clock.advanceTo(timeMs);
    simulation.tell(stepMs / 1000, { step, isFine: step >= fineFrom });
    if ((step + 1) % indexEvery === 0) followIndex(parts, timeMs);
    clock.advanceTo(timeMs + stepMs * deskPause);
    desk.actUntil((step + 1) / stepsADay);
  }
  clock.advanceTo(endMs);
  simulation.publishIndex();
  futures.tick(endMs);
  simulation.withdraw();
  desk.open();
  simulation.open();
}
