import { describe, expect, it } from 'vitest';
import type { ConnectionEnd, ConnectionInfo } from '../feed/connection/faults.ts';
import { createManualTime, startMs } from '../feed/testing/manual-time.ts';
import { createFakeFutures } from '../futures/testing/fake-futures.ts';
import { createSpotKit } from '../spot/testing/venue-kit.ts';
import { createFaultInjector } from './fault-injector.ts';

const connections: readonly (ConnectionInfo & { topics: readonly string[] })[] = [
  { number: 4, venue: 'spot', accountId: null, topics: [] },
  { number: 6, venue: 'futures', accountId: 'ann', topics: [] },
];

function open() {
  const { clock } = createManualTime();
  const { venue } = createSpotKit();
  const injector = createFaultInjector({
    random: { next: () => 0 },
    clock,
    spot: venue,
    futures: createFakeFutures().venue,
    movements: { list: () => [] },
  });
  const log: unknown[] = [];
  const applyToFeeds = (): void =>
    injector.connectFeeds({
      connections: () => connections,
      cut: (which, end: ConnectionEnd) => log.push([connections.filter(which).map(({ number }) => number), end]),
      expireTokens: venueName => log.push(`expire ${venueName ?? 'both'}`),
    });
  return { injector, log, applyToFeeds };
}

describe('createFaultInjector', () => {
  it('closes the given connections at once', () => {
    const { injector, log, applyToFeeds } = open();
    applyToFeeds();
    injector.set({ fault: 'close', isAbrupt: true });
    injector.set({ fault: 'close', audience: 'private', code: 1012, reason: 'restart' });
    injector.set({ fault: 'close', probability: 0.5 });
    expect(log).toEqual([
      [[4, 6], { kind: 'close', code: 1001, reason: '', isAbrupt: true }],
      [[6], { kind: 'close', code: 1012, reason: 'restart', isAbrupt: false }],
    ]);
  });

  it('expires tokens at once', () => {
    const { injector, log, applyToFeeds } = open();
    applyToFeeds();
    injector.set({ fault: 'expire-tokens' });
    injector.set({ fault: 'expire-tokens', venue: 'futures' });
    expect(log).toEqual(['expire both', 'expire futures']);
  });

  it('applies to the connections that are open now', () => {
    const { injector, applyToFeeds } = open();
    applyToFeeds();
    injector.set({ fault: 'half-open' });
    const isDead = (number: number): boolean =>
      injector.feed.behaviour({ number, venue: 'spot', accountId: null }).isHalfOpen;
    expect([isDead(6), isDead(7)]).toEqual([true, false]);
  });

  it('gives REST a wrong clock, and stale books', () => {
    const { injector } = open();
    expect(injector.shown.clock.nowMs()).toBe(startMs);
    injector.set({ fault: 'clock-skew', ms: -6000 });
    expect(injector.shown.clock.nowMs()).toBe(startMs - 6000);
    expect(injector.shown.clock.nowNs()).toBeGreaterThan(0n);
    injector.set({ fault: 'stale-snapshot' });
    expect(injector.shown.spot.book('BTC-USDT', 20)).not.toBeNull();
    expect(injector.list().map(({ strikes }) => strikes)).toEqual([0, 1]);
  });

  it('clears all faults', () => {
    const { injector } = open();
    injector.set({ fault: 'clock-skew', ms: 1 });
    injector.set({ fault: 'stale-snapshot', count: 9 });
    expect(injector.set({ fault: 'reset' })).toBeNull();
    expect([injector.list(), injector.shown.clock.nowMs()]).toEqual([[], startMs]);
    expect(injector.rest.latencyMs()).toBe(0);
  });

  it('accepts faults before anything is served', () => {
    const { injector, log } = open();
    injector.set({ fault: 'close' });
    injector.set({ fault: 'expire-tokens' });
    injector.set({ fault: 'half-open' });
    expect(log).toEqual([]);
    expect(injector.list()).toHaveLength(3);
  });
});
