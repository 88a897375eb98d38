import { fromUnits } from '#shared/decimal.ts';
import { writePrice } from '../contract/terms.ts';
import type { FuturesMarket, FuturesVenueState } from './state.ts';

/** Emits each change of the contract's book from now on. */
export function emitLevels({ clock, events }: FuturesVenueState, market: FuturesMarket): void {
  const { terms, book } = market;
  book.onLevelChange(({ side, price, size }) => {
    market.bookSequence += 1n;
    const sequence = market.bookSequence;
    events.emit('level', () => ({
      kind: 'level',
      symbol: terms.contract.symbol,
      sequence,
      side,
      price: writePrice(terms, price * terms.tick),
      size: fromUnits(size, 0),
      timeMs: clock.nowMs(),
    }));
  });
}
