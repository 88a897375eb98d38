import { join } from 'node:path';
import type { Language } from '#shared/domain/view/view-settings.ts';
import type { StorageStatus } from '#shared/domain/storage.ts';
import type { Result } from '#shared/errors.ts';
import { createFileLog, type FileLog } from '#log/file-log.ts';
import { createRedactor, type Redactor } from '#log/redact.ts';
import type { BoundsMemory } from '#shell/window-bounds.ts';
import { recordCrash, takeCrashNotice } from '#store/crash-record.ts';
import { openStore, type Store } from '#store/store.ts';
import { RefusedStartError } from './fault.ts';
import { createNotices, type Notices } from './notices.ts';

export interface FoundationOptions {
  /** exists and is locked for us */
  readonly dataDir: string;
  /** one line for the user */
  readonly say: (line: string) => void;
}

/** What lies on disk, open: everything else is built on it, the window too. */
export interface Foundation {
  readonly dataDir: string;
  readonly log: FileLog;
  readonly redactor: Redactor;
  readonly store: Store;
  readonly notices: Notices;
  /** the messages of the store; the composer of the program sets the listener */
  readonly hooks: StoreHooks;
  readonly bounds: BoundsMemory;
  /** of the page, as it is chosen now: `en` */
  readonly language: () => string;
  /** Leaves word of a fault for the next start; never throws. */
  recordCrash(where: string, cause: unknown): void;
  /** Closes what lies on disk, last of all. */
  close(): void;
}

/** Messages of the store before there is a listener. */
interface StoreHooks {
  onHealth: (status: StorageStatus) => void;
  onJournalOpened: () => void;
}

/** Without it there is no Fathom: the failure's sentence ends the start. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new RefusedStartError(result.error.message);
  return result.value;
}

function createBounds({ settings }: Store, log: FileLog): BoundsMemory {
  return {
    load: () => settings.read().windowBounds,
    save: bounds => {
      const saved = settings.change({ windowBounds: bounds });
      if (!saved.ok) log.warn('bounds.not-saved', { reason: saved.error.message });
    },
  };
}

/** What is spoken where the user wants the system's: `de` of `de-AT`. */
function spokenLanguage(chosen: Language): string {
  return chosen === 'system' ? (new Intl.DateTimeFormat().resolvedOptions().locale.split('-')[0] ?? 'en') : chosen;
}

/**
 * Opens the log and the store at once, so that the window can be placed. The log and the store know each other: a log
 * that cannot be written is part of the storage's health. Throws a sentence for the user.
 */
export function openFoundation({ dataDir, say }: FoundationOptions): Foundation {
  const redactor = createRedactor();
  const notices = createNotices(say);
  const hooks: StoreHooks = { onHealth: () => {}, onJournalOpened: () => {} };
  let early: unknown = null;
  let reportLog: (cause: unknown) => void = cause => {
    early = cause;
  };
  const file = join(dataDir, 'logs', 'fathom.log');
  const log = createFileLog({ file, redactor, onTrouble: cause => reportLog(cause) });
  const crash = takeCrashNotice(dataDir);
  if (crash !== null) notices.add(crash);
  const store = must(
    openStore({
      dataDir,
      log,
      clean: text => redactor.cleanText(text),
      nowMs: Date.now,
      onNotice: notices.add,
      onHealth: status => hooks.onHealth(status),
      onJournalOpened: () => hooks.onJournalOpened(),
    }),
  );
  store.health.onRetry('log', log.recover);
  reportLog = cause => store.health.report('log', cause);
  if (early !== null) reportLog(early);
  return {
    dataDir,
    log,
    redactor,
    store,
    notices,
    hooks,
    bounds: createBounds(store, log),
    language: () => spokenLanguage(store.settings.read().look?.language ?? 'en'),
    recordCrash: (where, cause) =>
      recordCrash(where, cause, { dataDir, clean: text => redactor.cleanText(text), nowMs: Date.now }),
    close: () => {
      store.close();
      log.close();
    },
  };
}
