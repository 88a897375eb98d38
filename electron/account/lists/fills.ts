import { compare, multiply } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { TradeType, Venue } from '#shared/domain/scalars.ts';
import type { OrderChange, OrderMatch } from '#client/feed/messages/orders.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListRows } from '../account-list.ts';

export interface FillsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: Venue;
  /** the assumed account of a match until REST names it, because a frame does not */
  readonly tradeType: TradeType;
  readonly rows: ListRows<Fill>;
  /** a trade was reported that only a read completes */
  readonly want: () => void;
  /** a trade came with another price or size than at first; the first report is kept */
  readonly contradicted: (symbol: string, tradeId: string, reports: ReportPair) => void;
}

export interface Fills {
  readonly take: (change: OrderChange) => void;
  /** Its match belongs to another list: it is not waited for. */
  readonly leave: (change: OrderChange) => void;
  /** The fills of the last 24 hours. Returns whether it had every match that frames have reported. */
  readonly takeList: (fills: readonly Fill[]) => boolean;
  /** REST never returned a match that a frame has reported: it is no longer expected. */
  readonly giveUp: () => void;
  /** of which symbols frames have reported matches that no answer had yet */
  readonly pendingSymbols: () => readonly string[];
}

/** The reports of a trade. */
type Report = Pick<Fill, 'price' | 'size'>;

/** The first report, and a different later one. */
export interface ReportPair {
  readonly first: Report;
  readonly other: Report;
}

interface FirstReport extends Report {
  readonly symbol: string;
  isCompleted: boolean;
  isContradicted: boolean;
}

const mostReports = 5_000;
const mostFills = 1_000;
const keptMs = 24 * 3_600_000;

function isSame(a: Report, b: Report): boolean {
  return compare(a.price, b.price) === 0 && compare(a.size, b.size) === 0;
}

/**
 * A fill with the figures of its first report. The value of a contract depends on its multiplier: then it is unknown.
 */
function withFirstReport(fill: Fill, { price, size }: Report): Fill {
  return { ...fill, price, size, funds: fill.venue === 'spot' ? multiply(price, size) : null };
}

/** A time that a frame has stated is kept when REST does not state it. */
function withKnownTime(fill: Fill, known: Fill | undefined): Fill {
  return { ...fill, createdAtMs: known?.createdAtMs ?? null };
}

/** A fill from a frame alone, which has neither its fee nor the value of a contract. */
function fillFrom(change: OrderChange, { tradeId, price, size, liquidity }: OrderMatch, tradeType: TradeType): Fill {
  return {
    venue: change.venue,
    tradeId,
    orderId: change.orderId,
    symbol: change.symbol,
    tradeType,
    side: change.side,
    price,
    size,
    funds: change.venue === 'spot' ? multiply(price, size) : null,
    fee: null,
    feeRate: null,
    feeCurrency: null,
    openFee: null,
    closeFee: null,
    settleCurrency: null,
    liquidity,
    isForceTaker: false,
    cause: change.isLiquidation ? 'liquidation' : 'trade',
    createdAtMs: change.timeMs,
  };
}

function pruneReports(reports: Map<string, FirstReport>): void {
  for (const [key, { isCompleted }] of reports) {
    if (reports.size <= mostReports) return;
    if (isCompleted) reports.delete(key);
  }
}

/** The list is of one day, and so long and no longer. */
function pruneRows(rows: ListRows<Fill>, nowMs: number): void {
  const sorted = [...rows.all()].toSorted(([, a], [, b]) => newestFirst(a, b));
  for (const [index, [key, { createdAtMs }]] of sorted.entries())
    if (index >= mostFills || (createdAtMs !== null && createdAtMs < nowMs - keptMs)) rows.remove(key);
}

/**
 * Fills of one venue, each once, whether frame or REST was first (docs/faults.md §5, cases 19 and 20). A frame is shown
 * at once; the fee comes with REST's answer.
 */
export function createFills({ clock, log, venue, tradeType, rows, want, contradicted }: FillsOptions): Fills {
  const reports = new Map<string, FirstReport>();
  const pendingSymbols = () =>
    [...reports.values()].flatMap(({ isCompleted, symbol }) => (isCompleted ? [] : [symbol]));

  const contradict = (trade: Pick<Fill, 'symbol' | 'tradeId'>, first: FirstReport, other: Report): void => {
    if (first.isContradicted) return;
    first.isContradicted = true;
    const { symbol, tradeId } = trade;
    log.error('fill.contradicted', { venue, symbol, tradeId, first: first.price, other: other.price });
    contradicted(symbol, tradeId, { first, other: { price: other.price, size: other.size } });
  };

  /** the first report of a trade is kept */
  const settle = (fill: Fill): void => {
    const key = fillKey(fill);
    const first = reports.get(key);
    if (first === undefined) {
      const { price, size } = fill;
      reports.set(key, { symbol: fill.symbol, price, size, isCompleted: true, isContradicted: false });
      rows.set(fill);
      return;
    }
    const isKnown = first.isCompleted;
    first.isCompleted = true;
    if (isSame(first, fill)) {
      rows.set(fill.createdAtMs === null ? withKnownTime(fill, rows.all().get(key)) : fill);
      return;
    }
    contradict(fill, first, fill);
    // the fee and all else REST knows better than a frame
    rows.set((isKnown ? rows.all().get(key) : undefined) ?? withFirstReport(fill, first));
  };

  return {
    pendingSymbols,
    take(change) {
      const { match, symbol, orderId } = change;
      if (match === null) return;
      const { tradeId, price, size } = match;
      const key = fillKey({ venue, symbol, tradeId, orderId });
      const first = reports.get(key);
      if (first === undefined) {
        reports.set(key, { symbol, price, size, isCompleted: false, isContradicted: false });
        rows.set(fillFrom(change, match, tradeType));
        want();
      } else if (!isSame(first, match)) contradict({ symbol, tradeId }, first, match);
    },
    leave({ match, symbol, orderId }) {
      if (match === null) return;
      const key = fillKey({ venue, symbol, tradeId: match.tradeId, orderId });
      if (reports.delete(key)) rows.remove(key);
    },
    takeList(fills) {
      for (const fill of fills) settle(fill);
      pruneRows(rows, clock.nowMs());
      pruneReports(reports);
      return pendingSymbols().length === 0;
    },
    giveUp() {
      log.warn('fills.not-completed', { venue, count: pendingSymbols().length });
      for (const report of reports.values()) report.isCompleted = true;
    },
  };
}
