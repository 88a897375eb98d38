import {
  type ArchiveChoice,
  type ArchiveObstacle,
  type ArchiveStatus,
  defaultArchiveChoice,
} from '#shared/domain/archive/archive.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ArchiveStore } from './archive-store.ts';
import { type ArchivedPast, createArchivedPast } from './past/archived-past.ts';
import { createRecorder, type Recorder } from './runner/recorder.ts';
import type { RecordedAccount } from './runner/session.ts';
import { createPoolShare } from './runner/share.ts';
import { statusOf } from './runner/status.ts';

export interface ArchiveOptions {
  readonly store: ArchiveStore;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs' | 'wait'>;
  readonly isLocked: () => boolean;
  readonly choice: {
    readonly read: () => ArchiveChoice | undefined;
    /** kind `storage` or `over-quota` where it cannot be kept */
    readonly change: (choice: ArchiveChoice) => Result<unknown>;
  };
  /** deletes what the retention rules no longer keep; called once a day while an account is recorded */
  readonly applyRetention: () => Promise<void>;
  /** deletes what an interrupted deletion has left; called when an account opens, each minute until it returns true */
  readonly finishDeletion: () => Promise<boolean>;
  readonly log: Log;
}

/** Records the past of the account that is open. */
export interface Archive {
  readonly opened: (account: RecordedAccount) => void;
  readonly closed: () => void;
  /** null: this account is not open */
  readonly status: (profileId: string) => ArchiveStatus | null;
  /** what is recorded of this account; null: it is not open */
  readonly past: (profileId: string) => ArchivedPast | null;
  /** what the user chose last; it holds for all profiles */
  readonly choice: () => ArchiveChoice;
  readonly configure: (choice: ArchiveChoice) => Result<ArchiveChoice>;
  /** History was deleted: coverage is read again before the next window. */
  readonly historyDeleted: () => void;
  /** Ends recording and closes the file. */
  readonly stop: () => Promise<void>;
}

/** A key of which no rights are known is tried; the exchange refuses what it may not read. */
function canRead({ permissions }: RecordedAccount): boolean {
  return permissions.length === 0 || permissions.some(name => name.trim().toLowerCase() === 'general');
}

export function createArchive(options: ArchiveOptions): Archive {
  const { store, clock, isLocked, choice } = options;
  const chosen = () => choice.read() ?? defaultArchiveChoice;
  let current: { readonly account: RecordedAccount; readonly recorder: Recorder } | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  const obstacleOf = (account: RecordedAccount) => (): ArchiveObstacle | null => {
    if (chosen().isPaused) return 'paused';
    if (isLocked()) return 'locked';
    return canRead(account) ? null : 'no-permission';
  };
  const close = (): void => {
    const stopped = current?.recorder.stop() ?? Promise.resolve();
    ending = Promise.all([ending, stopped]);
    current = null;
  };
  return {
    opened(account) {
      close();
      const share = createPoolShare({ monotonicMs: clock.monotonicMs, sharePercent: () => chosen().sharePercent });
      const obstacle = obstacleOf(account);
      const recorder = createRecorder({ ...options, account, share, nowMs: clock.nowMs, wait: clock.wait, obstacle });
      current = { account, recorder };
    },
    closed: close,
    historyDeleted: () => current?.recorder.reloadCoverage(),
    status(profileId) {
      if (current?.account.profileId !== profileId) return null;
      return statusOf(current.recorder, chosen());
    },
    past(profileId) {
      if (current?.account.profileId !== profileId) return null;
      const { account, recorder } = current;
      return createArchivedPast({ store, account, status: () => statusOf(recorder, chosen()) });
    },
    choice: chosen,
    configure(next) {
      const changed = choice.change(next);
      return changed.ok ? succeed(next) : changed;
    },
    stop: async () => {
      close();
      await ending;
      await store.close();
    },
  };
}
