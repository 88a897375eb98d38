import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PastStep } from '#shared/domain/account/past.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { pageBatch, type PastList, walkPast } from './walk-past.ts';

interface Row {
  readonly id: string;
  readonly createdAtMs: number;
}

const end = 'It keeps no more.';
const forgotten = () => [];

/** A list with numbered pages whose ends may count in or not, as nobody says. */
function pagedList(rows: () => readonly Row[], shape: Shape): PastList<Row> {
  return {
    windowMs: shape.windowMs,
    sinceMs: shape.sinceMs,
    end,
    forgotten,
    read: ({ fromMs, toMs, after }) =>
      pageBatch(after, shape.pageSize, page => {
        const isIn = ({ createdAtMs }: Row) =>
          createdAtMs >= fromMs && (shape.isEndIn ? createdAtMs <= toMs : createdAtMs < toMs);
        const found = rows()
          .filter(isIn)
          .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
        const items = found.slice((page - 1) * shape.pageSize, page * shape.pageSize);
        const totalPages = Math.ceil(found.length / shape.pageSize);
        return Promise.resolve(
          succeed({ items, page, pageSize: shape.pageSize, totalItems: found.length, totalPages }),
        );
      }),
  };
}

interface Shape {
  readonly windowMs: number;
  readonly sinceMs: number;
  readonly pageSize: number;
  readonly isEndIn: boolean;
}

/** Walks to the end; `onStep` may change what the exchange has. */
async function walkAll(list: PastList<Row>, toMs: number, onStep: () => void = () => undefined) {
  const got = new Map<string, Row>();
  let at: { toMs: number; after: string | null } | null = { toMs, after: null };
  for (let steps = 0; at !== null; steps += 1) {
    if (steps > 500) throw new Error('the walk does not end');
    // oxlint-disable-next-line no-await-in-loop -- each step goes on from the last
    const read: Result<PastStep<Row>> = await walkPast(list, { fromMs: 0, at, nowMs: 0 });
    if (!read.ok) throw new Error(read.error.message);
    for (const row of read.value.items) got.set(row.id, row);
    at = read.value.next;
    onStep();
  }
  return [...got.keys()];
}

const shapes = fc.record({
  windowMs: fc.integer({ min: 2, max: 40 }),
  sinceMs: fc.nat(30),
  pageSize: fc.integer({ min: 1, max: 5 }),
  isEndIn: fc.boolean(),
});

it('finds each row that the exchange keeps, once, whatever comes and goes in the part that was walked', async () => {
  await fc.assert(
    fc.asyncProperty(
      shapes,
      fc.array(fc.nat(99), { maxLength: 60 }),
      fc.array(fc.tuple(fc.boolean(), fc.nat(10)), { maxLength: 40 }),
      async (shape, moments, changes) => {
        const old = moments.map((createdAtMs, index) => ({ id: `o${index}`, createdAtMs }));
        let rows: readonly Row[] = old;
        let reachedMs = 200;
        const list = pagedList(() => rows, shape);
        const seen: PastList<Row> = {
          ...list,
          read: async window => {
            const answer = await list.read(window);
            if (answer.ok) reachedMs = Math.min(reachedMs, ...answer.value.items.map(row => row.createdAtMs));
            return answer;
          },
        };
        const script = [...changes];
        const ids = await walkAll(seen, 200, () => {
          const [isNew, back] = script.shift() ?? [false, 0];
          // what ends now was made long ago, and stands among rows that have been walked; others are forgotten there.
          // Not at the very edge: where one moment fills a page, only numbers of pages lead on
          if (isNew) rows = [...rows, { id: `n${script.length}`, createdAtMs: reachedMs + 2 + back }];
          else rows = rows.filter(row => row.createdAtMs !== reachedMs + 2 + back);
        });
        const kept = old.filter(({ createdAtMs }) => createdAtMs >= shape.sinceMs).map(({ id }) => id);
        expect(ids.filter(id => id.startsWith('o')).toSorted()).toEqual(
          expect.arrayContaining(kept.filter(id => rows.some(row => row.id === id))),
        );
      },
    ),
    { numRuns: 300 },
  );
});

it('a list that does not come newest first is walked by its pages alone', async () => {
  const rows = [3, 9, 1, 7, 5, 8].map(createdAtMs => ({ id: `${createdAtMs}`, createdAtMs }));
  const list: PastList<Row> = {
    windowMs: 100,
    sinceMs: 0,
    end,
    forgotten,
    read: ({ after }) =>
      pageBatch(after, 2, page =>
        Promise.resolve(
          succeed({ items: rows.slice(page * 2 - 2, page * 2), page, pageSize: 2, totalItems: 6, totalPages: 3 }),
        ),
      ),
  };
  expect((await walkAll(list, 20)).toSorted()).toEqual(['1', '3', '5', '7', '8', '9']);
});

it('says where the memory of the exchange ends, and nothing of that where it was told to end', async () => {
  const list = pagedList(() => [], { windowMs: 10, sinceMs: 5, pageSize: 2, isEndIn: true });
  const step = async (fromMs: number, toMs: number) => {
    const read = await walkPast(list, { fromMs, at: { toMs, after: null }, nowMs: 1 });
    return read.ok ? [read.value.next, read.value.end] : read.error.kind;
  };
  expect(await step(0, 30)).toEqual([{ toMs: 21, after: null }, null]);
  expect(await step(0, 12)).toEqual([null, end]);
  expect(await step(0, 4)).toEqual([null, end]);
  expect(await step(8, 12)).toEqual([null, null]);
});

const broken = (): Promise<Result<never>> => Promise.resolve(fail('timeout', 'slow'));

it('a step that fails is told as it is', async () => {
  const list: PastList<Row> = { windowMs: 1, sinceMs: 0, end, forgotten, read: broken };
  expect(await walkPast(list, { fromMs: 0, at: { toMs: 9, after: null }, nowMs: 0 })).toMatchObject({
    ok: false,
    error: { kind: 'timeout' },
  });
});
