import { statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StorageStatus } from '#shared/domain/storage.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import type { Log } from '#log/log.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { codeOf, makePrivateFolder, readPrivateFile, writePrivateFile } from './atomic-file.ts';
import { fileLimitBytes } from './documents/limits.ts';
import { createIntentJournal, type IntentJournal } from './intent-journal.ts';
import { openDatabase } from './journal/database.ts';
import { createJournalLimit, type JournalLimit } from './journal-limit.ts';
import { createReserve, type Reserve } from './journal/reserve.ts';
import { type IsKept, openSettings, type SettingsStore } from './settings.ts';
import { createStorageHealth, type StorageHealth } from './storage-health.ts';
import { createOverseen, type OverseenStore } from './overseen.ts';
import { openPresence, type PresenceStore } from './presence.ts';
import { openWorkspaces, type WorkspacesStore } from './workspaces.ts';

export interface Store {
  readonly dataDir: string;
  readonly journal: IntentJournal;
  readonly settings: SettingsStore;
  readonly workspaces: WorkspacesStore;
  readonly presence: PresenceStore;
  readonly overseen: OverseenStore;
  readonly audit: Audit;
  /** whether the disk takes what is written */
  readonly health: StorageHealth;
  /** messages shown to the user once: files that were set aside */
  readonly notices: readonly string[];
  /** Drops from settings, workspaces, presence and history what belongs to other profiles. */
  keepProfiles(isKept: IsKept): void;
  close(): void;
}

/** A file that is written asynchronously and completed when the store closes. */
type LateStore = Pick<SettingsStore, 'keepProfiles' | 'failure' | 'close'>;

export interface StoreOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly nowMs: () => number;
  /** what comes after the start; what comes before is in `notices` too */
  readonly onNotice?: (message: string) => void;
  readonly onHealth?: (status: StorageStatus) => void;
  /** The journal could not be opened at the start and now it is: open actions can be looked up. */
  readonly onJournalOpened?: () => void;
  /** removes secrets from durable text */
  readonly clean?: (text: string) => string;
  readonly freeBytes?: () => number | null;
  readonly later?: (what: () => void, ms: number) => () => void;
}

/** Room for some thousand cancels. */
const reserveBytes = 512 * 1024;

/** Everything that outlives the program, but the keys. Kind `storage` when the data folder cannot be used at all. */
export function openStore(options: StoreOptions): Result<Store> {
  const { dataDir, log, nowMs } = options;
  const notices: string[] = [];
  const notice = (message: string) => {
    notices.push(message);
    log.warn('store.notice', { message });
    options.onNotice?.(message);
  };
  try {
    makePrivateFolder(dataDir);
  } catch (cause) {
    return fail('storage', `Fathom cannot make its data folder ${dataDir} (${codeOf(cause)}).`);
  }
  const health = createStorageHealth({
    dataDir,
    freeBytes: options.freeBytes ?? (() => freeBytesOf(dataDir)),
    later: options.later ?? quietly,
    onChange: status => options.onHealth?.(status),
  });
  const late: LateStore[] = [];
  // while one file fails, another that was written does not clear it
  const lateFailure = (): unknown => late.map(({ failure }) => failure()).find(cause => cause !== null) ?? null;
  const onWritten = (cause: unknown) => health.report('settings', cause ?? lateFailure());
  health.onRetry('settings', () => probe(dataDir) ?? lateFailure());
  const settings = openSettings({ dataDir, nowMs, notice, onWritten });
  if (!settings.ok) return settings;
  const workspaces = openWorkspaces({ dataDir, nowMs, notice, onWritten });
  if (!workspaces.ok) return workspaces;
  const presence = openPresence({ dataDir, nowMs, notice, onWritten });
  if (!presence.ok) return presence;
  const overseen = createOverseen({ dataDir, nowMs, notice, onWritten });
  late.push(settings.value, workspaces.value, presence.value, overseen);
  const reserve = createReserve({ path: join(dataDir, 'reserve'), bytes: reserveBytes });
  const holder = holdDatabase(options, { reserve, health, notice });
  if (!holder.ok) return holder;
  const { database, close } = holder.value;
  const limit = createJournalLimit({ dataDir, database, nowMs });
  const audit = openAudit(options, { database, limit, notice });
  const journal = createIntentJournal({ database, log, health, reserve, limit, audit, nowMs, notice });
  return succeed({
    dataDir,
    journal,
    audit,
    settings: settings.value,
    workspaces: workspaces.value,
    presence: presence.value,
    overseen,
    health,
    notices,
    keepProfiles: isKept => {
      for (const each of late) each.keepProfiles(isKept);
    },
    close: () => {
      for (const each of late) each.close();
      audit.anchor();
      health.close();
      close();
    },
  });
}

interface Surroundings {
  readonly reserve: Reserve;
  readonly health: StorageHealth;
  readonly notice: (message: string) => void;
}

interface DatabaseHolder {
  /** throws while it cannot be opened; each call tries again */
  readonly database: () => DatabaseSync;
  readonly close: () => void;
}

/**
 * A journal that cannot be opened, on a full disk for example, does not keep Fathom from starting: it is tried again.
 */
function holdDatabase(options: StoreOptions, { reserve, health, notice }: Surroundings): Result<DatabaseHolder> {
  const { dataDir, nowMs } = options;
  const path = join(dataDir, 'journal.sqlite');
  const isExpected = hasProfiles(dataDir);
  const open = () => openDatabase({ path, nowMs, notice, isExpected });
  let opened = open();
  if (opened.state === 'failing' && reserve.release()) opened = open();
  if (opened.state === 'newer')
    return fail(
      'storage',
      `${path} was written by a newer version of Fathom. Start that version, or move the file away.`,
    );
  try {
    if (opened.state === 'failing') throw opened.cause;
    reserve.take();
  } catch (cause) {
    health.report('journal', cause);
  }
  let isClosed = false;
  const database = () => {
    if (opened.state === 'open') return opened.database;
    if (isClosed) throw new Error('the journal is closed');
    opened = open();
    if (opened.state !== 'open') throw opened.state === 'failing' ? opened.cause : new Error('a newer journal');
    options.onJournalOpened?.();
    return opened.database;
  };
  const close = () => {
    isClosed = true;
    if (opened.state === 'open' && opened.database.isOpen) opened.database.close();
  };
  return succeed({ database, close });
}

/** Where a key was connected, there was a journal too. */
function hasProfiles(dataDir: string): boolean {
  try {
    return readPrivateFile(join(dataDir, 'profiles.json'), fileLimitBytes.profiles) !== null;
  } catch {
    return false; // the caller that opens the profiles reports it
  }
}

/** Null when a small file can be written. */
function probe(dataDir: string): unknown {
  const file = join(dataDir, 'probe');
  try {
    writePrivateFile(file, 'x'.repeat(8192));
    operatingSystem.removeFile(file);
    return null;
  } catch (cause) {
    return cause;
  }
}

function freeBytesOf(dataDir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  } catch {
    return null; // not every file system reports it
  }
}

interface AuditSurroundings extends Pick<Surroundings, 'notice'>, Pick<DatabaseHolder, 'database'> {
  readonly limit: JournalLimit;
}

/** Compares the audit journal with its anchor and reports differences to the user. */
function openAudit(
  { dataDir, nowMs, clean = text => text }: StoreOptions,
  { database, limit, notice }: AuditSurroundings,
): Audit {
  const takesNotes = () => {
    limit.written();
    return limit.room() !== 'none';
  };
  const audit = createAudit({ dataDir, database, user: userName(), nowMs, clean, takesNotes });
  const problem = audit.anchor();
  if (problem !== null) notice(problem);
  return audit;
}

/** Whom the audit names. A system may know its user by number alone. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${operatingSystem.userId() ?? 'unknown'}`;
  }
}

/** A timer that does not keep the program alive. */
function quietly(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
