import { expect, it } from 'vitest';
import type { BalanceSnapshot, FoundRow, LineKey } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { commitOf, row, t0 } from '../commits.ts';
import { type OpenedStore, valueOf } from '../local-store.ts';

/** What every adapter promises of texts that a database cannot store as they are. */

const nul = 'a\0b';
const loneSurrogate = 'a\uD800';
/** random enough that no database compresses it below the limit of its indexes */
const long = Array.from({ length: 4000 }, (_, place) =>
  ((place * place * 7919 + place * 104_729) % 1_000_003).toString(36),
).join('');
const texts = ['plain', nul, loneSurrogate, 'a\uDC00b', '\uE01A0000', '\uE01A', long, `${long}\0`, '€'.repeat(3000)];

function rowWith(text: string, place: number, status: string | null = null): FoundRow {
  const columns = { ...noColumns, symbol: text, currency: text, kind: text, price: text, orderId: text, status };
  return row(text, { timeMs: t0 + place, columns, rest: { memo: text } });
}
const rows = texts.map((text, place) => rowWith(text, place));

type Run = (what: (opened: OpenedStore) => Promise<void>) => () => Promise<void>;

async function openLine({ store }: OpenedStore, symbol = ''): Promise<LineKey> {
  const accountId = await valueOf(store.openAccount({ profileId: 'p1', runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  return line;
}

const anyRow = { fromMs: null, toMs: null, wallet: null, side: null, kinds: null, status: null, text: null };

/** What every adapter promises of such texts. */
export function describeTexts(run: Run): void {
  describeStoredTexts(run);
  describeFoundTexts(run);
  describeNames(run);
}

function describeStoredTexts(run: Run): void {
  it(
    'stores rows whose texts no database keeps, restores them, and adds none when they are read again',
    run(async opened => {
      const line = await openLine(opened);
      expect((await valueOf(opened.store.commitPage(commitOf(line, rows)))).addedAtMs).toHaveLength(texts.length);
      expect((await valueOf(opened.store.commitPage(commitOf(line, rows)))).addedAtMs).toEqual([]);
      const store = await opened.reopen();
      const selection = { accountId: line.accountId, record: 'ledger' } as const;
      const kept = await valueOf(store.rows({ ...selection, limit: 99 }));
      expect(kept.toReversed()).toMatchObject(rows);
      const changed = texts.map((text, place) => rowWith(text, place, 'done'));
      await valueOf(store.commitPage(commitOf(line, changed)));
      for (const key of texts) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const versions = await valueOf(store.versions({ ...selection, key }));
        expect(versions.map(({ version, columns }) => [version, columns.status])).toEqual([
          [1, null],
          [2, 'done'],
        ]);
      }
      expect((await valueOf(store.verify({}))).faults).toEqual([]);
    }),
  );
}

function describeFoundTexts(run: Run): void {
  it(
    'finds rows by texts that no database keeps, page by page',
    run(async opened => {
      const line = await openLine(opened);
      await valueOf(
        opened.store.commitPage(
          commitOf(
            line,
            texts.map(text => rowWith(text, 0)),
          ),
        ),
      );
      const search = { accountId: line.accountId, record: 'ledger', limit: 99 } as const;
      for (const text of texts) {
        const conditions = { ...anyRow, market: text, orderId: text };
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const found = await valueOf(opened.store.searchRows({ ...search, conditions }));
        expect(found.map(({ key }) => key)).toEqual([text]);
      }
      const found: string[] = [];
      for (let after: { timeMs: number; key: string } | undefined; found.length < texts.length; ) {
        // oxlint-disable-next-line no-await-in-loop -- page after page
        const [next] = await valueOf(opened.store.rows({ ...search, limit: 1, after }));
        if (next === undefined) break;
        found.push(next.key);
        after = next;
      }
      expect(found.toSorted()).toEqual(texts.toSorted());
      expect(await valueOf(opened.store.symbols(line))).toHaveLength(texts.length);
      const currencies = await valueOf(opened.store.currencies({ ...line, streams: ['account-ledger'] }));
      expect(currencies).toEqual(expect.arrayContaining([nul, loneSurrogate]));
    }),
  );
}

function describeNames(run: Run): void {
  it(
    'keeps coverage and balances whose names no database keeps',
    run(async opened => {
      const lines = [await openLine(opened, nul), await openLine(opened, loneSurrogate)];
      const window = { fromMs: t0, toMs: t0 + 1 };
      const read = { window, provenFromMs: t0, readAtMs: t0 + 1, addedAtMs: [] };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const line of lines)
        expect((await valueOf(opened.store.commitPage(commitOf(line, [row('a')], { read })))).coverage).not.toBeNull();
      const { accountId } = lines[0] ?? { accountId: 0 };
      const amounts = { total: nul, available: null, held: null, owed: null, unrealised: null };
      const balance = { owner: nul, wallet: 'main', currency: loneSurrogate, ...amounts };
      const snapshot: BalanceSnapshot = { accountId, atMs: t0, rows: [balance], positions: null, missing: [] };
      await valueOf(opened.store.saveSnapshot(snapshot));
      await valueOf(opened.store.saveSnapshot({ ...snapshot, atMs: 1, rows: [{ ...balance, currency: long }] }));
      const store = await opened.reopen();
      const kept = await valueOf(store.lines({ accountId }));
      expect(kept.map(({ symbol }) => symbol).toSorted()).toEqual([nul, loneSurrogate].toSorted());
      for (const { coverage } of kept) expect([...coverage.read, ...coverage.sealed]).toEqual([window]);
      expect(await valueOf(store.newestSnapshot({ accountId }))).toEqual(snapshot);
      expect(await valueOf(store.snapshotsAt({ accountId, times: [t0], owner: nul }))).toEqual([snapshot]);
    }),
  );
}
