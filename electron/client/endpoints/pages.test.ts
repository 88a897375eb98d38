import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '#shared/domain/page.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { collectPages } from './pages.ts';

interface Row {
  readonly id: string;
}

function rows(from: number, to: number): Row[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: String(from + index) }));
}

function walk(pages: (page: number) => Result<Partial<Page<Row>> & { items: readonly Row[] }>, maxPages = 10) {
  const asked: number[] = [];
  const result = collectPages<Row>({
    pageSize: 3,
    maxPages,
    idOf: row => row.id,
    fetchPage: page => {
      asked.push(page);
      const answer = pages(page);
      if (!answer.ok) return Promise.resolve(answer);
      const full = { page, pageSize: 3, totalItems: 0, totalPages: 1, ...answer.value };
      return Promise.resolve(succeed(full));
    },
  });
  return { asked, result };
}

async function idsOf({ result }: ReturnType<typeof walk>) {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.error.kind);
  return { ids: answer.value.items.map(row => row.id).join(''), isComplete: answer.value.isComplete };
}

describe('collectPages', () => {
  it('requests a list that fits on a page once', async () => {
    const walked = walk(() => succeed({ items: rows(0, 2), totalItems: 2, totalPages: 1 }));
    expect(await idsOf(walked)).toEqual({ ids: '01', isComplete: true });
    expect(walked.asked).toEqual([1]);
  });

  it('walks to the last, short page', async () => {
    const walked = walk(page =>
      succeed({ items: rows((page - 1) * 3, Math.min(8, page * 3)), totalItems: 8, totalPages: 3 }),
    );
    expect(await idsOf(walked)).toEqual({ ids: '01234567', isComplete: true });
    expect(walked.asked).toEqual([1, 2, 3]);
  });

  it('continues past a totalPage that is too small (fault 37)', async () => {
    const walked = walk(page =>
      succeed({ items: rows((page - 1) * 3, Math.min(7, page * 3)), totalItems: 3, totalPages: 1 }),
    );
    expect(await idsOf(walked)).toEqual({ ids: '0123456', isComplete: true });
  });

  it('stops before a totalPage that is too large (fault 37)', async () => {
    const walked = walk(page =>
      succeed({ items: rows((page - 1) * 3, Math.min(4, page * 3)), totalItems: 999, totalPages: 333 }),
    );
    expect(await idsOf(walked)).toEqual({ ids: '0123', isComplete: true });
    expect(walked.asked).toEqual([1, 2, 3]);
  });

  it('stops at a repeated page (fault 37)', async () => {
    const walked = walk(() => succeed({ items: rows(0, 3), totalItems: 999, totalPages: 333 }));
    expect(await idsOf(walked)).toEqual({ ids: '012', isComplete: true });
    expect(walked.asked).toEqual([1, 2]);
  });

  it('takes each row once when rows are inserted between two pages (fault 37)', async () => {
    const pages = [rows(0, 3), rows(2, 5), rows(5, 6)];
    const walked = walk(page => succeed({ items: pages[page - 1] ?? [], totalItems: 5 + page, totalPages: 3 }));
    expect(await idsOf(walked)).toEqual({ ids: '012345', isComplete: true });
  });

  it('walks again when the list shrank, because a row may have been skipped (fault 37)', async () => {
    let walks = 0;
    const walked = walk(page => {
      if (page === 1) walks += 1;
      // on the first walk row 0 ends between page 1 and 2, and row 3 moves up to page 1 unseen
      if (walks === 1)
        return succeed({ items: page === 1 ? rows(0, 3) : rows(4, 6), totalItems: page === 1 ? 6 : 5, totalPages: 2 });
      return succeed({ items: page === 1 ? rows(1, 4) : rows(4, 6), totalItems: 5, totalPages: 2 });
    });
    expect(await idsOf(walked)).toEqual({ ids: '12345', isComplete: true });
  });

  it('gives up after three walks and reports that rows may be missing', async () => {
    let total = 100;
    const walked = walk(page => {
      total -= 1;
      return succeed({ items: page === 1 ? rows(0, 3) : rows(3, 5), totalItems: total, totalPages: 2 });
    });
    expect(await idsOf(walked)).toEqual({ ids: '01234', isComplete: false });
    expect(walked.asked).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('stops at its limit (fault 37)', async () => {
    const walked = walk(page => succeed({ items: rows(page * 3, page * 3 + 3), totalItems: 999, totalPages: 333 }), 4);
    expect(await idsOf(walked)).toMatchObject({ isComplete: false });
    expect(walked.asked).toEqual([1, 2, 3, 4]);
  });

  it('reads pages that the exchange made smaller than requested', async () => {
    const walked = walk(page =>
      succeed({ pageSize: 2, items: rows((page - 1) * 2, Math.min(5, page * 2)), totalItems: 5, totalPages: 1 }),
    );
    expect(await idsOf(walked)).toEqual({ ids: '01234', isComplete: true });
  });

  it('reads an empty list and passes on a failure', async () => {
    expect(await idsOf(walk(() => succeed({ pageSize: 0, items: [], totalPages: 0 })))).toEqual({
      ids: '',
      isComplete: true,
    });
    const failing = walk(page =>
      page === 1 ? succeed({ items: rows(0, 3), totalPages: 2 }) : fail('timeout', 'slow'),
    );
    expect(await failing.result).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('finds every row of an unchanged list, whatever its counters state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(25), fc.nat(20), fc.nat(99), async (length, totalPages, totalItems) => {
        const walked = walk(
          page => succeed({ items: rows((page - 1) * 3, Math.min(length, page * 3)), totalPages, totalItems }),
          20,
        );
        const answer = await walked.result;
        expect(answer.ok && answer.value.items.map(row => Number(row.id))).toEqual(
          rows(0, length).map(row => Number(row.id)),
        );
        expect(walked.asked.length).toBeLessThanOrEqual(Math.floor(length / 3) + 2);
      }),
    );
  });
});
