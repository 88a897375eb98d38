import { priceText, sizeText } from './scale.ts';
import type { SpotMarket, SpotVenueState } from './state.ts';
import type { SpotEvent } from '../types.ts';

/** Keeps an event until the running act is complete: a listener must never see half an act. */
export function post(venue: SpotVenueState, event: () => SpotEvent): void {
  if (venue.outbox.listeners.size > 0) venue.outbox.events.push(event());
}

/** Moves the book's own news into the outbox: those before `sequence`, so that levels and prints keep the book's order. */
export function postLevels(venue: SpotVenueState, market: SpotMarket, before: bigint | null): void {
  const timeMs = venue.options.clock.nowMs();
  const later = before === null ? -1 : market.levelChanges.findIndex(change => change.sequence > before);
  const ready = market.levelChanges.splice(0, later < 0 ? market.levelChanges.length : later);
  for (const { sequence, side, price, size } of ready) {
    post(venue, () => ({
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

/** Delivers everything in order. A listener may act on the venue: what comes of it is delivered after the present event. */
export function deliver(venue: SpotVenueState): void {
  const { outbox } = venue;
  if (outbox.isDelivering) return;
  outbox.isDelivering = true;
  try {
    for (let event = outbox.events.shift(); event !== undefined; event = outbox.events.shift()) {
      for (const listener of outbox.listeners) listener(event);
    }
  } finally {
    outbox.isDelivering = false;
  }
}
