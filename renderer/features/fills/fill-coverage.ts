import type { Venue } from '#shared/domain/scalars.ts';

/** What came of one venue: how many fills, or null when nothing has come. */
export interface VenueFills {
  readonly venue: Venue;
  readonly count: number | null;
}

/** An exchange answers at most this many of the last 24 hours (docs/exchange/endpoints.md §3.4, §8.2). */
const mostFills = 1000;

/** `Spot`, `Futures` or `Spot and futures`. */
export function listVenues(venues: readonly Venue[]): string {
  const text = venues.join(' and ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function venuesOf(parts: readonly VenueFills[], isWanted: (part: VenueFills) => boolean): readonly Venue[] {
  return parts.filter(isWanted).map(({ venue }) => venue);
}

/** What the list covers and what it lacks, in words. */
export function coverageText(parts: readonly VenueFills[]): string {
  const missing = venuesOf(parts, ({ count }) => count === null);
  const cut = venuesOf(parts, ({ count }) => count !== null && count >= mostFills);
  const covered = listVenues(venuesOf(parts, ({ count }) => count !== null));
  const words = [
    `${covered}, last 24 hours`,
    missing.length === 0 ? '' : `${missing.join(' and ')} fills are missing here`,
    cut.length === 0 ? '' : `${cut.join(' and ')} cut at the newest 1,000: older ones are missing here`,
  ];
  return words.filter(word => word !== '').join('; ');
}

/** Why the list is empty, never more than is known. */
export function emptyText(parts: readonly VenueFills[], symbol: string | null): string {
  const missing = venuesOf(parts, ({ count }) => count === null);
  const known = venuesOf(parts, ({ count }) => count !== null).join(' or ');
  const rest = missing.length === 0 ? '' : ` Those of ${missing.join(' and ')} are not known.`;
  return `No ${known} fill${symbol === null ? '' : ` on ${symbol}`} in the last 24 hours.${rest}`;
}
