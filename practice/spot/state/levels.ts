import { priceText, sizeText } from './scale.ts';
import type { SpotMarket, SpotVenueState } from './state.ts';

/** Emits the book's changes: those before the sequence number, so that levels and prints keep the book's order. */
export function emitLevels(venue: SpotVenueState, market: SpotMarket, before: bigint | null): void {
  const timeMs = venue.clock.nowMs();
  const later = before === null ? -1 : market.levelChanges.findIndex(change => change.sequence > before);
  const ready = market.levelChanges.splice(0, later < 0 ? market.levelChanges.length : later);
  for (const { sequence, side, price, size } of ready) {
    venue.events.emit('level', () => ({
      kind: 'level',
      symbol: market.pair.symbol,
      sequence,
      side,
      price: priceText(market.scale, price),
      size: sizeText(market.scale, size),
      timeMs,
    }));
  }
}
