import { describe, expect, it } from 'vitest';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { PastPage, PastPageCalls, StopState } from '#client/endpoints/past-pages/page-calls.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { FoundRow } from '../../archive-store.ts';
import type { Stream, StreamPage } from '../stream.ts';
import { futuresStops, mostLookUps, spotStops, toStopRow } from './stop-orders.ts';

function page<T>(rows: readonly T[], change: Partial<PastPage<T>> = {}): PastPage<T> {
  return { rows, unreadableCount: 0, total: rows.length, next: null, text: '[]', endpoint: 'GET /x', ...change };
}

function stop(id: string, change: Partial<StopOrder> = {}): StopOrder {
  return buildStopOrder({ id, createdAtMs: 5, ...change });
}

function rowOf(id: string, change: Partial<StopOrder> = {}): FoundRow {
  const row = toStopRow(stop(id, change));
  if (row === null) throw new Error('a stop order has its time');
  return row;
}

/** Reads all pages of a stream, as a walk does. */
async function readAll(stream: Stream, pastPages: Partial<PastPageCalls>, known: readonly FoundRow[]) {
  const calls = createFakeClient({ pastPages }).pastPages;
  const rows: FoundRow[] = [];
  const pages: StreamPage[] = [];
  let cursor: string | undefined;
  do {
    const met = new Set(rows.map(({ key }) => key));
    const unmet = known.filter(({ key }) => !met.has(key));
    // oxlint-disable-next-line no-await-in-loop -- the next page follows from this one
    const read = await stream.readPage(
      calls,
      { fromMs: 0, toMs: 9, symbol: '', cursor, unmet, askedAtMs: 0 },
      { priority: 'background' },
    );
    if (!read.ok) return { failure: read.error, pages };
    rows.push(...read.value.rows);
    pages.push(read.value);
    cursor = read.value.next ?? undefined;
  } while (cursor !== undefined);
  return { states: rows.map(({ key, columns }) => `${key} ${columns.status}`), pages };
}

const states: Readonly<Record<string, Result<PastPage<StopState>>>> = {
  hit: succeed(page(['triggered'])),
  late: succeed(page(['active'])),
  gone: fail('not-found', 'No such order.'),
  broken: fail('timeout', 'Late.'),
};
const lookUp: PastPageCalls['spotStopState'] = ({ orderId }) =>
  Promise.resolve(states[orderId] ?? fail('internal', orderId));

describe('a row of a stop order', () => {
  it('has the id of the order as key, its trigger beside it, and may change while it is untriggered', () => {
    const row = rowOf('s', { stopPrice: '50000.10', stop: 'loss' });
    expect(row).toMatchObject({ key: 's', timeMs: 5, columns: { orderId: 's', status: 'active' } });
    expect(row.rest).toMatchObject({ stopPrice: '50000.10', stop: 'loss' });
    expect(spotStops.isOpen?.(row)).toBe(true);
    const triggered = rowOf('s', { status: 'triggered' });
    expect([triggered.columns.status, spotStops.isOpen?.(triggered)]).toEqual(['triggered', false]);
  });
});

describe('the stream of spot stop orders', () => {
  const listed: Partial<PastPageCalls> = {
    spotStops: ({ tradeType, cursor }) => {
      if (tradeType === 'isolated') return Promise.resolve(succeed(page([])));
      if (tradeType === 'cross') return Promise.resolve(succeed(page([stop('c')])));
      const isFirst = cursor === undefined;
      const change = { total: 2, next: isFirst ? '2' : null };
      return Promise.resolve(succeed(page([stop(isFirst ? 'a' : 'b')], change)));
    },
    spotStopState: lookUp,
  };

  it('reads the lists of all three wallets, and counts them together', async () => {
    const { states: found, pages } = await readAll(spotStops, listed, []);
    expect(found).toEqual(['a active', 'b active', 'c active']);
    expect(pages.map(({ total, mayBeEmpty }) => [total, mayBeEmpty])).toEqual([
      [2, false],
      [2, true],
      [3, true],
      [3, true],
    ]);
  });

  it('looks up those that are no longer listed, and counts them as well', async () => {
    const known = ['a', 'hit', 'gone', 'late'].map(id => rowOf(id));
    const { states: found, pages } = await readAll(spotStops, listed, known);
    expect(found?.slice(3)).toEqual(['hit triggered', 'gone ended', 'late active']);
    expect(pages.slice(-3).map(({ total }) => total)).toEqual([4, 5, 6]);
  });

  it('leaves a stop order unknown that cannot be looked up, and looks up the others', async () => {
    const { states: found, pages } = await readAll(spotStops, listed, [rowOf('broken'), rowOf('hit')]);
    expect(found?.slice(3)).toEqual(['broken unknown', 'hit triggered']);
    expect(pages.at(-1)?.total).toBe(5);
    expect(pages.flatMap(({ rows }) => rows).map(row => spotStops.isOpen?.(row))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('looks up a stop order of unknown end again, after those that vanished since', async () => {
    const unknown = rowOf('gone');
    const known = [{ ...unknown, columns: { ...unknown.columns, status: 'unknown' } }, rowOf('hit')];
    const { states: found } = await readAll(spotStops, listed, known);
    expect(found?.slice(3)).toEqual(['hit triggered', 'gone ended']);
    expect(spotStops.lookedUpStatuses).toEqual(['active', 'unknown']);
  });

  it('looks up only so many in one walk', async () => {
    const known = Array.from({ length: mostLookUps + 20 }, (_, place) => rowOf(`v${place}`));
    const { pages } = await readAll(
      spotStops,
      { ...listed, spotStopState: () => Promise.resolve(succeed(page(['triggered']))) },
      known,
    );
    expect(pages.flatMap(({ rows }) => rows)).toHaveLength(3 + mostLookUps);
    expect(pages.at(-1)).toMatchObject({ total: 3 + mostLookUps, next: null });
  });

  it('fails when nothing can be looked up now', async () => {
    const refusing = { ...listed, spotStopState: () => Promise.resolve(fail('rate-limited', 'Later.')) };
    const { failure } = await readAll(spotStops, refusing, [rowOf('a1')]);
    expect(failure?.kind).toBe('rate-limited');
  });
});

describe('a stop order without a time of creation', () => {
  it('is counted as unreadable', async () => {
    const timeless = page([stop('a'), stop('b', { createdAtMs: null })]);
    const { pages } = await readAll(futuresStops, { futuresStops: () => Promise.resolve(succeed(timeless)) }, []);
    expect(pages).toMatchObject([{ unreadableCount: 1, rows: [{ key: 'a' }] }]);
  });
});

describe('the stream of futures stop orders', () => {
  it('looks up its own orders', async () => {
    const calls: Partial<PastPageCalls> = {
      futuresStops: () => Promise.resolve(succeed(page([stop('f')]))),
      futuresStopState: lookUp,
    };
    const { states: found } = await readAll(futuresStops, calls, [rowOf('hit')]);
    expect(found).toEqual(['f active', 'hit triggered']);
  });
});
