import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { ArchiveStore, FoundRow, PageCommit, PageCommitted } from '../archive-store.ts';
import { applyRead, emptyCoverage } from '../coverage/coverage.ts';
import { noColumns } from '../records/columns.ts';
import { dayMs, minuteMs, type Stream, type StreamPage } from '../streams/stream.ts';
import { hfLedger } from '../streams/wallet/hf-ledger.ts';
import { buildWitness } from '../testing/build-witness.ts';
import { row } from '../testing/commits.ts';
import { mostPages, type Walk, walkWindow } from './walk.ts';

const now = 100 * dayMs;
const window = { fromMs: now - dayMs, toMs: now - dayMs / 2 };
const line = { accountId: 1, stream: 'hf-ledger', symbol: 'S' } as const;

function page(keys: readonly string[], change: Partial<StreamPage> = {}): Result<StreamPage> {
  const rows = keys.map((key, place) => row(key, { timeMs: window.fromMs + place * minuteMs }));
  return succeed({ rows, unreadableCount: 0, total: null, next: null, text: '[]', endpoint: 'GET /x', ...change });
}

interface Played {
  readonly pages: readonly Result<StreamPage>[];
  readonly stream?: Partial<Stream>;
  readonly commit?: ArchiveStore['commitPage'];
  readonly mayAsk?: () => boolean;
  readonly nowMs?: () => number;
  readonly beside?: Walk['readBeside'];
  readonly known?: readonly FoundRow[];
  readonly openRows?: Walk['readOpenRows'];
}

/** Nothing is known beside the window. */
const nothingBeside: Walk['readBeside'] = () =>
  Promise.resolve({ ok: true, value: { span: window, rows: [], witness: buildWitness() } });

/** Walks through pages that the test gives, and notes what was asked and stored. */

async function play({
  pages,
  stream = {},
  commit,
  mayAsk = () => true,
  nowMs = () => now,
  beside = nothingBeside,
  known = [],
  openRows = () => Promise.resolve({ ok: true, value: known }),
}: Played) {
  const asked: unknown[] = [];
  const commits: PageCommit[] = [];
  const store = (each: PageCommit): PageCommitted => {
    commits.push(each);
    const addedAtMs = each.page.rows.map(({ timeMs }) => timeMs);
    const coverage = each.read === null ? null : applyRead(emptyCoverage(0), each.read);
    return { addedAtMs, coverage, isOutdated: false };
  };
  const outcome = await walkWindow({
    stream: {
      ...hfLedger,
      readPage: (_calls, query) => {
        asked.push(query.cursor);
        return Promise.resolve(pages[asked.length - 1] ?? page([]));
      },
      ...stream,
    },
    line,
    window,
    nowMs,
    calls: createFakeClient().pastPages,
    store: { commitPage: commit ?? (each => Promise.resolve({ ok: true, value: store(each) })) },
    readBeside: beside,
    readOpenRows: openRows,
    waitForShare: () => Promise.resolve(mayAsk()),
    signal: new AbortController().signal,
  });
  return { outcome, asked, commits, keys: commits.flatMap(({ page: { rows } }) => rows.map(({ key }) => key)) };
}

/** A row that may still change. */
const openRow = (key: string, timeMs: number) => row(key, { timeMs, columns: { ...noColumns, status: 'active' } });

/** A booking of 1 USDT, with the balance after it. */
const booking = (key: string, timeMs: number, balance: string) =>
  row(key, { timeMs, columns: { ...noColumns, amount: '1', side: 'in', currency: 'USDT', balance } });

describe('a walk through a window', () => {
  it('stores the other rows of a page with a time that no database keeps, and counts that row as unreadable', async () => {
    const rows = [row('a', { timeMs: window.fromMs }), ...[0.5, 2 ** 60].map(timeMs => row(`t${timeMs}`, { timeMs }))];
    const { outcome, keys } = await play({ pages: [page([], { rows })] });
    expect(keys).toEqual(['a']);
    expect(outcome).toMatchObject({ kind: 'unproven', window: { fault: 'unreadable' } });
  });

  it('asks for both ends of its window, behind all other requests', async () => {
    const asked: unknown[] = [];
    const readPage: Stream['readPage'] = (_calls, { fromMs, toMs, symbol }, { priority }) => {
      asked.push({ fromMs, toMs, symbol, priority });
      return Promise.resolve(page([]));
    };
    await play({ pages: [], stream: { readPage } });
    expect(asked).toEqual([{ fromMs: window.fromMs, toMs: window.toMs - 1, symbol: 'S', priority: 'background' }]);
  });

  it('follows the pages, and moves coverage with the last one only', async () => {
    const { outcome, asked, commits } = await play({ pages: [page(['b'], { next: 'x' }), page(['a'])] });
    expect(asked).toEqual([undefined, 'x']);
    expect(commits.map(({ read }) => read === null)).toEqual([true, false]);
    expect(commits[1]?.read).toEqual({
      window,
      provenFromMs: window.fromMs,
      readAtMs: now,
      addedAtMs: [window.fromMs],
      unsealed: [],
    });
    expect(outcome).toMatchObject({ kind: 'done', addedCount: 2, coverage: { sealed: [window] } });
  });

  it('has no proof when the list repeats itself instead of ending', async () => {
    const { outcome, asked } = await play({ pages: [page(['a'], { next: 'x' }), page(['a'], { next: 'y' })] });
    expect(outcome).toEqual({
      kind: 'unproven',
      window: { ...window, fault: 'unfinished', readCount: 1, expectedCount: null },
    });
    expect(asked).toHaveLength(2);
    // a count that agrees proves the end by itself
    const counted = [page(['a'], { next: 'x', total: 1 }), page(['a'], { next: 'y', total: 1 })];
    expect((await play({ stream: { proof: 'total' }, pages: counted })).outcome.kind).toBe('done');
  });

  it('has no proof when the list says that more follows and gives no way to ask for it', async () => {
    const { outcome, commits } = await play({ pages: [page(['a'], { isUnfinished: true })] });
    expect(outcome).toMatchObject({ kind: 'unproven', window: { fault: 'unfinished', readCount: 1 } });
    expect(commits[0]?.read).toBeNull();
  });

  it('has no proof when fewer rows came than the list has', async () => {
    const stream = { proof: 'total' } as const;
    const { outcome } = await play({ stream, pages: [page(['a'], { total: 2 })] });
    expect(outcome).toEqual({
      kind: 'unproven',
      window: { ...window, fault: 'count', readCount: 1, expectedCount: 2 },
    });
    expect((await play({ stream, pages: [page(['a'], { total: 1 })] })).outcome.kind).toBe('done');
  });

  it('continues after the end of a list that brought nothing new', async () => {
    const pages = [page([], { total: 0, next: 'done', mayBeEmpty: true }), page(['a'], { total: 1 })];
    const { outcome, keys } = await play({ stream: { proof: 'total' }, pages });
    expect([outcome.kind, keys]).toEqual(['done', ['a']]);
  });

  it('counts a row once for each list that has it', async () => {
    const pages = [
      page(['a', 'b'], { list: 'active', total: 2, next: 'x' }),
      page(['a'], { list: 'done', total: 4, next: 'y' }),
      page(['c'], { list: 'done', total: 4 }),
    ];
    const { outcome, asked } = await play({ stream: { proof: 'total' }, pages });
    expect([outcome.kind, asked.length]).toEqual(['done', 3]);
  });

  it('passes on the times of rows that may still change, as their last page shows them', async () => {
    const stream: Partial<Stream> = { isOpen: ({ columns }) => columns.status === 'active' };
    const active = [openRow('a', window.fromMs), openRow('b', window.fromMs + 1)];
    const ended = page([], { rows: [row('a', { timeMs: window.fromMs }), row('c')] });
    const pages = [page([], { rows: active, next: 'done', mayBeEmpty: true }), ended];
    const { outcome } = await play({ stream, pages });
    expect(outcome).toMatchObject({
      kind: 'done',
      window,
      coverage: { read: [{ fromMs: window.fromMs + 1, toMs: window.fromMs + 2 }] },
    });
  });

  it('does not seal the time in which bookings are missing, where the stream checks its rows', async () => {
    const rows = [booking('1', window.fromMs + 5, '10'), booking('2', window.fromMs + 9, '20')];
    const { outcome } = await play({ pages: [page([], { rows })] });
    expect(outcome).toMatchObject({
      coverage: { read: [{ fromMs: window.fromMs + 5, toMs: window.fromMs + 10 }] },
      breaks: [{ key: '2', timeMs: window.fromMs + 9, expected: '10', found: '19' }],
    });
    const unchecked = await play({ stream: { checkRows: undefined }, pages: [page([], { rows })] });
    expect(unchecked.outcome).toMatchObject({ coverage: { sealed: [window] }, breaks: [] });
  });

  it('compares its rows with those beside the window before the last page, and does not seal what is missing', async () => {
    const before = booking('1', window.fromMs - 5, '10');
    const rows = [booking('2', window.fromMs + 9, '20')];
    const asked: unknown[] = [];
    const besideOf = (span: Walk['window']): Walk['readBeside'] => {
      return walked => {
        asked.push(walked.map(({ key }) => key));
        return Promise.resolve({ ok: true, value: { span, rows: [before], witness: buildWitness() } });
      };
    };
    const pages = [page([], { rows, next: 'x' }), page([])];
    const { outcome, commits } = await play({ pages, beside: besideOf({ ...window, fromMs: 0 }) });
    expect(asked).toEqual([['2']]);
    const unsealed = [{ fromMs: window.fromMs - 5, toMs: window.fromMs + 10 }];
    expect(outcome).toMatchObject({ kind: 'done', breaks: [{ key: '2', timeMs: window.fromMs + 9 }], unsealed });
    expect(commits.at(-1)?.read).toMatchObject({ unsealed });
    const failure = { ok: false, fault: 'damaged', detail: 'x' } as const;
    const failed = await play({ pages: [page(['a'])], beside: () => Promise.resolve(failure) });
    expect([failed.outcome.kind, failed.commits]).toEqual(['not-stored', []]);
  });

  it('leaves breaks that are only beside the window to the walks through them', async () => {
    const rows = [booking('1', window.toMs + 1, '10'), booking('2', window.toMs + 9, '20')];
    const known = { span: { ...window, toMs: Infinity }, rows, witness: buildWitness() };
    const { outcome } = await play({ pages: [page([])], beside: () => Promise.resolve({ ok: true, value: known }) });
    expect(outcome).toMatchObject({ kind: 'done', breaks: [], unsealed: [] });
  });

  it('hands on the rows that may still change and were not met yet, where the stream looks them up', async () => {
    const asked: (readonly string[])[] = [];
    const readPage: Stream['readPage'] = (_calls, { unmet, cursor }) => {
      asked.push(unmet.map(({ key }) => key));
      return Promise.resolve(page(cursor === undefined ? ['a'] : ['c'], { next: cursor === undefined ? 'x' : null }));
    };
    const known = [row('a'), row('b'), row('c')];
    await play({ pages: [], stream: { readPage, lookedUpStatuses: ['active'] }, known });
    await play({ pages: [], stream: { readPage }, known });
    expect(asked).toEqual([['a', 'b', 'c'], ['b', 'c'], [], []]);
  });

  it('does not seal the time of a row that it did not look up', async () => {
    const known = [row('b', { timeMs: window.fromMs + 5 })];
    const { outcome } = await play({ pages: [page(['a'])], stream: { lookedUpStatuses: ['active'] }, known });
    expect(outcome).toMatchObject({ coverage: { read: [{ fromMs: window.fromMs + 5, toMs: window.fromMs + 6 }] } });
  });

  it('proves nothing of windows whose rows the exchange has partly forgotten', async () => {
    const { outcome } = await play({ stream: { wholeMs: dayMs / 2 }, pages: [page(['a'])] });
    expect(outcome).toMatchObject({ kind: 'done', coverage: { sealed: [], read: [], gaps: [window] } });
  });

  it('has no proof when a row cannot be read, and keeps the rows that can', async () => {
    const { outcome, keys, commits } = await play({ pages: [page(['a'], { unreadableCount: 1 })] });
    expect(outcome).toMatchObject({
      kind: 'unproven',
      window: { fault: 'unreadable', readCount: 1, expectedCount: 2 },
    });
    expect(keys).toEqual(['a']);
    expect(commits[0]?.read).toBeNull();
  });

  it('proves only what is newer than the oldest row when the list is as long as it can be', async () => {
    const stream = { proof: 2 } as const;
    const { commits } = await play({ stream, pages: [page(['a', 'b'])] });
    expect(commits[0]?.read?.provenFromMs).toBe(window.fromMs + 1);
    const shorter = await play({ stream, pages: [page(['a'])] });
    expect(shorter.commits[0]?.read?.provenFromMs).toBe(window.fromMs);
  });

  it('proves nothing of what the exchange forgot while the walk waited', async () => {
    const times = [now];
    const later = window.fromMs + 3 * dayMs + 4 * minuteMs;
    const { commits, outcome } = await play({ pages: [page([])], nowMs: () => times.shift() ?? later });
    const provenFromMs = window.fromMs + 5 * minuteMs;
    expect(commits[0]?.read?.provenFromMs).toBe(provenFromMs);
    expect(outcome).toMatchObject({ coverage: { gaps: [{ fromMs: window.fromMs, toMs: provenFromMs }] } });
  });

  it('numbers equal rows without an id over all pages', async () => {
    const stream = { isWithoutId: true, proof: 'total' } as const;
    const pages = [page(['a', 'a'], { total: 3, next: '2' }), page(['a'], { total: 3 })];
    const { outcome, keys } = await play({ stream, pages });
    expect(keys).toEqual(['a', 'a #2', 'a #3']);
    expect(outcome.kind).toBe('done');
  });

  it('keeps two rows of one page that share an id, and a row that moved to the next page once', async () => {
    const stream = { proof: 'total' } as const;
    const pages = [page(['a', 'b', 'b'], { total: 4, next: '2' }), page(['b', 'c'], { total: 4 })];
    const { outcome, keys } = await play({ stream, pages });
    expect([...new Set(keys)]).toEqual(['a', 'b', 'b #2', 'c']);
    expect(outcome.kind).toBe('done');
  });

  it('stores no page of rows without an id after the list has changed', async () => {
    const stream = { isWithoutId: true, proof: 'total' } as const;
    const pages = [page(['a'], { total: 2, next: '2' }), page(['a'], { total: 3 })];
    const { outcome, keys } = await play({ stream, pages });
    expect(keys).toEqual(['a']);
    expect(outcome.kind).toBe('unproven');
  });

  it('ends with the failure of a read, and moves no coverage', async () => {
    const { outcome, commits } = await play({ pages: [page(['a'], { next: 'x' }), fail('timeout', 'Late.')] });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
    expect(commits.map(({ read }) => read)).toEqual([null]);
  });

  it('stops when the client closes, or when no request may be sent', async () => {
    expect((await play({ pages: [fail('closed', 'Closed.')] })).outcome.kind).toBe('stopped');
    const { outcome, asked } = await play({ pages: [], mayAsk: () => false });
    expect([outcome.kind, asked.length]).toEqual(['stopped', 0]);
  });

  it('ends when the archive cannot store the page', async () => {
    const failure = { ok: false, fault: 'disk-full', detail: 'full' } as const;
    const { outcome } = await play({ pages: [page(['a'])], commit: () => Promise.resolve(failure) });
    expect(outcome).toMatchObject({ kind: 'not-stored', failure: { fault: 'disk-full' } });
  });

  it('reads nothing when the archive cannot list the rows that may still change', async () => {
    const failure = { ok: false, fault: 'damaged', detail: 'x' } as const;
    const { outcome, asked } = await play({
      pages: [page(['a'])],
      stream: { lookedUpStatuses: ['active'] },
      openRows: () => Promise.resolve(failure),
    });
    expect([outcome, asked]).toEqual([{ kind: 'not-stored', failure }, []]);
  });

  it('has no proof when the archive stored the last page without coverage', async () => {
    const { outcome } = await play({
      pages: [page(['a'])],
      commit: () => Promise.resolve({ ok: true, value: { addedAtMs: [], coverage: null, isOutdated: false } }),
    });
    expect(outcome).toEqual({ kind: 'unproven', window: null });
  });

  it('has no proof when another Fathom stored a newer version of a row of any page', async () => {
    const { outcome, asked } = await play({
      pages: [page(['a'], { next: '2' }), page(['b'])],
      commit: () => Promise.resolve({ ok: true, value: { addedAtMs: [], coverage: null, isOutdated: true } }),
    });
    expect([outcome, asked.length]).toEqual([{ kind: 'unproven', window: null }, 1]);
  });

  it('stores with each page when it was asked for and when it came', async () => {
    let passedMs = 0;
    const { commits } = await play({
      pages: [page(['a'])],
      nowMs: () => now + passedMs,
      stream: {
        readPage: () => {
          passedMs = 700;
          return Promise.resolve(page(['a']));
        },
      },
    });
    expect(commits[0]?.page).toMatchObject({ askedAtMs: now, receivedAtMs: now + 700 });
  });

  it('gives up a window with too many pages', async () => {
    const pages = Array.from({ length: mostPages + 1 }, (_, n) => page([`row ${n}`], { next: `${n}` }));
    const { outcome, asked } = await play({ pages });
    expect([outcome.kind, asked.length]).toEqual(['too-long', mostPages]);
  });
});
