import type { ExploredRow } from '#shared/domain/archive/explore.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** Whether a row names an order of which versions are archived. */
export function hasOrder({ record, orderId }: Pick<ExploredRow, 'record' | 'orderId'>): boolean {
  return orderId !== null && /-(fills|orders)$/u.test(record);
}

/** The venue of a row with a symbol. */
export function venueOf({ record }: Pick<ExploredRow, 'record'>): Venue {
  return record === 'funding' || record.startsWith('futures') ? 'futures' : 'spot';
}
