import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchiveSearchPage } from '#shared/domain/archive/explore.ts';
import { buildArchiveFilter } from '#shared/domain/archive/testing/build-archive-filter.ts';
import type { Result } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import type { ArchiveStore, FoundRow } from '../archive-store.ts';
import { type ArchivedColumns, noColumns, type RecordName } from '../records/columns.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { openLocalStore } from '../testing/local-store.ts';
import { createExplorer, type Explorer } from './explorer.ts';

let folder: string;
let store: ArchiveStore;
let accountId: number;
let version: number;
let explorer: Explorer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-explore-'));
  store = openLocalStore(join(folder, archiveFile));
  const opened = await store.openAccount({ profileId: 'p1', runId: null });
  if (!opened.ok) throw new Error(opened.detail);
  accountId = opened.value;
  version = 0;
  explorer = createExplorer({
    archive: store,
    reader: store,
    archiveVersion: () => version,
    isPresent: () => true,
    nowMs: () => t0,
  });
});
afterEach(async () => {
  await explorer.close();
  removeFolder(folder);
});

function fill(key: string, atMs: number, columns: Partial<ArchivedColumns> = {}): FoundRow {
  return row(key, { timeMs: atMs, columns: { ...noColumns, price: '1.50', ...columns } });
}

async function record(name: Extract<RecordName, `${string}-fills`>, rows: readonly FoundRow[]): Promise<void> {
  const line = { accountId, stream: name, symbol: '' } as const;
  await store.openLine({ ...line, startMs: t0 });
  const read = { window: { fromMs: t0, toMs: t0 + hourMs }, provenFromMs: t0, readAtMs: t0 + hourMs, addedAtMs: [] };
  await store.commitPage(commitOf(line, rows, { record: name, read }));
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const countFills = async () => valueOf(await explorer.count(buildArchiveFilter())).rows;

const failSearch: ArchiveStore['searchRows'] = () =>
  Promise.resolve({ ok: false, fault: 'damaged', detail: 'malformed' });

async function readAll(change: Parameters<typeof buildArchiveFilter>[0] = {}): Promise<readonly ArchiveSearchPage[]> {
  const pages: ArchiveSearchPage[] = [];
  let cursor: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: ArchiveSearchPage = valueOf(await explorer.search({ ...buildArchiveFilter(change), cursor }));
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

const keysOf = (pages: readonly ArchiveSearchPage[]) => pages.flatMap(({ rows }) => rows.map(({ key }) => key));

describe('pages of archived rows', () => {
  it('have each row of both venues once, newest first, and end', async () => {
    const spot = Array.from({ length: 700 }, (_, index) => fill(`s${index}`, t0 + index * 2));
    // pairs of rows share a millisecond, within a venue and across both
    const futures = Array.from({ length: 700 }, (_, index) => fill(`f${index}`, t0 + Math.floor(index / 2) * 4));
    await record('spot-fills', spot);
    await record('futures-fills', futures);
    const pages = await readAll();
    expect(pages.map(({ rows }) => rows.length)).toEqual([500, 500, 400]);
    const times = pages.flatMap(({ rows }) => rows.map(({ createdAtMs }) => createdAtMs));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(keysOf(pages)).size).toBe(1400);
  });

  it('have each row once when a page ends between rows of one venue that share a millisecond', async () => {
    const pairs = Array.from({ length: 702 }, (_, index) => fill(`f${index}`, t0 + Math.floor(index / 3)));
    await record('futures-fills', pairs);
    const pages = await readAll();
    expect(pages.map(({ rows }) => rows.length)).toEqual([500, 202]);
    expect(new Set(keysOf(pages)).size).toBe(702);
  });

  it('continue behind their last row when newer rows came meanwhile', async () => {
    await record(
      'spot-fills',
      Array.from({ length: 501 }, (_, index) => fill(`s${index}`, t0 + index)),
    );
    const first = valueOf(await explorer.search({ ...buildArchiveFilter(), cursor: null }));
    await record('spot-fills', [fill('new', t0 + 9999)]);
    const second = valueOf(await explorer.search({ ...buildArchiveFilter(), cursor: first.next }));
    expect(keysOf([second])).toEqual(['s0']);
  });

  it('have only rows that meet the filter, with exact decimals', async () => {
    const exact = '0.100000000000000000000000000001';
    await record('spot-fills', [
      fill('a', t0, { symbol: 'BTC-USDT', side: 'buy', amount: exact }),
      fill('b', t0 + 1, { symbol: 'BTC-USDT', side: 'sell' }),
      fill('c', t0 + 2, { symbol: 'ETH-USDT', side: 'buy' }),
    ]);
    const [page] = await readAll({ market: 'BTC-USDT', side: 'buy' });
    expect(page?.rows).toMatchObject([{ key: 'a', record: 'spot-fills', amount: exact, price: '1.50', fee: null }]);
  });

  it('of transfers have no other bookings', async () => {
    const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
    await store.openLine({ ...line, startMs: t0 });
    const bookings = [fill('t', t0, { kind: 'TRANSFER' }), fill('x', t0, { kind: 'TRADE_EXCHANGE' })];
    await store.commitPage(commitOf(line, bookings));
    expect(keysOf(await readAll({ view: 'transfers' }))).toEqual(['t']);
    expect(keysOf(await readAll({ view: 'transfers', kind: 'TRADE_EXCHANGE' }))).toEqual([]);
    expect(keysOf(await readAll({ view: 'ledger', kind: 'TRADE_EXCHANGE' }))).toEqual(['x']);
  });

  it.each(['x', Buffer.from('{"spot-fills":1}').toString('base64url')])(
    'do not begin at the cursor %s, which is not valid',
    async cursor => {
      const answer = await explorer.search({ ...buildArchiveFilter(), cursor });
      expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    },
  );

  it('are not those of another profile', async () => {
    await record('spot-fills', [fill('a', t0)]);
    const answer = await explorer.search({ ...buildArchiveFilter({ profileId: 'p2' }), cursor: null });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it('are not those of an earlier practice exchange', async () => {
    await record('spot-fills', [fill('a', t0)]);
    const asked: unknown[] = [];
    const isPresent = ({ profileId, runId }: { profileId: string; runId: string | null }) => {
      asked.push([profileId, runId]);
      return false;
    };
    const later = createExplorer({
      archive: store,
      reader: store,
      archiveVersion: () => 0,
      isPresent,
      nowMs: () => t0,
    });
    expect(await later.search({ ...buildArchiveFilter(), cursor: null })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    expect(asked).toEqual([['p1', null]]);
  });

  it('fail when the archive cannot be read', async () => {
    const reader = { ...store, searchRows: failSearch };
    const broken = createExplorer({
      archive: store,
      reader,
      archiveVersion: () => 0,
      isPresent: () => true,
      nowMs: () => t0,
    });
    const answer = await broken.search({ ...buildArchiveFilter(), cursor: null });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'storage' } });
  });
});

describe('the count', () => {
  it('has the rows of the filter, the recorded time and its gaps', async () => {
    await record('spot-fills', [fill('a', t0, { side: 'buy' }), fill('b', t0 + 1, { side: 'sell' })]);
    const line = { accountId, stream: 'spot-fills', symbol: '' } as const;
    const later = { fromMs: t0 + 2 * hourMs, toMs: t0 + 3 * hourMs };
    const read = { window: later, provenFromMs: later.fromMs, readAtMs: later.toMs, addedAtMs: [] };
    await store.commitPage(commitOf(line, [], { record: 'spot-fills', read }));
    expect(valueOf(await explorer.count(buildArchiveFilter({ side: 'buy' })))).toEqual({
      rows: 1,
      fromMs: t0,
      toMs: t0 + 3 * hourMs,
      gaps: [{ fromMs: t0 + hourMs, toMs: t0 + 2 * hourMs }],
      gapCount: 1,
      feeAudit: { audited: 0, different: 0, isCut: false, totals: [], months: [] },
    });
  });

  it('counts the time before a stream begins as a gap when another one begins earlier', async () => {
    await record('spot-fills', [fill('a', t0)]);
    const line = { accountId, stream: 'hf-fills', symbol: 'BTC-USDT' } as const;
    const startMs = t0 + hourMs / 2;
    await store.openLine({ ...line, startMs });
    const window = { fromMs: startMs, toMs: t0 + hourMs };
    const read = { window, provenFromMs: startMs, readAtMs: window.toMs, addedAtMs: [] };
    await store.commitPage(commitOf(line, [], { record: 'spot-fills', read }));
    expect(valueOf(await explorer.count(buildArchiveFilter()))).toMatchObject({
      fromMs: t0,
      gaps: [{ fromMs: t0, toMs: startMs }],
      gapCount: 1,
    });
  });

  it('says that no list was read yet', async () => {
    const counted = valueOf(await explorer.count(buildArchiveFilter({ view: 'funding' })));
    expect(counted).toEqual({ rows: 0, fromMs: null, toMs: null, gaps: [], gapCount: 0, feeAudit: null });
  });

  it('is read again when the archive changed', async () => {
    await record('spot-fills', [fill('a', t0)]);
    const first = await countFills();
    await record('spot-fills', [fill('b', t0 + 1)]);
    const kept = await countFills();
    version = 1;
    expect([first, kept, await countFills()]).toEqual([1, 1, 2]);
  });
});

describe('an archived order', () => {
  it('has its versions and its own fills, oldest first', async () => {
    const line = { accountId, stream: 'spot-orders', symbol: '' } as const;
    await store.openLine({ ...line, startMs: t0 });
    const orderWith = (status: string) => fill('o1', t0, { orderId: 'o1', status });
    await store.commitPage(commitOf(line, [orderWith('active')], { record: 'spot-orders' }));
    await store.commitPage(commitOf(line, [orderWith('done')], { record: 'spot-orders' }));
    const fills = [fill('f2', t0 + 2, { orderId: 'o1' }), fill('f1', t0 + 1, { orderId: 'o1' })];
    await record('spot-fills', [...fills, fill('other', t0 + 1, { orderId: 'o2' })]);
    const order = valueOf(await explorer.order({ profileId: 'p1', venue: 'spot', orderId: 'o1' }));
    expect(order.versions.map(({ version: number, status }) => [number, status])).toEqual([
      [1, 'active'],
      [2, 'done'],
    ]);
    expect(order.fills.map(({ key }) => key)).toEqual(['f1', 'f2']);
    expect(order.isCut).toBe(false);
  });

  it('says that it has more fills than are answered', async () => {
    await record(
      'spot-fills',
      Array.from({ length: 501 }, (_, index) => fill(`f${index}`, t0 + index, { orderId: 'o1' })),
    );
    const order = valueOf(await explorer.order({ profileId: 'p1', venue: 'spot', orderId: 'o1' }));
    expect([order.versions.length, order.fills.length, order.fills[0]?.key, order.isCut]).toEqual([0, 500, 'f1', true]);
  });
});
