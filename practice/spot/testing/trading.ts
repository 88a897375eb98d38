import type { Decimal } from '#shared/decimal.ts';
import type { Outcome } from '#practice/kernel/kernel.ts';
import type { SpotEvent, SpotOrder, SpotPlacement } from '../types.ts';
import { createSpotKit, limit, type SpotKit } from './venue-kit.ts';

const rich = [
  ['ann', 'USDT', '1000'],
  ['ann', 'BTC', '10'],
  ['bob', 'USDT', '1000'],
  ['bob', 'BTC', '10'],
  ['exchange', 'USDT', '0'],
] as const;

/** A venue where ann and bob have enough of both coins. */
export function kitOf(change: Parameters<typeof createSpotKit>[0] = {}): SpotKit {
  return createSpotKit(change, rich);
}

/** The value of an outcome; a rejection fails the test. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason} ${outcome.message}`);
  return outcome.value;
}

export function rejectionOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'accepted' : outcome.reason;
}

export function place(kit: SpotKit, accountId: string, placement: SpotPlacement): SpotOrder {
  return accepted(kit.venue.place(accountId, placement));
}

/** One trade at the price, of bob with himself. */
export function trade(kit: SpotKit, price: Decimal): void {
  place(kit, 'bob', limit('sell', price, '0.01'));
  place(kit, 'bob', limit('buy', price, '0.01'));
}

/** An event in a few words. */
export function brief(event: SpotEvent): string {
  if (event.kind === 'level') return `level ${event.sequence} ${event.side} ${event.price} ${event.size}`;
  if (event.kind === 'print') return `print ${event.print.sequence} ${event.print.price} ${event.print.size}`;
  if (event.kind === 'stop') return `stop ${event.change} ${event.stop.triggerError ?? ''}`.trim();
  if (event.kind === 'repaying-fill') return `repaying-fill ${event.fill.accountId} ${event.fill.size}`;
  return `order ${event.change} ${event.order.accountId} ${event.order.dealSize}/${event.order.remainSize}`;
}
