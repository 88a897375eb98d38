import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import { factOf, outcomeOf } from '#trading/kill/report-text.ts';

/** Prints of a run what is new in it. Returns whether nothing is active any more; null during the run. */
export type PrintRun = (run: KillRun) => boolean | null;

export interface RunPrinterOptions {
  readonly say: (line: string) => void;
  /** comes before each line, when several profiles are printed */
  readonly prefix?: string;
  /** printed once, when each scope is cleared or named as not reached and the run continues */
  readonly whileTrying: string;
}

export function createRunPrinter({ say, prefix = '', whileTrying }: RunPrinterOptions): PrintRun {
  const printed = new Map<string, KillRow['state']>();
  let hasSaidTrying = false;
  const printRows = (run: KillRun): void => {
    for (const row of run.rows) {
      if (row.state === 'working' || printed.get(row.scope) === row.state) continue;
      printed.set(row.scope, row.state);
      const { label, value } = factOf(row);
      say(`${prefix}${label}: ${value}`);
    }
  };
  return run => {
    printRows(run);
    if (run.endedAtMs !== null) {
      say(`${prefix}${endOf(run)}`);
      return isClear(run);
    }
    if (!hasSaidTrying && printed.size === run.rows.length) {
      hasSaidTrying = true;
      say(`${prefix}${whileTrying}`);
    }
    return null;
  };
}

export const isClear = ({ rows }: KillRun): boolean => rows.every(({ state }) => state === 'clear');

function endOf(run: KillRun): string {
  if (isClear(run)) return 'No order is open. The profile is frozen.';
  return `Not all orders are cancelled. ${outcomeOf(run.rows)} The profile is frozen.`;
}
