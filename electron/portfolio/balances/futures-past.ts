import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ContractPosition } from '#shared/portfolio/contracts/contract-book.ts';
import { type ContractOptions, runContracts } from '#shared/portfolio/contracts/run-contracts.ts';
import type { ContractRow } from '#shared/portfolio/rows/contract-row.ts';
import { countLeading } from '#shared/portfolio/rows/count-leading.ts';
import type { BalanceSnapshot } from '#archive/archive-store.ts';
import { openingPositions } from '../rows/map-fills.ts';

/** A time between a snapshot and the next one. */
export interface AfterSnapshot {
  /** of the snapshot */
  readonly fromMs: number;
  readonly atMs: number;
  /** without what happened at that instant */
  readonly isBefore: boolean;
}

/** Futures positions between snapshots. */
export interface FuturesPast {
  /** Whether positions were open or traded in a span, both ends included. */
  readonly isActive: (span: Interval) => boolean;
  /** Whether all that happened to positions in a span is known. */
  readonly isKnown: (span: Interval) => boolean;
  /** The positions at a time: those of the snapshot before, with the fills since. */
  readonly positionsAt: (time: AfterSnapshot) => readonly ContractPosition[];
}

export interface FuturesPastOptions extends Pick<ContractOptions, 'termsOf'> {
  /** by time */
  readonly snapshots: readonly (Pick<BalanceSnapshot, 'atMs' | 'positions'> & { readonly hasPositions: boolean })[];
  /** fills and funding, and the positions that the span starts with */
  readonly rows: readonly ContractRow[];
  /** the first row that cannot be derived; null: none */
  readonly brokenAtMs: number | null;
  /** times in which fills or funding are not known completely */
  readonly uncovered: readonly Interval[];
}

export function createFuturesPast(options: FuturesPastOptions): FuturesPast {
  const { snapshots, brokenAtMs, uncovered, termsOf } = options;
  const rows = options.rows.filter(({ kind }) => kind !== 'position').toSorted((a, b) => a.atMs - b.atMs);
  const openAt = snapshots.filter(({ hasPositions }) => hasPositions).map(({ atMs }) => atMs);
  /** the last snapshot that is read up to a time */
  const baseOf = (atMs: number) => snapshots[countLeading(snapshots, each => each.atMs <= atMs) - 1];
  const countUntil = (atMs: number, isBefore: boolean) =>
    countLeading(rows, row => (isBefore ? row.atMs < atMs : row.atMs <= atMs));
  const isActive = ({ fromMs, toMs }: Interval): boolean =>
    countUntil(toMs, false) > countUntil(fromMs, true) ||
    countLeading(openAt, atMs => atMs <= toMs) > countLeading(openAt, atMs => atMs < fromMs);
  return {
    isActive,
    isKnown(span) {
      if (!isActive(span)) return true;
      const base = baseOf(span.fromMs);
      if (base === undefined || base.positions === null) return false;
      if (brokenAtMs !== null && brokenAtMs <= span.toMs) return false;
      return !uncovered.some(({ fromMs, toMs }) => fromMs < span.toMs && toMs > base.atMs);
    },
    positionsAt({ fromMs, atMs, isBefore }) {
      const base = baseOf(fromMs);
      const openings = base === undefined ? [] : openingPositions(base);
      const since = rows.slice(countUntil(fromMs, false), countUntil(atMs, isBefore));
      return runContracts([...openings, ...since], { method: 'average', termsOf }).positions;
    },
  };
}
