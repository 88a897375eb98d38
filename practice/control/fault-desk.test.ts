import { describe, expect, it } from 'vitest';
import type { ConnectionEnd, ConnectionInfo } from '../feed/faults.ts';
import { createManualTime, startMs } from '../feed/testing/manual-time.ts';
import { createFakeFutures } from '../http/testing/fake-futures.ts';
import { createSpotKit } from '../spot/testing/venue-kit.ts';
import { createFaultDesk } from './fault-desk.ts';

const connections: readonly (ConnectionInfo & { topics: readonly string[] })[] = [
  { number: 4, venue: 'spot', accountId: null, topics: [] },
  { number: 6, venue: 'futures', accountId: 'ann', topics: [] },
];

function open() {
  const { clock } = createManualTime();
  const { venue } = createSpotKit();
  const desk = createFaultDesk({
    random: { next: () => 0 },
    clock,
    spot: venue,
    futures: createFakeFutures().venue,
  });
  const log: unknown[] = [];
  const serve = (): void =>
    desk.serve({
      connections: () => connections,
      cut: (which, end: ConnectionEnd) => log.push([connections.filter(which).map(({ number }) => number), end]),
      expireTokens: venueName => log.push(`expire ${venueName ?? 'both'}`),
    });
  return { desk, log, serve };
}

describe('createFaultDesk', () => {
  it('closes at once whom it is told to', () => {
    const { desk, log, serve } = open();
    serve();
    desk.set({ fault: 'close', isAbrupt: true });
    desk.set({ fault: 'close', audience: 'private', code: 1012, reason: 'restart' });
    desk.set({ fault: 'close', probability: 0.5 });
    expect(log).toEqual([
      [[4, 6], { kind: 'close', code: 1001, reason: '', isAbrupt: true }],
      [[6], { kind: 'close', code: 1012, reason: 'restart', isAbrupt: false }],
    ]);
  });

  it('ends tokens at once', () => {
    const { desk, log, serve } = open();
    serve();
    desk.set({ fault: 'expire-tokens' });
    desk.set({ fault: 'expire-tokens', venue: 'futures' });
    expect(log).toEqual(['expire both', 'expire futures']);
  });

  it('means the connections that are open now', () => {
    const { desk, serve } = open();
    serve();
    desk.set({ fault: 'half-open' });
    const isDead = (number: number): boolean =>
      desk.feed.behaviour({ number, venue: 'spot', accountId: null }).isHalfOpen;
    expect([isDead(6), isDead(7)]).toEqual([true, false]);
  });

  it('shows REST a clock that is off, and stale books', () => {
    const { desk } = open();
    expect(desk.shown.clock.nowMs()).toBe(startMs);
    desk.set({ fault: 'clock-skew', ms: -6000 });
    expect(desk.shown.clock.nowMs()).toBe(startMs - 6000);
    expect(desk.shown.clock.nowNs()).toBeGreaterThan(0n);
    desk.set({ fault: 'stale-snapshot' });
    expect(desk.shown.spot.book('BTC-USDT', 20)).not.toBeNull();
    expect(desk.list().map(({ strikes }) => strikes)).toEqual([0, 1]);
  });

  it('makes everything right again', () => {
    const { desk } = open();
    desk.set({ fault: 'clock-skew', ms: 1 });
    desk.set({ fault: 'stale-snapshot', count: 9 });
    expect(desk.set({ fault: 'reset' })).toBeNull();
    expect([desk.list(), desk.shown.clock.nowMs()]).toEqual([[], startMs]);
    expect(desk.rest.latencyMs()).toBe(0);
  });

  it('can be set before anything is served', () => {
    const { desk, log } = open();
    desk.set({ fault: 'close' });
    desk.set({ fault: 'expire-tokens' });
    desk.set({ fault: 'half-open' });
    expect(log).toEqual([]);
    expect(desk.list()).toHaveLength(3);
  });
});
