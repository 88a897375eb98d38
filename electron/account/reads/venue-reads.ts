import type { Fill } from '#shared/domain/account/fill.ts';
import { missingOfCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { cutOff } from '#shared/domain/completeness.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions, Collected } from '#client/types.ts';

/** An exchange answers at most this many of the last 24 hours (docs/exchange/endpoints.md §3.4, §8.2). */
const mostFills = 1000;

/** The fills of the last 24 hours at a venue. */
export async function readRecentFills(
  client: Pick<ExchangeClient, 'spot' | 'futures'>,
  venue: Venue,
  asked: CallOptions,
): Promise<Result<Collected<Fill>>> {
  if (venue === 'spot') return await client.spot.allRecentFills({}, asked);
  const read = await client.futures.recentFills({}, asked);
  return read.ok ? succeed({ items: read.value, isComplete: read.value.length < mostFills }) : read;
}

/** What the fills of 24 hours lack. */
export function missingFills(venue: Venue, { isComplete, coverage }: Collected<Fill>): readonly MissingPart[] {
  const reason = 'The exchange gives the newest 1,000 of 24 hours.';
  const older = isComplete ? [] : [{ part: `older ${venue} fills`, reason, asOfMs: null }];
  return [...older, ...missingOfCoverage('fills', coverage)];
}

/** What a list lacks that is read to its end: the unreadable rows of a spot family, else its rows beyond those read. */
export function missingRows(what: string, read: Collected<unknown>): readonly MissingPart[] {
  const uncovered = missingOfCoverage('orders', read.coverage);
  if (uncovered.length > 0) return uncovered;
  return read.isComplete ? [] : [cutOff(what, read.items.length)];
}
