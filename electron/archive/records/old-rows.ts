import * as z from 'zod/mini';
import { StreamName } from '#shared/domain/archive/archive.ts';
import type { OldRowCount } from '../archive-store.ts';

const Counts = z.array(z.object({ stream: StreamName, rows: z.number(), from_ms: z.number(), to_ms: z.number() }));

/** Counts of old rows as the database gave them. Throws what the check of their shape throws. */
export function toOldRowCounts(found: unknown): readonly OldRowCount[] {
  return Counts.parse(found).map(({ stream, rows, from_ms: fromMs, to_ms: toMs }) => ({ stream, rows, fromMs, toMs }));
}
