import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Result } from '#shared/errors.ts';
import {
  discardKillRequests,
  type KillReport,
  killPollMs,
  takeKillRequests,
  writeKillReport,
} from '../kill-command/kill-request.ts';

/** Fires, and returns what reads how the run is now. */
export type FireKillSwitch = () => Result<() => KillRun>;

export interface WatchKillRequestOptions {
  readonly dataDir: string;
  readonly fireKillSwitch: FireKillSwitch;
  /** a request of an earlier run, of the time given, was not taken and is discarded: it must not fire now */
  readonly onStale: (writtenAtMs: number) => void;
}

/** More commands than this never wait at the same time. */
const mostIds = 100;

/**
 * Obeys requests of `--kill` until the returned function is called, and reports the progress of the run until its end.
 */
export function watchKillRequestFile({ dataDir, fireKillSwitch, onStale }: WatchKillRequestOptions): () => void {
  const staleSinceMs = discardKillRequests(dataDir);
  if (staleSinceMs !== null) onStale(staleSinceMs);
  let fired: ReturnType<FireKillSwitch> | null = null;
  /** those of an ended run too: its last report may be replaced before its command has read it */
  let ids: readonly string[] = [];
  let round = 0;
  const look = (): void => {
    const taken = takeKillRequests(dataDir);
    ids = [...ids, ...taken].slice(-mostIds);
    if (taken.length > 0) fired = fireKillSwitch();
    if (fired === null) return;
    round += 1;
    const report = reportOf({ ids, round, fired });
    writeKillReport(dataDir, report);
    if (report.run === null || report.run.endedAtMs !== null) fired = null;
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

interface Fired {
  readonly ids: readonly string[];
  readonly round: number;
  readonly fired: ReturnType<FireKillSwitch>;
}

function reportOf({ ids, round, fired }: Fired): KillReport {
  const published = fired.ok ? { message: null, run: fired.value() } : { message: fired.error.message, run: null };
  return { ids: [...ids], round, ...published };
}
