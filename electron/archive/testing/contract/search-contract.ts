import { expect, it } from 'vitest';
import type { ArchiveStore, LineKey, RowConditions } from '../../archive-store.ts';
import { type ArchivedColumns, noColumns } from '../../records/columns.ts';
import { commitOf, row, t0 } from '../commits.ts';
import { valueOf } from '../local-store.ts';

/** What every adapter of the archive promises of a search. */

const anyRow: RowConditions = {
  fromMs: null,
  toMs: null,
  wallet: null,
  market: null,
  side: null,
  kinds: null,
  status: null,
  orderId: null,
  text: null,
};

type Run = (what: (opened: { readonly store: ArchiveStore }) => Promise<void>) => () => Promise<void>;

interface SearchedRow extends Partial<ArchivedColumns> {
  readonly ageMs: number;
  readonly memo?: string;
}

function searchedRow(key: string, { ageMs, memo = '', ...columns }: SearchedRow) {
  return row(key, { timeMs: t0 - ageMs, columns: { ...noColumns, ...columns }, rest: { memo } });
}

const searchedRows = [
  searchedRow('a', { ageMs: 0, symbol: 'BTC-USDT', side: 'buy', wallet: 'spot', orderId: 'o1' }),
  searchedRow('b', { ageMs: 0, symbol: 'ETH-USDT', side: 'sell', wallet: 'cross', status: 'done', memo: '100%' }),
  searchedRow('c', { ageMs: 1, currency: 'BTC-USDT', kind: 'TRANSFER', side: 'in', memo: '1000' }),
  searchedRow('d', { ageMs: 2, currency: 'KCS', kind: 'fee', side: 'in', memo: 'Memo_x' }),
];

async function openSearched(store: ArchiveStore): Promise<LineKey> {
  const accountId = await valueOf(store.openAccount({ profileId: 'p1', runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
  await valueOf(store.openLine({ ...line, startMs: 0 }));
  await valueOf(store.commitPage(commitOf(line, searchedRows)));
  // the version before is found by no search
  const changed = searchedRow('d', { ageMs: 2, currency: 'KCS', kind: 'rebate', side: 'in', memo: 'Memo_x' });
  await valueOf(store.commitPage(commitOf(line, [changed])));
  return line;
}

const cases: readonly (readonly [Partial<RowConditions>, readonly string[]])[] = [
  [{}, ['b', 'a', 'c', 'd']],
  [{ market: 'BTC-USDT' }, ['a', 'c']],
  [{ side: 'in', kinds: ['rebate', 'x'] }, ['d']],
  [{ kinds: ['fee'] }, []],
  [{ kinds: [] }, []],
  [{ wallet: 'cross' }, ['b']],
  [{ status: 'done' }, ['b']],
  [{ orderId: 'o1' }, ['a']],
  [{ text: 'eth' }, ['b']],
  // no wildcards of SQL
  [{ text: '100%' }, ['b']],
  [{ text: 'o_x' }, ['d']],
  [{ text: 'm__x' }, []],
  [{ fromMs: t0 - 1, toMs: t0 }, ['c']],
];

export function describeSearch(run: Run): void {
  it.each(cases)('finds and counts the current rows that meet %j', (conditions, keys) =>
    run(async ({ store }) => {
      const { accountId } = await openSearched(store);
      const question = { accountId, record: 'ledger', conditions: { ...anyRow, ...conditions } } as const;
      const found = await valueOf(store.searchRows({ ...question, limit: 9 }));
      expect(found.map(({ key }) => key)).toEqual(keys);
      expect(await valueOf(store.countRows(question))).toBe(keys.length);
    })(),
  );
  it(
    'continues a search behind its last row',
    run(async ({ store }) => {
      const { accountId } = await openSearched(store);
      const question = {
        accountId,
        record: 'ledger',
        conditions: { ...anyRow, market: 'BTC-USDT' },
        limit: 1,
      } as const;
      const first = await valueOf(store.searchRows(question));
      const second = await valueOf(store.searchRows({ ...question, after: first[0] }));
      expect([...first, ...second].map(({ key }) => key)).toEqual(['a', 'c']);
      expect(await valueOf(store.searchRows({ ...question, after: second[0] }))).toEqual([]);
    }),
  );
}
