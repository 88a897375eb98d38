import * as z from 'zod/mini';
import type { PageCommit } from '../archive-store.ts';
import { pageColumnNames, pageFaults, pageValues } from '../records/stored-page.ts';
import type { DatabaseClient } from './connection/database-session.ts';

const PageId = z.object({ page_id: z.number() });
const PagePlace = z.object({ account_id: z.number(), received_at_ms: z.number(), page_id: z.number() });
const checkedAtOnce = 200;

/** Stores the answer of the exchange. `rowCount`: the rows that will point to it. Returns its id. */
export async function addPage(client: DatabaseClient, commit: PageCommit, rowCount: number): Promise<number> {
  const places = pageColumnNames.map((_, index) => `$${index + 1}`).join(', ');
  const added = await client.query(
    `INSERT INTO pages (${pageColumnNames.join(', ')}) VALUES (${places}) RETURNING page_id`,
    pageValues(commit, rowCount),
  );
  return PageId.parse(added.rows[0]).page_id;
}

/** Recounts the rows of each page and hashes its text again, some hundred pages at a time. */
export async function checkPages(client: DatabaseClient) {
  const faults: string[] = [];
  let pages = 0;
  let after: z.infer<typeof PagePlace> | undefined = { account_id: 0, received_at_ms: 0, page_id: 0 };
  while (after !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const found: { readonly rows: readonly unknown[] } = await client.query(
      `SELECT *, (SELECT count(*) FROM rows
         WHERE rows.account_id = pages.account_id AND rows.page_id = pages.page_id) AS found_rows
       FROM pages WHERE (account_id, received_at_ms, page_id) > ($1, $2, $3)
       ORDER BY account_id, received_at_ms, page_id LIMIT ${checkedAtOnce}`,
      [after.account_id, after.received_at_ms, after.page_id],
    );
    pages += found.rows.length;
    for (const stored of found.rows) faults.push(...pageFaults(stored));
    const last = found.rows.at(-1);
    after = last === undefined ? undefined : PagePlace.parse(last);
  }
  return { pages, faults };
}
