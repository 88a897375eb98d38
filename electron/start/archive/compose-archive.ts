import { type Result, succeed } from '#shared/errors.ts';
import { type Archive, type ArchiveOptions, createArchive } from '#archive/archive.ts';
import { type FindArchivePlace, findForReading } from '#archive/archive-place.ts';
import type { ArchivedAccount, ArchiveStore } from '#archive/archive-store.ts';
import type { StartBackupThread } from '#archive/backup/backup-job.ts';
import { type AskPassphrase, type Backups, createBackups } from '#archive/backup/backups.ts';
import { removeLeftovers } from '#archive/backup/leftovers.ts';
import { type CheckArchive, createArchiveChecker } from '#archive/check-archive.ts';
import { createExplorer, type Explorer } from '#archive/explore/explorer.ts';
import type { RecordedAccount } from '#archive/runner/session.ts';
import { createWorkerStore, type StartArchiveThread } from '#archive/worker/worker-store.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import type { Log } from '#log/log.ts';
import { createPortfolios, type Portfolios } from '#portfolio-main/portfolio.ts';
import { practiceId } from '#credentials/profiles.ts';
import { systemClock } from '#time/clock.ts';
import type { Foundation } from '../foundation.ts';
import { createPassphraseQuestion } from './backup-question.ts';
import { type ComposedHistory, composeHistory } from './compose-history.ts';
import { createDatabaseAccess, type DatabaseAccessOptions } from './database-access.ts';
import { createDatabaseTrial } from './try-database.ts';

export interface ComposeArchiveOptions {
  readonly foundation: Pick<Foundation, 'dataDir' | 'store'> & { readonly log: Log };
  readonly startArchiveThread: StartArchiveThread;
  readonly startBackupThread: StartBackupThread;
  readonly startPortfolioThread: StartArchiveThread;
  readonly lock: Pick<Lock, 'isLocked'>;
  readonly keychain: DatabaseAccessOptions['keychain'];
  readonly ask: DatabaseAccessOptions['ask'];
}

export interface ComposedArchive extends ComposedHistory {
  readonly archive: Archive;
  readonly explorer: Explorer;
  readonly portfolios: Portfolios;
  readonly verify: CheckArchive;
  readonly backups: Backups;
  readonly askPassphrase: AskPassphrase;
  /** Asks for the password of the archive's database; the next question of the archive uses it. */
  readonly connectDatabase: () => Promise<Result<Record<string, never>>>;
  /** The practice exchange started: what was recorded of its earlier run belongs to another exchange. */
  readonly practiceStarted: (runId: string | undefined) => void;
  readonly opened: (account: OpenAccount) => void;
  /** Ends all threads of the archive. */
  readonly finish: () => Promise<unknown>;
}

/** The store, and how often its rows or snapshots changed. */
function countChanges(store: ArchiveStore): { readonly store: ArchiveStore; readonly version: () => number } {
  let version = 0;
  return {
    version: () => version,
    store: {
      ...store,
      commitPage: async commit => {
        const committed = await store.commitPage(commit);
        if (committed.ok && committed.value.addedAtMs.length > 0) version += 1;
        return committed;
      },
      beginDeletion: async deletion => {
        const begun = await store.beginDeletion(deletion);
        version += 1;
        return begun;
      },
      deleteOldRows: async deletion => {
        const deleted = await store.deleteOldRows(deletion);
        version += 1;
        return deleted;
      },
      saveSnapshot: async snapshot => {
        const saved = await store.saveSnapshot(snapshot);
        version += 1;
        return saved;
      },
    },
  };
}

function composeBackups({
  foundation,
  startBackupThread,
  ask,
}: ComposeArchiveOptions): Pick<ComposedArchive, 'backups' | 'askPassphrase'> {
  const backups = createBackups({ ...systemClock, dataDir: foundation.dataDir, start: startBackupThread });
  removeLeftovers(foundation.dataDir, backups.folder);
  return { backups, askPassphrase: createPassphraseQuestion(ask, backups.folder) };
}

/** A check on a thread of its own each time. */
function composeCheck(archive: ArchiveStore, findPlace: FindArchivePlace, start: StartArchiveThread): CheckArchive {
  const open = () => createWorkerStore(findForReading(findPlace), start);
  return createArchiveChecker({ archive, open, nowMs: systemClock.nowMs });
}

/** What the user chooses of the archive, in the settings. */
function choiceIn(settings: Foundation['store']['settings']): ArchiveOptions['choice'] {
  return {
    read: () => settings.read().archive,
    change: choice => settings.change({ archive: choice }),
  };
}

/** `runId`: of the practice exchange; null: a real exchange. */
function recordedAccount(
  { profileId, profile, client }: OpenAccount,
  runId: string | null,
  overseen: Foundation['store']['overseen'],
): RecordedAccount {
  const seenChanges = {
    list: () => overseen.unrecorded(profileId),
    remove: (keys: ReadonlySet<string>) => overseen.recorded(profileId, keys),
  };
  return { profileId, runId, permissions: profile.permissions, seenChanges, client };
}

/** The archive of this data folder. */
export function composeArchive(options: ComposeArchiveOptions): ComposedArchive {
  const { foundation, startArchiveThread, startPortfolioThread, lock } = options;
  const { dataDir, log, store } = foundation;
  const access = createDatabaseAccess({ ...options, dataDir, tryDatabase: createDatabaseTrial(startArchiveThread) });
  const { findPlace } = access;
  const thread = createWorkerStore(findPlace, startArchiveThread);
  const counted = countChanges(thread);
  const reading = createWorkerStore(findForReading(findPlace), startArchiveThread);
  const recorded = {
    archive: counted.store,
    archiveVersion: counted.version,
    isPresent: (account: ArchivedAccount) => isPresent(account),
    nowMs: systemClock.nowMs,
  };
  const explorer = createExplorer({ ...recorded, reader: reading });
  const deleting = composeHistory({ archive: counted.store, store, onDeleted: () => archive.historyDeleted() });
  const archive = createArchive({
    store: counted.store,
    applyRetention: deleting.retention.apply,
    finishDeletion: deleting.finishDeletion,
    clock: systemClock,
    isLocked: lock.isLocked,
    choice: choiceIn(store.settings),
    log,
  });
  const portfolios = createPortfolios({ ...recorded, findPlace, start: startPortfolioThread });
  const backing = composeBackups(options);
  let practiceRunId: string | null = null;
  // until the practice exchange has a run id, what is recorded of it is of an earlier one
  const isPresent = ({ profileId, runId }: ArchivedAccount): boolean =>
    profileId === practiceId ? runId !== null && runId === practiceRunId : runId === null;
  return {
    archive,
    explorer,
    portfolios,
    verify: composeCheck(counted.store, findPlace, startArchiveThread),
    ...backing,
    ...deleting,
    connectDatabase: async () => {
      const connected = await access.connect();
      if (!connected.ok) return connected;
      await Promise.all([thread.restart(), reading.restart(), portfolios.close()]);
      return succeed({});
    },
    finish: () => Promise.all([archive.stop(), backing.backups.close(), explorer.close(), portfolios.close()]),
    practiceStarted: runId => {
      practiceRunId = runId ?? null;
    },
    opened: account => {
      const isPractice = account.profileId === practiceId;
      // without a run id the rows of two practice exchanges could not be distinguished
      if (isPractice && practiceRunId === null) archive.closed();
      else archive.opened(recordedAccount(account, isPractice ? practiceRunId : null, store.overseen));
    },
  };
}
