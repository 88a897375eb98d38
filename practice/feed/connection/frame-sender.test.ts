import { describe, expect, it } from 'vitest';
import { type Behaviour, type FeedFaults, type FrameTreatment, noFeedFaults, type OutgoingFrame } from './faults.ts';
import { createFakeFeedSocket } from '../testing/fake-socket.ts';
import { createManualTime } from '../testing/manual-time.ts';
import { createFrameSender } from './frame-sender.ts';

const connection = { number: 1, venue: 'spot', accountId: null } as const;

function frame(text: string, topic: string | null = '/t:A'): OutgoingFrame {
  return { kind: topic === null ? 'pong' : 'message', topic, body: {}, text };
}

function open(change: Partial<FeedFaults> = {}, bufferLimitBytes = 100) {
  const time = createManualTime();
  const fake = createFakeFeedSocket();
  const faults = { ...noFeedFaults, ...change };
  return { time, fake, sender: createFrameSender({ connection, socket: fake.socket, faults, time, bufferLimitBytes }) };
}

/** Treats the frames one after the other as listed; null goes through. */
function treating(...treatments: readonly (FrameTreatment | null)[]): Partial<FeedFaults> {
  const left = [...treatments];
  return { treat: () => left.shift() ?? null };
}

const behaving = (behaviour: Partial<Behaviour>): Partial<FeedFaults> => ({
  behaviour: () => ({ isSilent: () => false, isMute: false, isHalfOpen: false, bytesPerSecond: null, ...behaviour }),
});

describe('createFrameSender', () => {
  it('sends at once and in sequence without a fault', () => {
    const { fake, sender, time } = open();
    sender.send(frame('a'));
    sender.send(frame('b'));
    sender.close(1000, 'Bye');
    expect(fake.log).toEqual(['a', 'b', 'close 1000 Bye']);
    expect(time.waiting()).toBe(0);
  });

  it('drops, repeats and replaces single frames', () => {
    const { fake, sender } = open(
      treating({ kind: 'lose' }, { kind: 'duplicate', delayMs: 0 }, { kind: 'replace', text: 'corrupted' }),
    );
    for (const text of ['a', 'b', 'c', 'd']) sender.send(frame(text));
    expect(fake.log).toEqual(['b', 'b', 'corrupted', 'd']);
  });

  it('lets later frames pass one that is delayed', () => {
    const { fake, sender, time } = open(treating({ kind: 'delay', delayMs: 50 }));
    sender.send(frame('a'));
    sender.send(frame('b'));
    time.advance(49);
    expect(fake.log).toEqual(['b']);
    time.advance(1);
    expect(fake.log).toEqual(['b', 'a']);
  });

  it('repeats a frame after later ones', () => {
    const { fake, sender, time } = open(treating({ kind: 'duplicate', delayMs: 50 }));
    sender.send(frame('a'));
    sender.send(frame('b'));
    time.advance(50);
    expect(fake.log).toEqual(['a', 'b', 'a']);
  });

  it('swaps two frames of one topic only', () => {
    const { fake, sender } = open(treating({ kind: 'reorder' }));
    sender.send(frame('a', '/t:A'));
    sender.send(frame('b', '/t:B'));
    sender.send(frame('c', '/t:A'));
    sender.send(frame('d', '/t:A'));
    expect(fake.log).toEqual(['b', 'c', 'a', 'd']);
  });

  it('closes the connection in place of a frame, with and without a close frame', () => {
    const polite = open(treating({ kind: 'close', code: 1012, reason: 'restart', isAbrupt: false }));
    polite.sender.send(frame('a'));
    expect(polite.fake.log).toEqual(['close 1012 restart']);
    const abrupt = open(treating({ kind: 'close', code: 1012, reason: '', isAbrupt: true }));
    abrupt.sender.send(frame('a'));
    expect(abrupt.fake.log).toEqual(['terminate']);
  });

  it('keeps the sequence under latency with any jitter', () => {
    const latencies = [100, 20, 50, 0];
    const { fake, sender, time } = open({ latencyMs: () => latencies.shift() ?? 0 });
    for (const text of ['a', 'b', 'c']) sender.send(frame(text));
    time.advance(99);
    expect(fake.log).toEqual([]);
    sender.close(1000, '');
    time.advance(1);
    expect(fake.log).toEqual(['a', 'b', 'c', 'close 1000 ']);
    sender.send(frame('d'));
    expect(fake.log.at(-1)).toBe('d');
  });

  it('sends no faster than a slow connection', () => {
    const { fake, sender, time } = open(behaving({ bytesPerSecond: 10 }));
    sender.send(frame('12345'));
    sender.send(frame('67890'));
    time.advance(499);
    expect(fake.log).toEqual([]);
    time.advance(1);
    expect(fake.log).toEqual(['12345']);
    time.advance(500);
    expect(fake.log).toEqual(['12345', '67890']);
  });

  it('disconnects a client with too many unread frames, in the socket or in the queue', () => {
    const lazy = open();
    lazy.fake.buffered = 95;
    lazy.sender.send(frame('12345'));
    expect(lazy.fake.log).toEqual(['12345']);
    lazy.sender.send(frame('123456'));
    expect(lazy.fake.log).toEqual(['12345', 'terminate']);
    const slow = open(behaving({ bytesPerSecond: 1 }), 10);
    slow.sender.send(frame('12345'));
    slow.sender.send(frame('67890'));
    expect(slow.fake.log).toEqual([]);
    slow.sender.send(frame('x'));
    expect(slow.fake.log).toEqual(['terminate']);
    expect(slow.time.waiting()).toBe(0);
  });

  it('sends nothing on a half-open connection, withholds pongs, and silences a topic', () => {
    const dead = open(behaving({ isHalfOpen: true }));
    dead.sender.send(frame('a'));
    dead.sender.send(frame('pong', null));
    expect(dead.fake.log).toEqual([]);
    const mute = open(behaving({ isMute: true }));
    mute.sender.send(frame('a'));
    mute.sender.send(frame('pong', null));
    expect(mute.fake.log).toEqual(['a']);
    const silent = open(behaving({ isSilent: topic => topic === '/t:A' }));
    silent.sender.send(frame('a'));
    silent.sender.send(frame('pong', null));
    silent.sender.send(frame('b', '/t:B'));
    expect(silent.fake.log).toEqual(['pong', 'b']);
  });

  it('drops frames under way when it stops', () => {
    const { fake, sender, time } = open({ ...treating({ kind: 'delay', delayMs: 5 }), latencyMs: () => 10 });
    sender.send(frame('a'));
    sender.send(frame('b'));
    sender.stop();
    time.advance(100);
    expect(fake.log).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});
