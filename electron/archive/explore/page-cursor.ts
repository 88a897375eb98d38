import * as z from 'zod/mini';
import type { RowSelection } from '../archive-store.ts';
import type { RecordName } from '../records/columns.ts';

/** The last row of each record that a page before has shown. */
export type PagePlaces = Readonly<Partial<Record<RecordName, RowSelection['after']>>>;

const Places = z.record(z.string(), z.object({ timeMs: z.number(), key: z.string() }));

/** The places as the text that the page sends back with its next question. */
export function writeCursor(places: PagePlaces): string {
  return Buffer.from(JSON.stringify(places)).toString('base64url');
}

/** null: no cursor of this program. */
export function readCursor(cursor: string): PagePlaces | null {
  try {
    const places = Places.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return places.success ? places.data : null;
  } catch {
    return null; // no JSON
  }
}
