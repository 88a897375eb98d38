import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchiveChoice } from '#shared/domain/archive/archive.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeClock, type FakeClock } from '#time/testing/fake-clock.ts';
import { type Archive, createArchive } from './archive.ts';
import type { ArchiveStore } from './archive-store.ts';
import { openLocalStore, valueOf } from './testing/local-store.ts';
import { buildBooking, createQuietExchange, type QuietExchange } from './testing/quiet-exchange.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let folder: string;
let store: ArchiveStore;
let clock: FakeClock;
let exchange: QuietExchange;
let archive: Archive;
let choice: ArchiveChoice | undefined;
let isLocked: boolean;

function begin(over: Partial<ArchiveStore> = {}): void {
  archive = createArchive({
    store: { ...store, ...over },
    clock,
    isLocked: () => isLocked,
    choice: {
      read: () => choice,
      change: next => {
        choice = next;
        return succeed(null);
      },
    },
    applyRetention: () => Promise.resolve(),
    finishDeletion: () => Promise.resolve(true),
    log: silent,
  });
}

function open(permissions: readonly string[] = ['General'], runId: string | null = null): void {
  archive.opened({ profileId: 'p', runId, permissions, client: exchange.client });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-archive-'));
  store = openLocalStore(join(folder, 'archive.sqlite'));
  clock = createFakeClock();
  exchange = createQuietExchange();
  choice = undefined;
  isLocked = false;
  begin();
});
afterEach(async () => {
  const stopped = archive.stop();
  await clock.pass(0);
  await stopped;
  removeFolder(folder);
});

function symbolsOf(name: string) {
  return archive
    .status('p')
    ?.streams.filter(({ stream }) => stream === name)
    .map(({ symbol }) => symbol);
}

function line(stream: string) {
  return archive.status('p')?.streams.find(each => each.stream === stream);
}

describe('the archive', () => {
  it('records nothing in the first 20 seconds, and the newest part of each list soon after', async () => {
    open();
    await clock.pass(19_000);
    expect(archive.status('p')).toMatchObject({ state: 'starting', streams: [], sharePercent: 10 });
    expect(exchange.asked).toEqual([]);
    await clock.pass(minute);
    const lists = ['accountLedger', 'hfLedger', 'spotFills', 'futuresFills', 'deposits', 'withdrawals'];
    expect(exchange.asked).toEqual(expect.arrayContaining(lists));
  });

  it('reads the whole past within its share of the pools, then rests', async () => {
    open();
    await clock.pass(30 * minute);
    expect(archive.status('p')?.state).toBe('idle');
    expect(line('account-ledger')).toMatchObject({ gaps: [], lost: [], state: 'working', queuedWindows: 0 });
    // a day for each request, and the polls of half an hour
    const requests = exchange.asked.filter(name => name === 'accountLedger').length;
    expect(requests).toBeGreaterThanOrEqual(365);
    expect(requests).toBeLessThanOrEqual(365 + 10);
  });

  it('reads the candles of the coins that the newest balance snapshot names, where there is a market', async () => {
    open();
    await clock.pass(5 * minute);
    expect(symbolsOf('day-candles')).toEqual(['BTC-USDT']);
  });

  it('uses no more than its share in 30 seconds', async () => {
    choice = { isPaused: false, sharePercent: 1 };
    open();
    await clock.pass(20_000);
    await clock.pass(25_000);
    // 1 % of 2000: ten requests of weight 2; lists of weight 20 in the same pool use it up alone
    expect(exchange.asked.filter(name => name === 'accountLedger').length).toBeLessThanOrEqual(10);
    expect(archive.status('p')?.state).toBe('waiting');
  });

  it('sends nothing while a pool is in use, and continues afterwards', async () => {
    exchange.setPools({ remaining: 700 });
    open();
    await clock.pass(5 * minute);
    expect(exchange.asked).toEqual([]);
    exchange.setPools({ waiting: 1 });
    await clock.pass(minute);
    expect(exchange.asked).toEqual([]);
    exchange.setPools({});
    await clock.pass(minute);
    expect(exchange.asked.length).toBeGreaterThan(0);
  });

  it.each([
    ['paused', { isPaused: true, isLocked: false }],
    ['locked', { isPaused: false, isLocked: true }],
  ] as const)('sends nothing while it is %s, and continues afterwards', async (obstacle, stop) => {
    open();
    choice = { isPaused: stop.isPaused, sharePercent: 10 };
    isLocked = stop.isLocked;
    await clock.pass(5 * minute);
    expect(exchange.asked).toEqual([]);
    expect(archive.status('p')).toMatchObject({ state: 'stopped', obstacle });
    isLocked = false;
    expect(archive.configure({ isPaused: false, sharePercent: 20 })).toEqual(
      succeed({ isPaused: false, sharePercent: 20 }),
    );
    await clock.pass(minute);
    expect(archive.status('p')).toMatchObject({ obstacle: null, sharePercent: 20 });
    expect(exchange.asked.length).toBeGreaterThan(0);
  });

  it('sends nothing for a key without the general right', async () => {
    open(['Spot']);
    await clock.pass(5 * minute);
    expect(exchange.asked).toEqual([]);
    expect(archive.status('p')).toMatchObject({ state: 'stopped', obstacle: 'no-permission' });
  });

  it('tries a key with unknown rights', async () => {
    open([]);
    await clock.pass(minute);
    expect(exchange.asked.length).toBeGreaterThan(0);
  });
});

describe('recording', () => {
  it('stores a booking, finds a late one in the overlap, and seals the time', async () => {
    const now = clock.nowMs();
    exchange.bookings.push(buildBooking({ id: 'old', createdAtMs: now - 3 * day }));
    open();
    await clock.pass(30 * minute);
    exchange.bookings.push(buildBooking({ id: 'late', createdAtMs: clock.nowMs() - 8 * minute }));
    await clock.pass(30 * minute);
    const rows = await valueOf(store.rows({ accountId: 1, record: 'ledger', limit: 9 }));
    expect(rows.map(({ key }) => key)).toEqual(['late USDT in', 'old USDT in']);
    const sealedTo = line('account-ledger')?.sealed.at(-1)?.toMs ?? 0;
    expect(clock.nowMs() - sealedTo).toBeLessThan(30 * minute);
  });

  it('moves no coverage by a failed read, says why, and tries again later', async () => {
    exchange.failures.set('deposits', fail('timeout', 'No answer in time.'));
    exchange.failures.set('withdrawals', fail('permission', 'Not allowed.'));
    open();
    await clock.pass(2 * minute);
    expect(line('deposits')).toMatchObject({ state: 'failing', reason: 'No answer in time.', sealed: [], read: [] });
    expect(line('withdrawals')).toMatchObject({ state: 'not-permitted', sealed: [], read: [] });
    exchange.failures.clear();
    await clock.pass(90 * minute);
    expect(line('deposits')).toMatchObject({ state: 'working', reason: null, queuedWindows: 0 });
    expect(line('withdrawals')).toMatchObject({ state: 'working', queuedWindows: 0 });
  });

  it('reports as lost what the exchange forgot while Fathom was away, and continues after a restart', async () => {
    open();
    await clock.pass(30 * minute);
    archive.closed();
    await clock.pass(4 * day);
    open();
    await clock.pass(30 * minute);
    const lost = line('hf-ledger')?.lost ?? [];
    const length = lost.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    expect(lost).toHaveLength(1);
    expect(Math.abs(length - day)).toBeLessThan(hour);
    expect(line('account-ledger')).toMatchObject({ lost: [], queuedWindows: 0 });
  });

  it('says what is not recorded while the disk is full, and continues when there is space (12)', async () => {
    let isFull = true;
    const failure = { ok: false, fault: 'disk-full', detail: 'database or disk is full' } as const;
    begin({ commitPage: commit => (isFull ? Promise.resolve(failure) : store.commitPage(commit)) });
    open();
    await clock.pass(5 * minute);
    expect(archive.status('p')).toMatchObject({ obstacle: 'disk-full', detail: 'database or disk is full' });
    expect(line('account-ledger')).toMatchObject({ sealed: [], read: [] });
    isFull = false;
    await clock.pass(30 * minute);
    expect(archive.status('p')).toMatchObject({ obstacle: null, detail: null, state: 'idle' });
  });

  it('records while its rows and sizes cannot be counted', async () => {
    begin({ figures: () => Promise.resolve({ ok: false, fault: 'database-failed', detail: 'statement timeout' }) });
    open();
    await clock.pass(5 * minute);
    expect(line('deposits')).toMatchObject({ state: 'working', queuedWindows: 0 });
    expect(archive.status('p')).toMatchObject({ obstacle: null, sizeBytes: null, records: [] });
  });

  it('records with the known symbols while the archive does not answer which symbols there are', async () => {
    let isFailing = true;
    const failure = { ok: false, fault: 'database-failed', detail: 'statement timeout' } as const;
    begin({
      symbols: list => (isFailing && list.stream === 'futures-fills' ? Promise.resolve(failure) : store.symbols(list)),
      currencies: question => (isFailing ? Promise.resolve(failure) : store.currencies(question)),
    });
    exchange.positions.push('XBTUSDTM');
    open();
    await clock.pass(5 * minute);
    expect(line('deposits')).toMatchObject({ state: 'working', queuedWindows: 0 });
    expect(archive.status('p')).toMatchObject({ obstacle: null, snapshot: { missing: expect.anything() } });
    const unknown = archive.status('p')?.streams.filter(({ state }) => state === 'failing');
    expect(new Set(unknown?.map(({ symbol }) => symbol))).toEqual(new Set([null]));
    const rest = ['day-candles', 'funding', 'futures-fee-rates', 'hour-candles'];
    expect(unknown?.map(({ stream }) => stream).toSorted()).toEqual(['cross-borrowings', 'cross-repayments', ...rest]);
    // of the open position, and of the balance snapshot
    expect(symbolsOf('funding')).toEqual(['XBTUSDTM', null]);
    expect(line('hour-candles')?.symbol).toBe('BTC-USDT');
    isFailing = false;
    await clock.pass(30 * minute);
    expect(archive.status('p')?.streams.filter(({ state }) => state === 'failing')).toEqual([]);
    expect(symbolsOf('funding')).toEqual(['XBTUSDTM']);
  });

  it('records all other lists while one of them cannot be stored', async () => {
    const failure = { ok: false, fault: 'database-failed', detail: 'invalid byte sequence' } as const;
    begin({
      commitPage: commit =>
        commit.line.stream === 'account-ledger' ? Promise.resolve(failure) : store.commitPage(commit),
    });
    open();
    await clock.pass(30 * minute);
    expect(line('account-ledger')).toMatchObject({ state: 'failing', sealed: [], read: [] });
    for (const stream of ['hf-ledger', 'deposits', 'withdrawals', 'spot-fills'])
      expect(line(stream), stream).toMatchObject({ state: 'working', queuedWindows: 0 });
  });

  it('says that the file is damaged, and asks the exchange for nothing', async () => {
    const failure = { ok: false, fault: 'damaged', detail: 'file is not a database' } as const;
    begin({ openAccount: () => Promise.resolve(failure) });
    open();
    await clock.pass(5 * minute);
    expect(archive.status('p')).toMatchObject({ state: 'stopped', obstacle: 'damaged' });
    expect(exchange.asked).toEqual([]);
  });

  it('reads only the newest part while little disk is free', async () => {
    const figures = { rowsByRecord: [], sizeBytes: 1, freeBytes: 1000 };
    begin({ figures: () => Promise.resolve({ ok: true, value: figures }) });
    open();
    await clock.pass(30 * minute);
    expect(archive.status('p')).toMatchObject({ obstacle: 'disk-low', freeBytes: 1000 });
    expect(line('account-ledger')?.queuedWindows).toBe(364);
  });

  it.each([
    [1, 5],
    [100_000, 1],
  ])('counts an archive of %i rows %i times in the first minute', async (rows, times) => {
    let counted = 0;
    const value = { rowsByRecord: [{ record: 'fill', rows }], sizeBytes: 1, freeBytes: null };
    begin({
      figures: () => {
        counted += 1;
        return Promise.resolve({ ok: true, value });
      },
    });
    open();
    await clock.pass(60_000);
    // from 20 seconds on, few rows every 10 seconds
    expect(counted).toBe(times);
  });

  it('asks for funding by the symbols of the futures fills and of open positions', async () => {
    begin({
      symbols: ({ stream }) => Promise.resolve({ ok: true, value: stream === 'futures-fills' ? ['XBTUSDTM'] : [] }),
    });
    open();
    await clock.pass(30 * minute);
    expect(symbolsOf('funding')).toEqual(['XBTUSDTM']);
    expect(line('funding')).toMatchObject({ queuedWindows: 0 });
    exchange.positions.push('ETHUSDTM', 'XBTUSDTM');
    await clock.pass(hour);
    expect(symbolsOf('funding')).toEqual(['XBTUSDTM', 'ETHUSDTM']);
  });
});

describe('balance snapshots', () => {
  it('name what is unknown, keep one row a wallet and currency, and leave margin to the margin accounts', async () => {
    open();
    await clock.pass(minute);
    const snapshot = await valueOf(store.newestSnapshot({ accountId: 1 }));
    expect(snapshot?.rows).toEqual([
      {
        owner: '',
        wallet: 'main',
        currency: 'BTC',
        total: '1',
        available: '1',
        held: '0',
        owed: null,
        unrealised: null,
      },
    ]);
    expect(snapshot?.missing.map(({ part }) => part)).toEqual([
      'futures',
      'cross-margin',
      'isolated-margin',
      'sub-accounts',
    ]);
    expect(archive.status('p')?.snapshot?.missing).toContain('sub-accounts');
  });

  it('balance snapshots are taken every 15 minutes', async () => {
    open();
    const times = new Set<number>();
    for (let minutes = 0; minutes < 46; minutes += 1) {
      await clock.pass(minute);
      times.add(archive.status('p')?.snapshot?.atMs ?? 0);
    }
    times.delete(0);
    expect(times.size).toBe(4);
  });

  it('balance snapshots are taken soon after the newest part of a list has a row that is new', async () => {
    open();
    await clock.pass(2 * minute);
    const first = archive.status('p')?.snapshot?.atMs ?? 0;
    exchange.bookings.push(buildBooking({ createdAtMs: clock.nowMs() }));
    await clock.pass(6 * minute);
    const second = archive.status('p')?.snapshot?.atMs ?? 0;
    expect(second).toBeGreaterThan(first + 2 * minute);
    await clock.pass(6 * minute);
    expect(archive.status('p')?.snapshot?.atMs).toBe(second);
  });
});

describe('accounts', () => {
  it('accounts are recorded one at a time', async () => {
    open();
    await clock.pass(minute);
    expect(archive.status('other')).toBeNull();
    archive.opened({ profileId: 'other', runId: null, permissions: [], client: exchange.client });
    expect(archive.status('p')).toBeNull();
    expect(archive.status('other')?.state).toBe('starting');
    archive.closed();
    expect(archive.status('other')).toBeNull();
    const asked = exchange.asked.length;
    await clock.pass(hour);
    expect(exchange.asked.length).toBe(asked);
  });
});

async function stopStatuses() {
  const rows = await valueOf(store.rows({ accountId: 1, record: 'stop-orders', limit: 10 }));
  return rows.map(({ columns }) => columns.status);
}

it('a stop order that is no longer listed is found by its status, and looked up', async () => {
  const stop = buildStopOrder({ id: 's', createdAtMs: clock.nowMs() });
  let listed = [stop];
  const page = { unreadableCount: 0, next: null, text: '[]', endpoint: 'GET /x' };
  const { pastPages } = exchange.client;
  const spotStops: typeof pastPages.spotStops = ({ tradeType }) => {
    const rows = tradeType === 'spot' ? listed : [];
    return Promise.resolve(succeed({ ...page, rows, total: rows.length }));
  };
  const spotStopState: typeof pastPages.spotStopState = () =>
    Promise.resolve(succeed({ ...page, rows: ['triggered'], total: 1 }));
  exchange = { ...exchange, client: { ...exchange.client, pastPages: { ...pastPages, spotStops, spotStopState } } };
  open();
  await clock.pass(2 * minute);
  expect(await stopStatuses()).toEqual(['active']);
  listed = [];
  await clock.pass(5 * minute);
  expect(await stopStatuses()).toEqual(['triggered']);
});
