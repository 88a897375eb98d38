import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { PageCommit } from '../archive-store.ts';

/** How every database stores an answer of the exchange: compressed once, with its hash; rows point to it. */

/** The columns that a new page sets, in the order of `pageValues`. */
export const pageColumnNames: readonly string[] = [
  'account_id',
  'stream',
  'endpoint',
  'request',
  'received_at_ms',
  'row_count',
  'text_bytes',
  'sha256',
  'body',
];

const StoredPage = z.object({
  page_id: z.number(),
  endpoint: z.string(),
  received_at_ms: z.number(),
  row_count: z.number(),
  text_bytes: z.number(),
  sha256: z.string(),
  body: z.instanceof(Uint8Array),
  found_rows: z.number(),
});

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const noText = Buffer.alloc(0);

/** What a stored answer becomes when rows of it are deleted: an answer without a text. */
export const emptiedPage = { textBytes: 0, sha256: hashOf(noText), body: deflateRawSync(noText) } as const;

/** The values of a new page, in the order of `pageColumnNames`. `rowCount`: the rows that will point to it. */
export function pageValues({ line, page }: PageCommit, rowCount: number): (string | number | Buffer)[] {
  const bytes = Buffer.from(page.text, 'utf8');
  const facts = [line.accountId, line.stream, page.endpoint, page.request, page.receivedAtMs, rowCount];
  return [...facts, bytes.length, hashOf(bytes), deflateRawSync(bytes)];
}

/** A sentence for each fault of one stored page, `found_rows` of which were counted. Throws for another shape. */
export function pageFaults(stored: unknown): readonly string[] {
  const page = StoredPage.parse(stored);
  const name = `Page ${page.page_id} (${page.endpoint}, ${new Date(page.received_at_ms).toISOString()})`;
  const faults: string[] = [];
  if (page.found_rows !== page.row_count)
    faults.push(`${name} has ${page.found_rows} rows and should have ${page.row_count}.`);
  try {
    const bytes = inflateRawSync(page.body);
    if (bytes.length !== page.text_bytes || hashOf(bytes) !== page.sha256)
      faults.push(`${name} was changed after it was stored.`);
  } catch {
    faults.push(`${name} cannot be decompressed.`);
  }
  return faults;
}
