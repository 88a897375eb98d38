import { describe, expect, it } from 'vitest';
import type { LastingFault } from './fault.ts';
import { createFaultRegistry } from './fault-registry.ts';

function open(...chances: readonly number[]) {
  const left = [...chances];
  const counted = { connections: 7 };
  const registry = createFaultRegistry({
    random: { next: () => left.shift() ?? 0.99 },
    newestConnection: () => counted.connections,
  });
  const strikes = (times: number): readonly boolean[] =>
    Array.from({ length: times }, () => registry.strike(['lose'], () => true) !== null);
  return { registry, strikes, counted };
}

const lose = (change: Partial<Extract<LastingFault, { fault: 'lose' }>> = {}): LastingFault => ({
  fault: 'lose',
  ...change,
});

describe('createFaultRegistry', () => {
  it('applies a fault once by default', () => {
    const { registry, strikes } = open();
    expect(registry.add(lose())).toEqual({ id: 1, fault: { fault: 'lose' }, strikes: 0, isSpent: false });
    expect(strikes(3)).toEqual([true, false, false]);
    expect(registry.list()).toEqual([{ id: 1, fault: { fault: 'lose' }, strikes: 1, isSpent: true }]);
  });

  it('applies skips, counts and probabilities', () => {
    const skipping = open();
    skipping.registry.add(lose({ skip: 2, count: 2 }));
    expect(skipping.strikes(6)).toEqual([false, false, true, true, false, false]);
    const lasting = open(0.2, 0.5, 0.1, 0.49);
    lasting.registry.add(lose({ probability: 0.5 }));
    expect(lasting.strikes(4)).toEqual([true, false, true, true]);
    const limited = open(0.9, 0.1, 0.1);
    limited.registry.add(lose({ probability: 0.5, count: 1 }));
    expect(limited.strikes(3)).toEqual([false, true, false]);
  });

  it('tries the faults in the sequence of their settings, and counts no unmatched one', () => {
    const { registry } = open();
    registry.add({ fault: 'duplicate' });
    registry.add(lose({ topic: '/a' }));
    registry.add(lose({ topic: '/b' }));
    expect(registry.strike(['lose'], fault => fault.topic === '/b')).toMatchObject({ topic: '/b' });
    expect(registry.strike(['lose', 'duplicate'], () => true)).toMatchObject({ fault: 'duplicate' });
    expect(registry.list().map(({ strikes }) => strikes)).toEqual([1, 0, 1]);
  });

  it('lists lasting faults, the latest first, and the affected connections', () => {
    const { registry, counted } = open();
    registry.add({ fault: 'half-open' });
    counted.connections = 9;
    registry.add({ fault: 'slow', bytesPerSecond: 10 });
    registry.add({ fault: 'clock-skew', ms: 1 });
    expect(registry.lasting(['half-open', 'slow'])).toEqual([
      { fault: { fault: 'slow', bytesPerSecond: 10 }, newestConnection: 9 },
      { fault: { fault: 'half-open' }, newestConnection: 7 },
    ]);
  });

  it('clears everything on reset, and notifies its listeners', () => {
    const { registry, strikes } = open();
    let changes = 0;
    const stop = registry.onChange(() => {
      changes += 1;
    });
    registry.add(lose({ count: 5 }));
    registry.reset();
    stop();
    registry.reset();
    expect([changes, strikes(1)]).toEqual([2, [false]]);
    expect(registry.list()).toEqual([]);
    expect(registry.add(lose()).id).toBe(2);
  });
});
