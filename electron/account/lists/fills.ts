import { compare, multiply } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { TradeType, Venue } from '#shared/domain/scalars.ts';
import type { OrderChange, OrderMatch } from '#client/feed/messages/orders.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListRows } from '../account-list.ts';

export interface FillsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: Venue;
  /** the account that is taken for that of a match until REST tells: a frame does not */
  readonly tradeType: TradeType;
  readonly rows: ListRows<Fill>;
  /** a trade was heard of that only a read completes */
  readonly want: () => void;
  /** a trade was told with another price or size than at first; the first stands */
  readonly contradicted: (symbol: string, tradeId: string, words: Words) => void;
}

export interface Fills {
  readonly take: (change: OrderChange) => void;
  /** Its match belongs to another list: it is not waited for. */
  readonly leave: (change: OrderChange) => void;
  /** The fills of the last 24 hours. Answers whether it had every match that frames have told of. */
  readonly takeList: (fills: readonly Fill[]) => boolean;
  /** REST never told of a match that a frame has told of: it is not waited for any more. */
  readonly giveUp: () => void;
  /** of which symbols frames have told of matches that no answer had yet */
  readonly awaited: () => readonly string[];
}

/** What was said of a trade. */
type Word = Pick<Fill, 'price' | 'size'>;

/** What was said first, and what otherwise. */
export interface Words {
  readonly first: Word;
  readonly other: Word;
}

interface FirstWord extends Word {
  readonly symbol: string;
  isCompleted: boolean;
  isContradicted: boolean;
}

const mostWords = 5_000;
const mostFills = 1_000;
const keptMs = 24 * 3_600_000;

function isSame(a: Word, b: Word): boolean {
  return compare(a.price, b.price) === 0 && compare(a.size, b.size) === 0;
}

/** A fill at the figures of the first word on it. What a contract is worth hangs on its multiplier: then nobody said it. */
function atFirstWord(fill: Fill, { price, size }: Word): Fill {
  return { ...fill, price, size, funds: fill.venue === 'spot' ? multiply(price, size) : null };
}

/** A fill from nothing but a frame, which tells neither its fee nor what a contract is worth. */
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

function pruneWords(words: Map<string, FirstWord>): void {
  for (const [key, { isCompleted }] of words) {
    if (words.size <= mostWords) return;
    if (isCompleted) words.delete(key);
  }
}

/** The list is of one day, and so long and no longer. */
function pruneRows(rows: ListRows<Fill>, nowMs: number): void {
  const newestFirst = [...rows.all()].toSorted(([, a], [, b]) => b.createdAtMs - a.createdAtMs);
  for (const [index, [key, { createdAtMs }]] of newestFirst.entries())
    if (index >= mostFills || createdAtMs < nowMs - keptMs) rows.remove(key);
}

/**
 * Fills of one venue, each once, whether frame or REST was first (docs/faults.md §5, cases 19 and 20). What a frame tells
 * is shown at once; the fee comes with REST's answer.
 */
export function createFills({ clock, log, venue, tradeType, rows, want, contradicted }: FillsOptions): Fills {
  const words = new Map<string, FirstWord>();
  const awaited = () => [...words.values()].flatMap(({ isCompleted, symbol }) => (isCompleted ? [] : [symbol]));

  const contradict = (trade: { symbol: string; tradeId: string }, first: FirstWord, { price, size }: Word): void => {
    if (first.isContradicted) return;
    first.isContradicted = true;
    const { symbol, tradeId } = trade;
    log.error('fill.contradicted', { venue, symbol, tradeId, first: first.price, other: price });
    contradicted(symbol, tradeId, { first, other: { price, size } });
  };

  /** the first word on a trade stands */
  const settle = (fill: Fill): void => {
    const key = fillKey(fill);
    const first = words.get(key);
    if (first === undefined) {
      const { price, size } = fill;
      words.set(key, { symbol: fill.symbol, price, size, isCompleted: true, isContradicted: false });
      rows.set(fill);
      return;
    }
    const isKnown = first.isCompleted;
    first.isCompleted = true;
    if (isSame(first, fill)) {
      rows.set(fill);
      return;
    }
    contradict(fill, first, fill);
    // the fee and all else REST knows better than a frame
    rows.set((isKnown ? rows.all().get(key) : undefined) ?? atFirstWord(fill, first));
  };

  return {
    awaited,
    take(change) {
      const { match, symbol, orderId } = change;
      if (match === null) return;
      const { tradeId, price, size } = match;
      const key = fillKey({ venue, symbol, tradeId, orderId });
      const first = words.get(key);
      if (first === undefined) {
        words.set(key, { symbol, price, size, isCompleted: false, isContradicted: false });
        rows.set(fillFrom(change, match, tradeType));
        want();
      } else if (!isSame(first, match)) contradict({ symbol, tradeId }, first, match);
    },
    leave({ match, symbol, orderId }) {
      if (match === null) return;
      const key = fillKey({ venue, symbol, tradeId: match.tradeId, orderId });
      if (words.delete(key)) rows.remove(key);
    },
    takeList(fills) {
      for (const fill of fills) settle(fill);
      pruneRows(rows, clock.nowMs());
      pruneWords(words);
      return awaited().length === 0;
    },
    giveUp() {
      log.warn('fills.not-completed', { venue, count: awaited().length });
      for (const word of words.values()) word.isCompleted = true;
    },
  };
}
