import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { BookIncrement } from '#client/feed/messages/books.ts';
import { createLocalBook, type Snapshot } from './book-sync.ts';

const bids: BookLevel[] = [
  ['99', '1'],
  ['98', '1'],
];
const asks: BookLevel[] = [
  ['101', '1'],
  ['102', '1'],
];

/** A snapshot at 100 that the exchange cut after two rows a side, or not at all. */
function snapshot(limit: number | null = 2): Snapshot {
  const book = { symbol: 's', sequence: '100', timeMs: 1, bids, asks };
  return { source: limit === null ? 'full' : 'top-100', limit, book };
}

function removal(sequence: number, ...prices: readonly ('98' | '99')[]): BookIncrement {
  const changes = prices.map(price => ({ side: 'buy', price, size: '0', sequence }) as const);
  return { symbol: 's', sequenceStart: sequence, sequenceEnd: sequence, timeMs: 1, changes };
}

function increment(sequence: number, ...rows: readonly (readonly ['buy' | 'sell', Decimal, Decimal])[]): BookIncrement {
  const changes = rows.map(([side, price, size]) => ({ side, price, size, sequence }));
  return { symbol: 's', sequenceStart: sequence, sequenceEnd: sequence, timeMs: 1, changes };
}

/** A bid below the whole snapshot. */
const deepBid: BookIncrement = {
  symbol: 's',
  sequenceStart: 101,
  sequenceEnd: 101,
  timeMs: 1,
  changes: [{ side: 'buy', price: '50', size: '1', sequence: 101 }],
};

describe('a local book', () => {
  it('detects that the market left the known prices downwards', () => {
    const local = createLocalBook();
    expect(local.join(snapshot())).toBeNull();
    expect(local.take(deepBid)).toBeNull();
    expect(local.take(removal(102, '99'))).toBeNull();
    expect(local.take(removal(103, '98'))).toBe('beyond');
  });

  it('detects that the market left them upwards, and is correct at the last known price', () => {
    const local = createLocalBook();
    local.join(snapshot());
    expect(local.take(increment(101, ['sell', '101', '0']))).toBeNull();
    expect(local.proved()?.book.best('sell')).toBe(10_200);
    expect(local.take(increment(102, ['sell', '150', '1'], ['sell', '102', '0']))).toBe('beyond');
  });

  it('sorts overtaken rows, and requires every row after the snapshot', () => {
    const local = createLocalBook();
    local.take(increment(102, ['buy', '98', '7']));
    local.take(increment(101, ['buy', '98', '5']));
    expect(local.join(snapshot())).toBeNull();
    expect(local.proved()?.book.view(9)).toMatchObject({
      sequence: 102,
      bids: [
        ['99', '1'],
        ['98', '7'],
      ],
    });
    const late = createLocalBook();
    late.take(increment(102, ['buy', '98', '7']));
    expect(late.join(snapshot())).toBe('too-old');
    expect(late.proved()).toBeNull();
    // what was gathered waits for a snapshot that ends later
    expect(late.join({ ...snapshot(), book: { ...snapshot().book, sequence: '101' } })).toBeNull();
    expect(late.proved()?.book.sequence()).toBe(102);
  });

  it('rejects a snapshot whose range the market had left', () => {
    const local = createLocalBook();
    local.take(deepBid);
    local.take(removal(102, '98', '99'));
    expect(local.join(snapshot())).toBe('beyond');
    expect(local.proved()).toBeNull();
  });

  it('knows every price of a whole snapshot', () => {
    const local = createLocalBook();
    expect(local.join(snapshot(null))).toBeNull();
    expect(local.take(deepBid)).toBeNull();
    expect(local.take(removal(102, '98', '99'))).toBeNull();
    expect(local.proved()?.book.best('buy')).toBe(5_000);
  });

  it('loads a deeper snapshot beside a truncated book only', () => {
    const local = createLocalBook();
    expect(local.deepen()).toBe(false);
    local.join(snapshot());
    expect(local.deepen()).toBe(true);
    expect(local.deepen()).toBe(false);
    local.take(deepBid);
    expect(local.join(snapshot(null))).toBeNull();
    expect(local.source()).toBe('full');
    expect(local.proved()?.book.sequence()).toBe(101);
    expect(local.deepen()).toBe(false);
  });

  it('rejects a snapshot older than the correct state, unless the exchange may have restarted its sequence', () => {
    const local = createLocalBook();
    local.join(snapshot());
    local.take(deepBid);
    local.restart();
    expect(local.join(snapshot())).toBe('too-old');
    local.forgetSequence();
    expect(local.join(snapshot())).toBeNull();
  });
});
