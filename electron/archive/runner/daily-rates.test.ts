import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { PastPageCalls } from '#client/endpoints/past-pages/page-calls.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeClock, type FakeClock } from '#time/testing/fake-clock.ts';
import { type Archive, createArchive } from '../archive.ts';
import { archiveFile } from '../archive-file.ts';
import type { ArchiveStore } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { commitOf, row } from '../testing/commits.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { createQuietExchange } from '../testing/quiet-exchange.ts';

const minuteMs = 60_000;
const beforeMidnight = Date.parse('2026-03-24T23:40:00Z');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let store: ArchiveStore;
let clock: FakeClock;
let archive: Archive;
let accountId: number;
let asked: string[];
let takerFeeRate: '0.001' | '0.002';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-rates-'));
  store = openLocalStore(join(folder, archiveFile));
  clock = createFakeClock(beforeMidnight);
  asked = [];
  takerFeeRate = '0.001';
  accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
  const line = { accountId, stream: 'spot-fills', symbol: '' } as const;
  await store.openLine({ ...line, startMs: clock.nowMs() });
  const fill = row('BTC-USDT 1 o1', { timeMs: clock.nowMs(), columns: { ...noColumns, symbol: 'BTC-USDT' } });
  await store.commitPage(commitOf(line, [fill], { record: 'spot-fills' }));
  const { client } = createQuietExchange();
  const spotFeeRates: PastPageCalls['spotFeeRates'] = ({ symbol }) => {
    asked.push(symbol);
    const rows = [{ symbol, takerFeeRate, makerFeeRate: '0.0008' as const }];
    return Promise.resolve(
      succeed({ rows, unreadableCount: 0, total: null, next: null, text: '{}', endpoint: 'GET /x' }),
    );
  };
  archive = createArchive({
    store,
    clock,
    isLocked: () => false,
    choice: { read: () => undefined, change: () => succeed(null) },
    applyRetention: () => Promise.resolve(),
    finishDeletion: () => Promise.resolve(true),
    log: silent,
  });
  const pastPages = { ...client.pastPages, spotFeeRates };
  archive.opened({ profileId: 'p', runId: null, permissions: ['General'], client: { ...client, pastPages } });
});
afterEach(async () => {
  const stopped = archive.stop();
  await clock.pass(0);
  await stopped;
  removeFolder(folder);
});

const lines = () => archive.status('p')?.streams.filter(({ stream }) => stream === 'spot-fee-rates');

async function ratesByDay() {
  const rows = await valueOf(store.rows({ accountId, record: 'fee-rates', limit: 100 }));
  const days = rows.map(({ timeMs, rest }) => `${new Date(timeMs).toISOString().slice(0, 10)} ${rest['takerFeeRate']}`);
  return days.toSorted();
}

it('fee rates of a traded market are read once on each UTC day, and each day keeps its own', async () => {
  await clock.pass(15 * minuteMs);
  expect(asked).toEqual(['BTC-USDT']);
  expect(lines()).toMatchObject([{ symbol: 'BTC-USDT', state: 'working', gaps: [], lost: [], closesAtMs: null }]);
  expect(await ratesByDay()).toEqual(['2026-03-24 0.001']);
  takerFeeRate = '0.002';
  await clock.pass(15 * minuteMs);
  expect(asked).toHaveLength(2);
  expect(await ratesByDay()).toEqual(['2026-03-24 0.001', '2026-03-25 0.002']);
  expect(archive.status('p')?.state).toBe('idle');
  expect(lines()).toMatchObject([{ state: 'working', gaps: [], lost: [], queuedWindows: 0 }]);
});
