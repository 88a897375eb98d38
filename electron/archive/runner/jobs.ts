import type { PlannedWindow } from '../coverage/plan.ts';
import { type LineState, planLine } from './line-state.ts';

export interface Job {
  readonly line: LineState;
  readonly planned: PlannedWindow;
}

/** Windows that are due: the newest parts first, which are few; then those that the exchange forgets first. */
export function jobsOf(lines: readonly LineState[], nowMs: number): readonly Job[] {
  const jobs = lines.flatMap((line): Job[] => {
    const planned = planLine(line, nowMs);
    return planned === null ? [] : [{ line, planned }];
  });
  return jobs.toSorted((a, b) => rank(a) - rank(b) || closing(a) - closing(b));
}

function rank({ planned }: Job): number {
  return planned.kind === 'tail' ? 0 : 1;
}

/** A number that can be subtracted. */
function closing({ planned }: Job): number {
  return Math.min(planned.closesAtMs, Number.MAX_SAFE_INTEGER);
}
