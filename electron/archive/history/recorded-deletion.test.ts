import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultArchiveChoice } from '#shared/domain/archive/archive.ts';
import { succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeClock, type FakeClock } from '#time/testing/fake-clock.ts';
import { type Archive, createArchive } from '../archive.ts';
import type { ArchiveStore } from '../archive-store.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { createQuietExchange, type QuietExchange } from '../testing/quiet-exchange.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let folder: string;
let store: ArchiveStore;
let clock: FakeClock;
let exchange: QuietExchange;
let archive: Archive;
let retentionCount: number;
let finishCount: number;
let isLocked: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-deletion-'));
  store = openLocalStore(join(folder, 'archive.sqlite'));
  clock = createFakeClock();
  exchange = createQuietExchange();
  retentionCount = 0;
  finishCount = 0;
  isLocked = false;
  archive = createArchive({
    store,
    clock,
    isLocked: () => isLocked,
    choice: { read: () => defaultArchiveChoice, change: () => succeed(null) },
    applyRetention: () => Promise.resolve(void (retentionCount += 1)),
    finishDeletion: () => Promise.resolve((finishCount += 1) === 2),
    log: silent,
  });
  archive.opened({ profileId: 'p', runId: null, permissions: ['General'], client: exchange.client });
});
afterEach(async () => {
  const stopped = archive.stop();
  await clock.pass(0);
  await stopped;
  removeFolder(folder);
});

function line(stream: string) {
  return archive.status('p')?.streams.find(each => each.stream === stream);
}

it('deleted history is not read again, and is shown as deleted and not as lost', async () => {
  await clock.pass(30 * minute);
  const before = line('account-ledger');
  const accountId = 1;
  const beforeMs = clock.nowMs() - 10 * day;
  const deletion = { accountId, record: 'ledger', streams: ['account-ledger'], beforeMs, limit: 10 } as const;
  await valueOf(store.deleteOldRows(deletion));
  archive.historyDeleted();
  const asked = exchange.asked.length;
  await clock.pass(10_000);
  expect(line('account-ledger')).toMatchObject({
    startMs: beforeMs,
    deleted: { fromMs: before?.startMs, toMs: beforeMs },
    lost: [],
    queuedWindows: 0,
  });
  await clock.pass(2 * minute);
  expect(exchange.asked.slice(asked).filter(name => name === 'accountLedger').length).toBeLessThanOrEqual(2);
});

it('retention is applied once a day while an account is recorded', async () => {
  await clock.pass(2 * minute);
  expect(retentionCount).toBe(1);
  clock.jump(day);
  await clock.pass(minute);
  expect(retentionCount).toBe(2);
});

it('interrupted deletion is finished once while nothing may be recorded, and tried again each minute before', async () => {
  isLocked = true;
  await clock.pass(minute);
  expect(finishCount).toBe(1);
  await clock.pass(minute);
  expect(finishCount).toBe(2);
  await clock.pass(10 * minute);
  expect(finishCount).toBe(2);
});
