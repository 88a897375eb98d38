import type { FoundRow } from '../archive-store.ts';
import { subtract } from '../coverage/intervals.ts';
import { isolatedLine } from '../records/loan-line.ts';
import type { MissingRows } from './missing-rows.ts';
import type { WitnessedRows } from './witness.ts';

const hourMs = 3_600_000;

interface Step {
  readonly previous: FoundRow;
  readonly row: FoundRow;
  readonly lengthMs: number;
}

/** Steps from one time to the next; both sides of a hedged position are paid at one time. */
function stepsOf(rows: readonly FoundRow[]): readonly Step[] {
  const byTime = new Map(rows.map(row => [row.timeMs, row]));
  const sorted = [...byTime.values()].toSorted((a, b) => a.timeMs - b.timeMs);
  return sorted.flatMap((row, index) => {
    const previous = sorted[index - 1];
    return previous === undefined ? [] : [{ previous, row, lengthMs: row.timeMs - previous.timeMs }];
  });
}

/** Whether another stream has all rows of the step, and none of them is between its two rows. */
function isQuiet({ previous, row }: Step, symbol: string, { witness, others }: Compared): boolean {
  const span = { fromMs: previous.timeMs, toMs: row.timeMs };
  if (subtract([span], witness.coverageOf(symbol)).length > 0) return false;
  return !others.some(({ timeMs }) => span.fromMs <= timeMs && timeMs <= span.toMs);
}

interface Compared {
  readonly witness: WitnessedRows['witness'];
  /** rows of the other stream that may explain why nothing was paid */
  readonly others: readonly FoundRow[];
}

function toMissing({ previous, row }: Step): MissingRows {
  return {
    key: row.key,
    timeMs: row.timeMs,
    previousMs: previous.timeMs,
    currency: row.columns.currency ?? '',
  };
}

function isLonger({ lengthMs }: Step, beside: Step | undefined): boolean {
  return beside !== undefined && lengthMs > beside.lengthMs;
}

/**
 * Funding payments after missing ones: a step that is longer than the steps beside it, while no fill changed the position. All
 * rows are of one contract. The first and the last step are not judged, because the contract's interval may have changed.
 */
export function findMissingPayments({ rows, witness }: WitnessedRows): readonly MissingRows[] {
  const steps = stepsOf(rows);
  const fills = Map.groupBy(witness.rowsOf('futures-fills'), ({ columns }) => columns.symbol);
  return steps
    .filter((step, index) => index > 0 && isLonger(step, steps[index - 1]) && isLonger(step, steps[index + 1]))
    .filter(step => {
      const others = fills.get(step.row.columns.symbol) ?? [];
      return isQuiet(step, '', { witness, others });
    })
    .map(toMissing);
}

/** The line of the loans that a charge or a loan belongs to. */
function loanLineOf({ columns: { symbol, currency } }: FoundRow): string {
  return symbol === null ? (currency ?? '') : isolatedLine(symbol, currency ?? '');
}

/**
 * Interest after missing hours. A debt is charged each hour; a charge that comes later than an hour after the one before
 * belongs to a new debt, so there is a borrowing between both.
 */
export function findMissingHours({ rows, witness }: WitnessedRows): readonly MissingRows[] {
  const charges = Map.groupBy(rows, loanLineOf);
  const borrowings = witness.rowsOf('loans').filter(({ columns }) => columns.kind === 'borrow');
  return [...charges].flatMap(([line, all]) => {
    const others = borrowings.filter(row => loanLineOf(row) === line);
    return stepsOf(all)
      .filter(step => step.lengthMs > 1.5 * hourMs && isQuiet(step, line, { witness, others }))
      .map(toMissing);
  });
}
