import type { VenuePart } from '#bridge/account/use-venue-lists.ts';
import { t } from '#shared/words/t.ts';

/** What came of one place: how many fills, or null when nothing has come. */
export interface PartFills {
  readonly part: VenuePart;
  readonly count: number | null;
}

/** An exchange answers at most this many of the last 24 hours (docs/exchange/endpoints.md §3.4, §8.2). */
export const mostFills = 1000;

/** In the words of the market column; fills of cross margin are among those of spot (docs/exchange/endpoints.md §5.1). */
const words: Readonly<Record<VenuePart, readonly string[]>> = {
  spot: [t`spot`, t`cross`],
  margin: [t`isolated`],
  futures: [t`futures`],
};

/** `spot, cross and futures`. */
function joined(parts: readonly VenuePart[], conjunction: string): string {
  const all = parts.flatMap(part => words[part]);
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `Spot and cross`, `Futures` or `Spot, cross, isolated and futures`. */
export function listParts(parts: readonly VenuePart[]): string {
  const text = joined(parts, t`and`);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function partsOf(parts: readonly PartFills[], isWanted: (part: PartFills) => boolean): readonly VenuePart[] {
  return parts.filter(isWanted).map(({ part }) => part);
}

/** What the list covers and what it lacks, in words. */
export function coverageText(parts: readonly PartFills[]): string {
  const missing = partsOf(parts, ({ count }) => count === null);
  const cut = partsOf(parts, ({ count }) => count !== null && count >= mostFills);
  const covered = listParts(partsOf(parts, ({ count }) => count !== null));
  const texts = [
    t`${covered}, last 24 hours`,
    missing.length === 0 ? '' : t`${joined(missing, t`and`)} fills are missing here`,
    cut.length === 0 ? '' : t`${joined(cut, t`and`)} cut at the newest 1,000: older ones are missing here`,
  ];
  return texts.filter(text => text !== '').join('; ');
}

/** Why the list is empty, never more than is known. */
export function emptyText(parts: readonly PartFills[], symbol: string | null): string {
  const missing = partsOf(parts, ({ count }) => count === null);
  const known = partsOf(parts, ({ count }) => count !== null);
  const rest = missing.length === 0 ? '' : t` Those of ${joined(missing, t`and`)} are unknown.`;
  return t`No ${joined(known, t`or`)} fill${symbol === null ? '' : t` on ${symbol}`} in the last 24 hours.${rest}`;
}
