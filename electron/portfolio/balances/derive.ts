import { type Decimal, negate } from '#shared/decimal.ts';
import { countLeading } from '#shared/portfolio/rows/count-leading.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ContractPosition } from '#shared/portfolio/contracts/contract-book.ts';
import type { FuturesPast } from './futures-past.ts';
import { addTo, type Holdings } from './holdings.ts';

/** Balances at any time, from snapshots and the rows between. */
export interface DerivationOptions {
  /** by time */
  readonly snapshots: readonly Holdings[];
  /** by time */
  readonly movements: readonly ValueMovement[];
  /** times in which a ledger is not known completely */
  readonly uncovered: readonly Interval[];
  readonly futures: FuturesPast;
}

/** Balances that a snapshot has, or that are derived from the nearest one. */
export interface DerivedHoldings extends Holdings {
  readonly source: 'snapshot' | 'ledger';
  /** positions whose unrealised results are still to be valued by their marks; empty at a snapshot */
  readonly contracts: readonly ContractPosition[];
}

export interface Derivation {
  /** null: not derivable. `isBefore`: without the movements of that instant */
  readonly at: (atMs: number, isBefore?: boolean) => DerivedHoldings | null;
  /** Whether everything between two times is known. */
  readonly isKnown: (span: Interval) => boolean;
}

/** The movements after `fromMs` up to `toMs`; `isBefore`: up to it, without it. */
function movementsIn(
  movements: readonly ValueMovement[],
  { fromMs, toMs }: Interval,
  isBefore: boolean,
): readonly ValueMovement[] {
  const first = countLeading(movements, ({ atMs }) => atMs <= fromMs);
  const end = countLeading(movements, ({ atMs }) => (isBefore ? atMs < toMs : atMs <= toMs));
  return movements.slice(first, end);
}

function applyMovements(
  base: ReadonlyMap<string, Decimal>,
  movements: readonly ValueMovement[],
  direction: 'forward' | 'backward',
): ReadonlyMap<string, Decimal> {
  const quantities = new Map(base);
  for (const { coin, amount } of movements) addTo(quantities, coin, direction === 'forward' ? amount : negate(amount));
  return quantities;
}

function isWhole(base: Holdings | undefined): base is Holdings {
  return base !== undefined && base.missing.length === 0;
}

interface Asked {
  readonly atMs: number;
  readonly isBefore: boolean;
}

/** From the snapshot before, with the movements since. */
function deriveForward(
  base: Holdings,
  { atMs, isBefore }: Asked,
  { movements, futures }: DerivationOptions,
): DerivedHoldings {
  const between = movementsIn(movements, { fromMs: base.atMs, toMs: atMs }, isBefore);
  const held = {
    ...base,
    atMs,
    quantities: applyMovements(base.quantities, between, 'forward'),
    source: 'ledger',
  } as const;
  if (!futures.isActive({ fromMs: base.atMs, toMs: atMs })) return { ...held, contracts: [] };
  return { ...held, unrealised: new Map(), contracts: futures.positionsAt({ fromMs: base.atMs, atMs, isBefore }) };
}

/** From the snapshot after, without the movements up to it. */
function deriveBackward(base: Holdings, { atMs, isBefore }: Asked, { movements }: DerivationOptions): DerivedHoldings {
  // without the movements of that instant one more of them is taken back
  const fromMs = isBefore ? atMs - 1 : atMs;
  const between = movementsIn(movements, { fromMs, toMs: base.atMs }, false);
  const quantities = applyMovements(base.quantities, between, 'backward');
  return { ...base, atMs, quantities, source: 'ledger', contracts: [] };
}

/** Balances at any time of a span. */
export function createDerivation(options: DerivationOptions): Derivation {
  const { snapshots, uncovered, futures } = options;
  const isKnown = (span: Interval): boolean =>
    !uncovered.some(({ fromMs, toMs }) => fromMs < span.toMs && toMs > span.fromMs) && futures.isKnown(span);
  // positions cannot be derived backward
  const isKnownBackward = (span: Interval): boolean => isKnown(span) && !futures.isActive(span);
  return {
    isKnown,
    at(atMs, isBefore = false) {
      const next = countLeading(snapshots, snapshot => snapshot.atMs <= atMs);
      const [earlier, later] = [snapshots[next - 1], snapshots[next]];
      if (earlier?.atMs === atMs && !isBefore) return { ...earlier, source: 'snapshot', contracts: [] };
      const asked = { atMs, isBefore };
      if (isWhole(earlier) && earlier.atMs < atMs && isKnown({ fromMs: earlier.atMs, toMs: atMs }))
        return deriveForward(earlier, asked, options);
      const isDerivable = isWhole(later) && isKnownBackward({ fromMs: atMs, toMs: later.atMs });
      return isDerivable ? deriveBackward(later, asked, options) : null;
    },
  };
}
