import { join } from 'node:path';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { codeOf, makePrivateFolder } from './atomic-file.ts';
import { openDatabase } from './database.ts';
import { createIntentJournal, type IntentJournal } from './intent-journal.ts';
import { openSettings, type SettingsStore } from './settings.ts';

export interface Store {
  readonly dataDir: string;
  readonly journal: IntentJournal;
  readonly settings: SettingsStore;
  /** what the user should be told once: files that were set aside */
  readonly notices: readonly string[];
  close(): void;
}

export interface StoreOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Everything that outlives the program, but the keys. Kind `storage` when the data folder cannot be used. */
export function openStore({ dataDir, log, nowMs }: StoreOptions): Result<Store> {
  const notices: string[] = [];
  const notice = (message: string) => {
    notices.push(message);
    log.warn('store.notice', { message });
  };
  try {
    makePrivateFolder(dataDir);
  } catch (cause) {
    return fail('storage', `Fathom cannot make its data folder ${dataDir} (${codeOf(cause)}).`);
  }
  const settings = openSettings({ dataDir, nowMs, notice });
  if (!settings.ok) return settings;
  const database = openDatabase({ path: join(dataDir, 'journal.sqlite'), nowMs, notice });
  if (!database.ok) return database;
  return succeed({
    dataDir,
    journal: createIntentJournal(database.value, log),
    settings: settings.value,
    notices,
    close: () => {
      if (database.value.isOpen) database.value.close();
    },
  });
}
