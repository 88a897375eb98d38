import * as z from 'zod/mini';
import type { ArchiveVerification } from '../archive-store.ts';
import { coverageFaults } from '../records/stored-line.ts';
import { listAccountIds } from './account-table.ts';
import type { DatabaseClient } from './connection/database-session.ts';
import { listLines } from './line-table.ts';
import { checkPages } from './page-table.ts';

const Wrong = z.array(z.object({ record: z.string(), key: z.string() }));
const Count = z.object({ count: z.number() });

/** The longest that one statement of the check may take, in ms. */
const checkTimeoutMs = 10 * 60_000;

/** A query that may take as long as a check of everything. */
async function ask(client: DatabaseClient, text: string): Promise<readonly unknown[]> {
  const query = { text, query_timeout: checkTimeoutMs + 10_000 };
  return (await client.query<Record<string, unknown>>(query)).rows;
}

/** Each row has exactly one current version, which is its newest. */
async function checkVersions(client: DatabaseClient): Promise<readonly string[]> {
  const wrong = await ask(
    client,
    `SELECT record, key FROM rows GROUP BY account_id, record, key
     HAVING count(*) FILTER (WHERE is_current) <> 1 OR max(version) <> count(*)
       OR max(version) FILTER (WHERE is_current) <> count(*)`,
  );
  return Wrong.parse(wrong).map(({ record, key }) => `Row ${key} of ${record} lacks a version.`);
}

async function checkOrphans(client: DatabaseClient): Promise<readonly string[]> {
  const [found] = await ask(
    client,
    `SELECT count(*) FROM rows WHERE NOT EXISTS (SELECT FROM pages WHERE pages.account_id = rows.account_id
       AND pages.received_at_ms = rows.changed_ms AND pages.page_id = rows.page_id)`,
  );
  const { count } = Count.parse(found);
  return count === 0 ? [] : [`Table rows has ${count} rows without their page.`];
}

async function checkCoverage(client: DatabaseClient): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const accountId of await listAccountIds(client)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one question at a time
    faults.push(...coverageFaults(await listLines(client, accountId)));
  }
  return faults;
}

/** Recounts and hashes again. Belongs into a transaction that sees one moment. */
export async function verifyDatabase(client: DatabaseClient): Promise<ArchiveVerification> {
  await client.query(`SET LOCAL statement_timeout = ${checkTimeoutMs}`);
  const { pages, faults } = await checkPages(client);
  const [counted] = await ask(client, 'SELECT count(*) FROM rows');
  const { count: rows } = Count.parse(counted);
  const others = [...(await checkOrphans(client)), ...(await checkVersions(client)), ...(await checkCoverage(client))];
  return { pages, rows, faults: [...faults, ...others] };
}
