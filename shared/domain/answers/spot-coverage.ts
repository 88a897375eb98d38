import * as z from 'zod/mini';
import { t } from '#shared/words/t.ts';
import type { MissingPart } from './missing-part.ts';

/** What the exchange says of a spot account: docs/exchange/endpoints.md §3.10. */
export const SpotAccountKind = z.enum(['high-frequency', 'classic', 'unknown']);
export type SpotAccountKind = z.infer<typeof SpotAccountKind>;

/** Which lists of the two families of spot endpoints were read for a list of orders or fills. */
export const SpotCoverage = z.object({
  account: SpotAccountKind,
  /** the pairs whose high-frequency list was read */
  pairs: z.array(z.string()),
  /** why other pairs may have rows, as a sentence; null: no other pair has any */
  otherPairs: z.nullable(z.string()),
  /** why the classic list could not be read, as a sentence; null: it was read */
  classicFailure: z.nullable(z.string()),
  /** why the high-frequency lists could not be read, as a sentence; null: they were read */
  highFrequencyFailure: z.nullable(z.string()),
});
export type SpotCoverage = z.infer<typeof SpotCoverage>;

/** What the rows of a list are called where a part of them is missing. */
type SpotRows = 'orders' | 'fills';

const classicNames = { orders: () => t`classic orders`, fills: () => t`classic fills` } as const;
const highFrequencyNames = {
  orders: () => t`high-frequency orders`,
  fills: () => t`high-frequency fills`,
} as const;

function otherPairsName(rows: SpotRows, pairs: readonly string[]): string {
  if (pairs.length === 0) return highFrequencyNames[rows]();
  const names = pairs.join(', ');
  return rows === 'orders'
    ? t`high-frequency orders of pairs other than ${names}`
    : t`high-frequency fills of pairs other than ${names}`;
}

/** The parts of a list that its coverage leaves out; empty: both families were read and no other pair has rows. */
export function missingOfCoverage(rows: SpotRows, coverage: SpotCoverage | undefined): readonly MissingPart[] {
  if (coverage === undefined) return [];
  const { pairs, otherPairs, classicFailure, highFrequencyFailure } = coverage;
  const parts = [
    { part: classicNames[rows](), reason: classicFailure },
    { part: highFrequencyNames[rows](), reason: highFrequencyFailure },
    { part: otherPairsName(rows, pairs), reason: highFrequencyFailure === null ? otherPairs : null },
  ];
  return parts.flatMap(({ part, reason }) => (reason === null ? [] : [{ part, reason, asOfMs: null }]));
}
