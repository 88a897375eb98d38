import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Result } from '#shared/errors.ts';
import {
  discardKillRequest,
  type KillReport,
  killPollMs,
  takeKillRequest,
  writeKillReport,
} from '../kill-command/kill-request.ts';

/** Fires, and returns what reads how the run is now. */
export type Obey = () => Result<() => KillRun>;

export interface ObeyKillOptions {
  readonly dataDir: string;
  readonly obey: Obey;
  /** a request of an earlier run, of the time given, was not taken and is discarded: it must not fire now */
  readonly onStale: (writtenAtMs: number) => void;
}

/** Obeys requests of `--kill` until the returned function is called, and reports how the run is for as long as it goes on. */
export function obeyKillOrders({ dataDir, obey, onStale }: ObeyKillOptions): () => void {
  const staleSinceMs = discardKillRequest(dataDir);
  if (staleSinceMs !== null) onStale(staleSinceMs);
  let going: Going | null = null;
  const look = (): void => {
    const id = takeKillRequest(dataDir);
    if (id !== null) going = { ids: [...(going?.ids ?? []), id], round: going?.round ?? 0, fired: obey() };
    if (going === null) return;
    going = { ...going, round: going.round + 1 };
    const report = reportOf(going);
    writeKillReport(dataDir, report);
    if (report.run === null || report.run.endedAtMs !== null) going = null;
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // the report could not be written; what it would say is in the journal and the log
    }
  }, killPollMs);
  timer.unref();
  return () => clearInterval(timer);
}

interface Going {
  readonly ids: readonly string[];
  readonly round: number;
  readonly fired: ReturnType<Obey>;
}

function reportOf({ ids, round, fired }: Going): KillReport {
  const told = fired.ok ? { message: null, run: fired.value() } : { message: fired.error.message, run: null };
  return { ids: [...ids], round, ...told };
}
