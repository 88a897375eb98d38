import { median, shuffled } from '../measure.ts';
import { hasTimeLeft } from '../share.ts';
import type { Latencies } from './latency.ts';
import { type Figures, type LoadedStage, type Run, runOnce } from './run-once.ts';
import type { Shares } from './stage/processes.ts';

/** So many, as long as there is time, and no fewer than it takes for a middle. */
const rounds = { most: 5, fewest: 3 };

/** The medians of several runs. The figures are NaN where nothing was sent. */
export interface Medians extends Figures {
  readonly shares: Shares;
}

/** Everyone in shuffled order, again and again; the medians of what was found, by name. */
export async function measureRounds<Name extends string>(
  loads: Readonly<Record<Name, LoadedStage>>,
): Promise<Readonly<Record<Name, Medians>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the very object
  const names = Object.keys(loads) as Name[];
  const runs = new Map<Name, Run[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1) {
    for (const name of shuffled(names)) {
      runs.get(name)?.push(await runOnce(loads[name]));
    }
  }
  const found = names.map(name => [name, mediansOf(runs.get(name) ?? [])] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each of the names
  return Object.fromEntries(found) as Record<Name, Medians>;
}

function mediansOf(runs: readonly Run[]): Medians {
  const middle = (read: (run: Run) => number | undefined): number => median(runs.map(run => read(run) ?? Number.NaN));
  return {
    p50: middle(({ figures }) => figures?.p50),
    p95: middle(({ figures }) => figures?.p95),
    p99: middle(({ figures }) => figures?.p99),
    paintsPerSecond: middle(({ figures }) => figures?.paintsPerSecond),
    sentPerSecond: middle(({ figures }) => figures?.sentPerSecond),
    receivedPerSecond: middle(({ figures }) => figures?.receivedPerSecond),
    shares: {
      main: middle(({ shares }) => shares.main),
      renderer: middle(({ shares }) => shares.renderer),
      gpu: middle(({ shares }) => shares.gpu),
      browser: middle(({ shares }) => shares.browser),
    },
  };
}

export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Increments a second. */
export interface Delivered {
  readonly sent: number;
  readonly received: number;
}

export const deliveredOf = ({ sentPerSecond, receivedPerSecond }: Figures): Delivered => ({
  sent: Math.round(sentPerSecond),
  received: Math.round(receivedPerSecond),
});

export const percentiles = ({ p50, p95, p99 }: Latencies): Latencies => ({
  p50: rounded(p50),
  p95: rounded(p95),
  p99: rounded(p99),
});
