import type { BookSnapshot } from '../domain/market/book.ts';
import type { LiveBook } from '../domain/live.ts';

/** For tests: a live spot book of one level a side, every level known. */
export function buildLiveBook(overrides: Partial<LiveBook> = {}): LiveBook {
  return {
    profileId: 'p',
    venue: 'spot',
    symbol: 'BTC-USDT',
    step: null,
    state: 'live',
    detail: null,
    source: 'full',
    sequence: '1',
    asOfMs: 1,
    bids: [['100', '1']],
    asks: [['101', '1']],
    ...overrides,
  };
}

/** For tests: a book of one level a side as REST returns it. */
export function buildBookSnapshot(overrides: Partial<BookSnapshot> = {}): BookSnapshot {
  return { symbol: 'BTC-USDT', sequence: '1', timeMs: 1, bids: [['100', '1']], asks: [['101', '1']], ...overrides };
}
