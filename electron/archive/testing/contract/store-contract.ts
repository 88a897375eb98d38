import { describe, expect, it } from 'vitest';
import type { ArchiveStore, FoundRow, LineKey } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { commitOf, hourMs, row, t0 } from '../commits.ts';
import { describeChanges } from './changes-contract.ts';
import { describeDeletion } from './deletion-contract.ts';
import { describeSearch } from './search-contract.ts';
import { type OpenedStore, type OpenStore, valueOf } from '../local-store.ts';
import { describeTexts } from './text-contract.ts';

const noBalance = { owner: '', wallet: 'main', currency: 'BTC', total: null, available: null, held: null };
const emptyBalance = { ...noBalance, owed: null, unrealised: null };

const wholeHour = { fromMs: t0, toMs: t0 + hourMs };

const readOf = (readAtMs: number) => ({ window: wholeHour, provenFromMs: t0, readAtMs, addedAtMs: [] });

async function openLine(store: ArchiveStore, profileId = 'p1', symbol = ''): Promise<LineKey> {
  const accountId = await valueOf(store.openAccount({ profileId, runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  return line;
}

/** What every adapter of the archive promises. */
export function describeArchiveStore(name: string, open: OpenStore): void {
  const run = (what: (opened: OpenedStore) => Promise<void>) => async () => {
    const opened = await open();
    try {
      await what(opened);
    } finally {
      await opened.remove();
    }
  };
  describe(`archive store, ${name}`, () => {
    describeRows(run);
    describeSearch(run);
    describeTexts(run);
    describeLists(run);
    describeCurrencies(run);
    describeCoverage(run);
    describeAccounts(run);
    describeSpans(run);
    describeSnapshots(run);
    describeDeletion(run);
    describeChanges(run);
  });
}

type Run = (what: (opened: OpenedStore) => Promise<void>) => () => Promise<void>;

function symbolRow(key: string, symbol: string | null): FoundRow {
  return row(key, { columns: { ...noColumns, symbol } });
}

function describeRows(run: Run): void {
  it(
    'keeps a row once when it is read again',
    run(async ({ store }) => {
      const line = await openLine(store);
      const first = await valueOf(store.commitPage(commitOf(line, [row('a'), row('b')])));
      const again = await valueOf(store.commitPage(commitOf(line, [row('a'), row('b')])));
      expect([first.addedAtMs, again.addedAtMs]).toEqual([[t0, t0], []]);
      expect(await valueOf(store.rows({ accountId: line.accountId, record: 'ledger', limit: 9 }))).toHaveLength(2);
    }),
  );
  it(
    'keeps both versions of a row that changed, and decimals as their exact text',
    run(async ({ store, reopen }) => {
      const line = await openLine(store);
      const exact = '0.100000000000000000000000000000000001';
      await valueOf(store.commitPage(commitOf(line, [row('a')])));
      const changed = row('a', { columns: { ...noColumns, amount: exact, status: 'success' }, rest: { memo: 'x' } });
      await valueOf(store.commitPage(commitOf(line, [changed])));
      const kept = await reopen();
      const selection = { accountId: line.accountId, record: 'ledger' } as const;
      const versions = await valueOf(kept.versions({ ...selection, key: 'a' }));
      expect(versions.map(({ version, columns }) => [version, columns.amount])).toEqual([
        [1, '1.50'],
        [2, exact],
      ]);
      expect(await valueOf(kept.rows({ ...selection, limit: 9 }))).toEqual([versions[1]]);
      expect(versions[1]?.rest).toEqual({ memo: 'x' });
    }),
  );
  it(
    'adds no version when only a field appears that it did not know',
    run(async ({ store }) => {
      const line = await openLine(store);
      await valueOf(store.commitPage(commitOf(line, [row('a')])));
      const { addedAtMs } = await valueOf(store.commitPage(commitOf(line, [row('a', { rest: { newField: '1' } })])));
      expect(addedAtMs).toEqual([]);
    }),
  );
  it(
    'keeps a row of two lists once, as the first list gave it',
    run(async ({ store }) => {
      const line = await openLine(store);
      const other = { ...line, stream: 'hf-ledger' } as const;
      await valueOf(store.openLine({ ...other, startMs: t0 }));
      await valueOf(store.commitPage(commitOf(line, [row('a')])));
      const differing = row('a', { columns: { ...noColumns, amount: '1.50', wallet: 'TRADE_HF' } });
      expect((await valueOf(store.commitPage(commitOf(other, [differing])))).addedAtMs).toEqual([]);
    }),
  );
}

function describeLists(run: Run): void {
  it(
    'lists rows newest first, page by page, including rows that share a millisecond',
    run(async ({ store }) => {
      const line = await openLine(store);
      const all = ['a', 'b', 'c'].map(key => row(key)).concat(row('later', { timeMs: t0 + 1 }));
      await valueOf(store.commitPage(commitOf(line, all)));
      const selection = { accountId: line.accountId, record: 'ledger', limit: 2 } as const;
      const first = await valueOf(store.rows(selection));
      const after = first.at(-1);
      const second = await valueOf(store.rows({ ...selection, after }));
      expect([...first, ...second].map(({ key }) => key)).toEqual(['later', 'c', 'b', 'a']);
    }),
  );
  it(
    'lists the symbols of the rows that a stream gave',
    run(async ({ store }) => {
      const line = await openLine(store);
      const rows = [symbolRow('1', 'ETH-BTC'), symbolRow('2', 'BTC-USDT'), symbolRow('3', null)];
      await valueOf(store.commitPage(commitOf(line, rows)));
      expect(await valueOf(store.symbols(line))).toEqual(['BTC-USDT', 'ETH-BTC']);
    }),
  );
}

function describeSpans(run: Run): void {
  it(
    'lists current rows of a span oldest first, page by page, without its end',
    run(async ({ store }) => {
      const line = await openLine(store);
      const rows = [row('early', { timeMs: t0 - 1 }), row('b'), row('a'), row('c', { timeMs: t0 + 1 })];
      await valueOf(store.commitPage(commitOf(line, rows.concat(row('end', { timeMs: t0 + 2 })))));
      await valueOf(
        store.commitPage(commitOf(line, [row('b', { rest: { memo: '1' } }), row('b', { timeMs: t0 + 3 })])),
      );
      const span = { accountId: line.accountId, record: 'ledger', fromMs: t0, toMs: t0 + 2, limit: 1 } as const;
      const first = await valueOf(store.rowsBetween(span));
      const rest = await valueOf(store.rowsBetween({ ...span, limit: 9, after: first.at(-1) }));
      expect([...first, ...rest].map(({ key }) => key)).toEqual(['a', 'c']);
    }),
  );
  it(
    'lists the times of snapshots, and the snapshots of times with positions, of one account or all',
    run(async ({ store, reopen }) => {
      const { accountId } = await openLine(store);
      const rows = [emptyBalance, { ...emptyBalance, owner: 's1', wallet: 'futures', unrealised: '-0.10' }];
      const figures = { entryPrice: '60000.0', markPrice: null, unrealised: '1', settleCurrency: 'USDT' };
      const positions = [{ symbol: 'XBTUSDTM', positionSide: 'short', lots: '-3', ...figures }] as const;
      for (const atMs of [t0 + 2, t0, t0 + 1]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await valueOf(store.saveSnapshot({ accountId, atMs, rows, positions, missing: [] }));
      }
      const kept = await reopen();
      expect(await valueOf(kept.snapshotTimes({ accountId, fromMs: t0 + 1, toMs: t0 + 2 }))).toEqual([t0 + 1, t0 + 2]);
      const all = await valueOf(kept.snapshotsAt({ accountId, times: [t0 + 1, t0, 1], owner: null }));
      expect(all).toEqual([t0, t0 + 1].map(atMs => ({ accountId, atMs, rows, positions, missing: [] })));
      const [ofSub] = await valueOf(kept.snapshotsAt({ accountId, times: [t0], owner: 's1' }));
      expect(ofSub?.rows).toEqual([rows[1]]);
    }),
  );
}

const inCurrency = (key: string, currency: string | null) => row(key, { columns: { ...noColumns, currency } });

function describeCurrencies(run: Run): void {
  it(
    'lists the currencies of the rows that some streams gave',
    run(async ({ store }) => {
      const line = await openLine(store);
      const other = { ...line, stream: 'hf-ledger' } as const;
      await valueOf(store.openLine({ ...other, startMs: t0 }));
      await valueOf(store.commitPage(commitOf(line, [inCurrency('1', 'USDT'), inCurrency('2', null)])));
      await valueOf(store.commitPage(commitOf(other, [inCurrency('3', 'BTC'), inCurrency('4', 'USDT')])));
      const { accountId } = line;
      const streams = ['account-ledger', 'hf-ledger', 'deposits'] as const;
      expect(await valueOf(store.currencies({ accountId, streams }))).toEqual(['BTC', 'USDT']);
      expect(await valueOf(store.currencies({ accountId, streams: ['deposits'] }))).toEqual([]);
    }),
  );
}

function describeCoverage(run: Run): void {
  it(
    'moves coverage with the last page of a walk only',
    run(async ({ store, reopen }) => {
      const line = await openLine(store);
      const first = await valueOf(store.commitPage(commitOf(line, [row('a')])));
      expect(first.coverage).toBeNull();
      const read = readOf(t0 + 24 * hourMs);
      const last = await valueOf(store.commitPage(commitOf(line, [row('b')], { read })));
      expect(last.coverage).toMatchObject({ sealed: [wholeHour], read: [], gaps: [] });
      const kept = await valueOf((await reopen()).lines(line));
      expect(kept).toEqual([{ ...line, coverage: last.coverage, lastReadAtMs: read.readAtMs, deleted: null }]);
    }),
  );
  it(
    'seals a part that was read early when a later read adds nothing',
    run(async ({ store }) => {
      const line = await openLine(store);
      const early = await valueOf(store.commitPage(commitOf(line, [row('a')], { read: readOf(t0 + hourMs) })));
      expect(early.coverage?.read.length).toBe(1);
      // within ten minutes of the first read
      const rows = [row('a'), row('late', { timeMs: t0 + hourMs - 1 })];
      const late = { read: readOf(t0 + 2 * hourMs) };
      const adding = await valueOf(store.commitPage(commitOf(line, rows, late)));
      expect(adding.coverage?.read.length).toBe(1);
      const quiet = await valueOf(store.commitPage(commitOf(line, rows, late)));
      expect(quiet.coverage).toMatchObject({ sealed: [wholeHour], read: [] });
    }),
  );
  it(
    'keeps nothing of a page that was asked for before another page changed one of its rows',
    run(async ({ store }) => {
      const line = await openLine(store);
      const commitAt = (status: string, askedAtMs: number, receivedAtMs: number) => {
        const commit = commitOf(line, [row('a', { columns: { ...noColumns, status } })], { read: readOf(askedAtMs) });
        return valueOf(store.commitPage({ ...commit, page: { ...commit.page, askedAtMs, receivedAtMs } }));
      };
      const at = t0 + 2 * hourMs;
      await commitAt('open', at, at);
      const { coverage } = await commitAt('done', at + 20, at + 40);
      expect((await commitAt('open', at + 30, at + 50)).isOutdated).toBe(true);
      expect(await commitAt('done', at + 30, at + 50)).toMatchObject({ addedAtMs: [], isOutdated: false });
      expect(await valueOf(store.versions({ ...line, record: 'ledger', key: 'a' }))).toHaveLength(2);
      expect((await valueOf(store.lines(line)))[0]?.coverage).toEqual(coverage);
      expect(await commitAt('settled', at + 40, at + 60)).toMatchObject({ addedAtMs: [t0], isOutdated: false });
      // a clock that was wrong by more than an answer takes does not stop recording
      expect((await commitAt('open', at - hourMs, at)).isOutdated).toBe(false);
    }),
  );
  it(
    'keeps the start of a line that is opened again',
    run(async ({ store }) => {
      const line = await openLine(store);
      const again = await valueOf(store.openLine({ ...line, startMs: t0 + 5 }));
      expect(again.coverage.startMs).toBe(t0);
    }),
  );
}

function describeAccounts(run: Run): void {
  it(
    'keeps the rows of accounts apart',
    run(async ({ store }) => {
      const [one, other] = [await openLine(store, 'p1'), await openLine(store, 'p2')];
      await valueOf(store.commitPage(commitOf(one, [row('a')])));
      expect(await valueOf(store.rows({ accountId: other.accountId, record: 'ledger', limit: 9 }))).toEqual([]);
      expect((await valueOf(store.commitPage(commitOf(other, [row('a')])))).addedAtMs).toEqual([t0]);
    }),
  );
  it(
    'deletes earlier runs of the practice exchange, and nothing of other accounts',
    run(async ({ store }) => {
      const real = await openLine(store, 'p1');
      await valueOf(store.commitPage(commitOf(real, [row('a')])));
      const practice = await valueOf(store.openAccount({ profileId: 'practice', runId: 'one' }));
      const line = { accountId: practice, stream: 'account-ledger', symbol: '' } as const;
      await valueOf(store.openLine({ ...line, startMs: t0 }));
      await valueOf(store.commitPage(commitOf(line, [row('a')], { read: readOf(t0 + hourMs) })));
      expect(await valueOf(store.openAccount({ profileId: 'practice', runId: 'one' }))).toBe(practice);
      const next = await valueOf(store.openAccount({ profileId: 'practice', runId: 'two' }));
      expect(await valueOf(store.lines({ accountId: next }))).toEqual([]);
      expect((await valueOf(store.accounts({}))).map(({ runId }) => runId)).toEqual([null, 'two']);
      expect(await valueOf(store.rows({ accountId: real.accountId, record: 'ledger', limit: 9 }))).toHaveLength(1);
      expect(await valueOf(store.verify({}))).toEqual({ pages: 1, rows: 1, faults: [] });
    }),
  );
}

function describeSnapshots(run: Run): void {
  it(
    'keeps the newest balance snapshot with its unknown parts',
    run(async ({ store, reopen }) => {
      const { accountId } = await openLine(store);
      const snapshot = {
        accountId,
        atMs: t0,
        rows: [{ ...emptyBalance, total: '0.00000001' }],
        positions: null,
        missing: [{ part: 'futures', reason: 'no answer' }],
      };
      await valueOf(store.saveSnapshot(snapshot));
      expect(await valueOf((await reopen()).newestSnapshot({ accountId }))).toEqual(snapshot);
    }),
  );
  it(
    'thins balance snapshots by their age, and keeps the newest one',
    run(async ({ store }) => {
      const { accountId } = await openLine(store);
      const dayMs = 24 * hourMs;
      for (const atMs of [t0, t0 + 60_000, t0 + 100 * dayMs, t0 + 100 * dayMs + 60_000])
        await valueOf(store.saveSnapshot({ accountId, atMs, rows: [emptyBalance], positions: null, missing: [] }));
      const question = { accountId, nowMs: t0 + 101 * dayMs, zones: ['UTC'] };
      expect(await valueOf(store.thinSnapshots(question))).toBe(1);
      expect(await valueOf(store.thinSnapshots(question))).toBe(0);
      expect((await valueOf(store.newestSnapshot({ accountId })))?.rows).toEqual([emptyBalance]);
      expect((await valueOf(store.verify({}))).faults).toEqual([]);
    }),
  );
  it(
    'counts current rows and reports its size',
    run(async ({ store }) => {
      const line = await openLine(store);
      await valueOf(store.commitPage(commitOf(line, [row('a'), row('b')])));
      await valueOf(store.commitPage(commitOf(line, [row('a', { timeMs: t0 + 1 })])));
      const figures = await valueOf(store.figures(line));
      expect(figures.rowsByRecord).toEqual([{ record: 'ledger', rows: 2 }]);
      expect(figures.sizeBytes).toBeGreaterThan(0);
      expect(await valueOf(store.verify({}))).toEqual({ pages: 2, rows: 3, faults: [] });
    }),
  );
}
