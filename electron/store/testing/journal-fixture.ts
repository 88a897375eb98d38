import type { DatabaseSync } from 'node:sqlite';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { StorageStatus } from '#shared/domain/storage.ts';
import type { Log } from '#log/log.ts';
import { createIntentJournal, type IntentJournal } from '../intent-journal.ts';

/** What the tests of the journal share. */

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function intent(id: string, change: Partial<Intent> = {}): Intent {
  return {
    id,
    profileId: 'p1',
    kind: 'place-order',
    key: `oid-${id}`,
    symbol: 'BTC-USDT',
    summary: 'Buy 1 BTC-USDT at 1',
    state: 'new',
    detail: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    ...change,
  };
}

export const cancel = (id: string, change: Partial<Intent> = {}): Intent =>
  intent(id, { kind: 'cancel-order', summary: `Cancel ${id}`, ...change });

export interface TestJournal {
  readonly journal: IntentJournal;
  readonly reports: readonly unknown[];
  readonly notices: readonly string[];
  readonly setStatus: (state: StorageStatus['state']) => void;
  /** what the health does every two seconds while the journal fails */
  readonly retry: () => unknown;
  readonly released: () => number;
}

const works = () => null;

/** A journal over this database, with the rest of the store played. */
export function journalOn(database: DatabaseSync | (() => DatabaseSync)): TestJournal {
  const reports: unknown[] = [];
  const notices: string[] = [];
  let state: StorageStatus['state'] = 'ok';
  let retry: () => unknown = works;
  let released = 0;
  const journal = createIntentJournal({
    database: typeof database === 'function' ? database : () => database,
    log: silent,
    health: {
      status: () => ({ state, detail: '' }),
      report: (_, cause) => void reports.push(cause),
      onRetry: (_, what) => {
        retry = what;
      },
    },
    audit: { step: () => {}, note: () => {}, flush: () => {} },
    reserve: {
      take: () => {},
      release: () => {
        released += 1;
        return false;
      },
    },
    nowMs: () => 1000,
    notice: message => void notices.push(message),
  });
  return {
    journal,
    reports,
    notices,
    setStatus: next => {
      state = next;
    },
    retry: () => retry(),
    released: () => released,
  };
}
