import type { SpotAccountKind, SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import { isUnserved } from '../unserved.ts';

/** Rows of the high-frequency lists, and of which pairs they are. */
export interface HighFrequencyRows<T> {
  readonly rows: readonly T[];
  readonly pairs: readonly string[];
  readonly otherPairs: string | null;
}

/** What the lists of both families say together. */
export interface MergedRows<C, T> {
  /** null: the classic list could not be read */
  readonly classic: C | null;
  readonly highFrequency: readonly T[];
  readonly coverage: SpotCoverage;
}

/** With these a second request gets no other answer: the other family is shown, and what is missing is named. */
const lasting: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>(['permission', 'not-found', 'bad-reply']);

/**
 * Joins two reads. Where one family cannot be read for a lasting reason, the other is shown as a partial list; a passing
 * failure of either fails the read, which is then repeated.
 */
export function joinReads<C, T>(
  classic: Result<C>,
  highFrequency: Result<HighFrequencyRows<T>>,
  account: SpotAccountKind,
): Result<MergedRows<C, T>> {
  if (!classic.ok && (!highFrequency.ok || !lasting.has(classic.error.kind))) return classic;
  if (!highFrequency.ok && !lasting.has(highFrequency.error.kind)) return highFrequency;
  const { rows, pairs, otherPairs } = highFrequency.ok
    ? highFrequency.value
    : { rows: [], pairs: [], otherPairs: null };
  return succeed({
    classic: classic.ok ? classic.value : null,
    highFrequency: rows,
    coverage: {
      account,
      pairs: [...pairs],
      otherPairs,
      classicFailure: reasonOf(classic),
      highFrequencyFailure: reasonOf(highFrequency),
    },
  });
}

/** A family that the exchange does not serve has no rows: nothing is missing. */
function reasonOf(read: Result<unknown>): string | null {
  return read.ok || isUnserved(read.error) ? null : read.error.message;
}

/** Whether no part of either family is missing. */
export function isWhole({ otherPairs, classicFailure, highFrequencyFailure }: SpotCoverage): boolean {
  return otherPairs === null && classicFailure === null && highFrequencyFailure === null;
}

/** Each row once; of two with the same key the one that `later` chooses. */
export function mergeRows<T>(
  { classic, highFrequency }: { readonly classic: readonly T[]; readonly highFrequency: readonly T[] },
  keyOf: (row: T) => string,
  later: (classic: T, highFrequency: T) => T,
): readonly T[] {
  const rows = new Map(classic.map(row => [keyOf(row), row]));
  for (const row of highFrequency) {
    const known = rows.get(keyOf(row));
    rows.set(keyOf(row), known === undefined ? row : later(known, row));
  }
  return [...rows.values()];
}

/**
 * Whether the classic list has the high-frequency rows, too, as the interface document has it: seen on rows of this
 * account, never assumed. An empty list is no evidence. A row may begin or end between the two reads, so only a row that
 * two reads in a row miss proves the contrary.
 */
export interface Evidence {
  readonly see: (highFrequency: readonly string[], classic: ReadonlySet<string>) => void;
  readonly isClassicWhole: () => boolean;
}

export function createEvidence(): Evidence {
  let isInside = false;
  let isOutside = false;
  let suspects: ReadonlySet<string> = new Set();
  return {
    see(highFrequency, classic) {
      const outside = highFrequency.filter(key => !classic.has(key));
      isInside ||= outside.length < highFrequency.length;
      isOutside ||= outside.some(key => suspects.has(key));
      suspects = new Set(outside);
    },
    isClassicWhole: () => isInside && !isOutside && suspects.size === 0,
  };
}
