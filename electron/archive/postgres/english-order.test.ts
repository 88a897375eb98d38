import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noColumns } from '../records/columns.ts';
import { commitOf, row, t0 } from '../testing/commits.ts';
import { valueOf } from '../testing/local-store.ts';
import { describeArchiveStore } from '../testing/contract/store-contract.ts';
import { openPostgresArchive } from './postgres-archive.ts';
import {
  clusterStartMs,
  computerId,
  hasPostgres,
  type PostgresCluster,
  rolePassword,
  startCluster,
} from './testing/postgres-cluster.ts';

/** A server that sorts texts as English does: upper and lower case together, and accents beside their letters. */

let cluster: PostgresCluster;

async function open() {
  const connection = await cluster.createDatabase();
  return { connection, store: openPostgresArchive({ connection, password: rolePassword, computerId }) };
}

// skipped where the Debian package postgresql-15 is not installed
describe.skipIf(!hasPostgres)('the archive in PostgreSQL with the order of English', () => {
  beforeAll(async () => {
    cluster = await startCluster('english');
  }, clusterStartMs);
  afterAll(() => cluster.stop(), clusterStartMs);

  describeArchiveStore('PostgreSQL, English', async () => {
    const { connection, store: first } = await open();
    let store = first;
    return {
      store,
      reopen: async () => {
        await store.close();
        store = openPostgresArchive({ connection, password: rolePassword, computerId });
        return store;
      },
      remove: () => store.close(),
    };
  });

  it('sorts texts in another order where none is named', async () => {
    const texts = await cluster.run(
      "SELECT text FROM (VALUES ('B'), ('a'), ('Z'), ('z')) AS texts (text) ORDER BY text",
    );
    expect(texts.map(({ text }) => text)).toEqual(['a', 'B', 'z', 'Z']);
  });

  it('lists keys, symbols, currencies and records by their bytes, page by page', async () => {
    const { connection, store } = await open();
    const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
    const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
    await valueOf(store.openLine({ ...line, startMs: t0 }));
    const names = ['-1', '10', '9', 'B', 'Z', '_', 'a', 'a-b', 'ab', 'z', 'é'];
    const rows = names.toReversed().map(name => row(name, { columns: { ...noColumns, symbol: name, currency: name } }));
    await valueOf(store.commitPage(commitOf(line, rows)));
    const span = { accountId, record: 'ledger', limit: 2, fromMs: t0, toMs: t0 + 1 } as const;
    const listed: string[] = [];
    let after: { readonly timeMs: number; readonly key: string } | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
      const page = await valueOf(store.rowsBetween({ ...span, after }));
      listed.push(...page.map(({ key }) => key));
      after = page.at(-1);
    } while (after !== undefined);
    expect(listed).toEqual(names);
    expect(await valueOf(store.symbols(line))).toEqual(names);
    expect(await valueOf(store.currencies({ accountId, streams: ['account-ledger'] }))).toEqual(names);
    const copied = "'Z' AS record, time_ms, key, version, is_current, stream, page_id, first_seen_ms, changed_ms, rest";
    await cluster.run(
      `INSERT INTO fathom.rows (account_id, ${copied.replace("'Z' AS ", '')}) SELECT account_id, ${copied} FROM fathom.rows`,
      connection.database,
    );
    expect((await valueOf(store.figures({ accountId }))).rowsByRecord.map(({ record }) => record)).toEqual([
      'Z',
      'ledger',
    ]);
    await store.close();
  });
});
