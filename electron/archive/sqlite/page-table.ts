import type { DatabaseSync } from 'node:sqlite';
import type { PageCommit } from '../archive-store.ts';
import { pageColumnNames, pageFaults, pageValues } from '../records/stored-page.ts';

/** The answers of the exchange, each compressed once; the rows point to the page that brought them. */
export function createPageTable(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO pages (${pageColumnNames.join(', ')}) VALUES (${pageColumnNames.map(() => '?').join(', ')})`,
  );
  return {
    /** `rowCount`: the rows that will point to it. Returns its id. */
    add: (commit: PageCommit, rowCount: number): number =>
      Number(insert.run(...pageValues(commit, rowCount)).lastInsertRowid),
  };
}

/** Recounts the rows of each page and hashes its text again. */
export function checkPages(database: DatabaseSync): { readonly pages: number; readonly faults: readonly string[] } {
  const all = database.prepare(
    `SELECT page_id, endpoint, received_at_ms, row_count, text_bytes, sha256, body,
       (SELECT count(*) FROM rows WHERE rows.page_id = pages.page_id) AS found_rows FROM pages ORDER BY page_id`,
  );
  const faults: string[] = [];
  let pages = 0;
  for (const stored of all.iterate()) {
    pages += 1;
    faults.push(...pageFaults(stored));
  }
  return { pages, faults };
}
