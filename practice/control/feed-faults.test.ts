import { describe, expect, it } from 'vitest';
import { writeJson } from '../wire/json.ts';
import type { ConnectionInfo, FrameKind, OutgoingFrame } from '../feed/connection/faults.ts';
import type { LastingFault } from './fault.ts';
import { createFeedFaults } from './feed-faults.ts';
import { createFaultRegistry } from './fault-registry.ts';
import { createTimingFaults } from './timing-faults.ts';

const anonymous: ConnectionInfo = { number: 1, venue: 'spot', accountId: null };
const ann: ConnectionInfo = { number: 2, venue: 'spot', accountId: 'ann' };
const later: ConnectionInfo = { number: 3, venue: 'futures', accountId: null };

function open(...faults: readonly LastingFault[]) {
  const random = { next: () => 0.5 };
  const registry = createFaultRegistry({ random, newestConnection: () => 2 });
  const feed = createFeedFaults(registry, createTimingFaults(registry, random));
  for (const fault of faults) registry.add(fault);
  return { registry, feed };
}

function frame(topic = '/market/level2:BTC-USDT', price = '100'): OutgoingFrame {
  const data = { changes: { asks: [[price, '1', '5']], bids: [] }, sequenceStart: 5, sequenceEnd: 5 };
  const body = { topic, type: 'message', subject: 'trade.l2update', data };
  return { kind: 'message', topic, body, text: writeJson(body) };
}

function control(kind: FrameKind): OutgoingFrame {
  return { kind, topic: null, body: { type: kind }, text: `{"type":"${kind}"}` };
}

describe('faults of single frames', () => {
  it.each([
    [{ fault: 'lose' }, { kind: 'lose' }],
    [{ fault: 'duplicate' }, { kind: 'duplicate', delayMs: 0 }],
    [
      { fault: 'duplicate', delayMs: 9 },
      { kind: 'duplicate', delayMs: 9 },
    ],
    [{ fault: 'overlap' }, { kind: 'replace', text: expect.stringContaining('"sequenceStart":2,"sequenceEnd":5') }],
    [{ fault: 'reorder' }, { kind: 'reorder' }],
    [
      { fault: 'delay', delayMs: 70 },
      { kind: 'delay', delayMs: 70 },
    ],
    [{ fault: 'crossed' }, { kind: 'replace', text: expect.stringContaining('["200","1","5"]') }],
    [{ fault: 'malformed' }, { kind: 'replace', text: expect.stringMatching(/^\{"topic"[^}]*$/) }],
    [
      { fault: 'malformed', how: 'number' },
      { kind: 'replace', text: expect.stringContaining('NaN') },
    ],
  ] as const)('%j affects one push and no more', (fault, treatment) => {
    const { feed } = open(fault);
    expect(feed.treat(anonymous, control('pong'))).toBeNull();
    expect(feed.treat(anonymous, frame())).toEqual(treatment);
    expect(feed.treat(anonymous, frame())).toBeNull();
  });

  it('affect the topic with all its symbols, or one of them', () => {
    const { feed } = open({ fault: 'lose', topic: '/market/level2', count: 2 });
    expect(feed.treat(anonymous, frame('/market/level2Depth5:BTC-USDT'))).toBeNull();
    expect(feed.treat(anonymous, frame('/market/level2:ETH-USDT'))).not.toBeNull();
    expect(feed.treat(anonymous, frame('/market/level2'))).not.toBeNull();
    const one = open({ fault: 'lose', topic: '/market/level2:ETH-USDT' });
    expect(one.feed.treat(anonymous, frame())).toBeNull();
    expect(one.feed.treat(anonymous, frame('/market/level2:ETH-USDT'))).not.toBeNull();
  });

  it('affect control frames when requested', () => {
    const { feed } = open({ fault: 'lose', frame: 'ack' });
    expect(feed.treat(anonymous, frame())).toBeNull();
    expect(feed.treat(anonymous, control('welcome'))).toBeNull();
    expect(feed.treat(anonymous, control('ack'))).toEqual({ kind: 'lose' });
  });

  it('affect only the given connections', () => {
    const { feed } = open({ fault: 'lose', venue: 'spot', audience: 'private' });
    expect(feed.treat(anonymous, frame())).toBeNull();
    expect(feed.treat(later, frame())).toBeNull();
    expect(feed.treat(ann, frame())).toEqual({ kind: 'lose' });
    const open2 = open({ fault: 'lose', audience: 'public' });
    expect(open2.feed.treat(ann, frame())).toBeNull();
    expect(open2.feed.treat(anonymous, frame())).toEqual({ kind: 'lose' });
  });

  it('wait for a frame that can be corrupted', () => {
    const { feed, registry } = open({ fault: 'crossed', skip: 1 });
    expect(feed.treat(anonymous, frame('/t:A', '0'))).toBeNull();
    expect(feed.treat(anonymous, frame())).toBeNull();
    expect(feed.treat(anonymous, frame('/t:A', '0'))).toBeNull();
    expect(feed.treat(anonymous, frame())).toMatchObject({ kind: 'replace' });
    expect(registry.list()[0]?.strikes).toBe(1);
  });

  it('close the connection in place of a push, by count or probability', () => {
    const { feed } = open({ fault: 'close', skip: 1, code: 1012, reason: 'restart' });
    expect(feed.treat(anonymous, control('pong'))).toBeNull();
    expect(feed.treat(anonymous, frame())).toBeNull();
    expect(feed.treat(anonymous, frame())).toEqual({ kind: 'close', code: 1012, reason: 'restart', isAbrupt: false });
    const random = open({ fault: 'close', probability: 0.6, isAbrupt: true });
    expect(random.feed.treat(anonymous, frame())).toEqual({ kind: 'close', code: 1001, reason: '', isAbrupt: true });
    const unlikely = open({ fault: 'close', probability: 0.4 });
    expect(unlikely.feed.treat(anonymous, frame())).toBeNull();
  });

  it('leave an immediate close alone', () => {
    expect(open({ fault: 'close' }).feed.treat(anonymous, frame())).toBeNull();
  });
});

describe('faults of connections', () => {
  it('change nothing without a fault', () => {
    const { feed } = open();
    const behaviour = feed.behaviour(anonymous);
    expect(behaviour).toMatchObject({ isMute: false, isHalfOpen: false, bytesPerSecond: null });
    expect(behaviour.isSilent('/t')).toBe(false);
  });

  it('affect the connections that were open', () => {
    const { feed, registry } = open({ fault: 'half-open' }, { fault: 'slow', bytesPerSecond: 10, audience: 'private' });
    expect(feed.behaviour(anonymous)).toMatchObject({ isHalfOpen: true, bytesPerSecond: null });
    expect(feed.behaviour(ann)).toMatchObject({ isHalfOpen: true, bytesPerSecond: 10 });
    expect(feed.behaviour(later)).toMatchObject({ isHalfOpen: false });
    registry.reset();
    expect(feed.behaviour(anonymous)).toMatchObject({ isHalfOpen: false });
  });

  it('affect later connections too when set for all', () => {
    const { feed } = open({ fault: 'mute-pongs', connections: 'all' }, { fault: 'stop-sending', venue: 'futures' });
    expect(feed.behaviour(later)).toMatchObject({ isMute: true });
    expect(feed.behaviour(later).isSilent('/t')).toBe(false);
  });

  it('silence one topic or all', () => {
    const { feed } = open({ fault: 'stop-sending', topic: '/market/level2' });
    expect(feed.behaviour(anonymous).isSilent('/market/level2:BTC-USDT')).toBe(true);
    expect(feed.behaviour(anonymous).isSilent('/market/ticker:all')).toBe(false);
    expect(open({ fault: 'stop-sending' }).feed.behaviour(anonymous).isSilent('/market/ticker:all')).toBe(true);
  });
});

describe('faults of admission', () => {
  it.each([
    [undefined, 'exceed max subscription count limitation of 400 per session'],
    ['per-time', 'exceed max subscription count limitation of 100 per time'],
    ['sessions', 'exceed max session count limitation of 800'],
    ['permits', 'exceed max permits per second'],
  ] as const)('reject one subscription with 509: %s', (limit, words) => {
    const { feed } = open({ fault: 'subscription-limit', limit });
    expect(feed.rejection(anonymous)).toEqual({ code: 509, words, isFinal: true });
    expect(feed.rejection(anonymous)).toBeNull();
  });

  it('answers an upgrade with a status', () => {
    const { feed } = open({ fault: 'refuse-upgrade', venue: 'spot', status: 401 }, { fault: 'refuse-upgrade' });
    expect([feed.upgradeStatus('futures'), feed.upgradeStatus('spot'), feed.upgradeStatus('spot')]).toEqual([
      503,
      401,
      null,
    ]);
  });
});

describe('faults of clock and network', () => {
  it('follow the latest fault', () => {
    const { feed } = open(
      { fault: 'clock-skew', ms: 5 },
      { fault: 'clock-skew', ms: -6000 },
      { fault: 'latency', ms: 100, jitterMs: 40 },
      { fault: 'latency', ms: 7, target: 'rest' },
    );
    expect([feed.skewMs(), feed.latencyMs()]).toEqual([-6000, 120]);
    expect([open().feed.skewMs(), open().feed.latencyMs()]).toEqual([0, 0]);
  });
});
