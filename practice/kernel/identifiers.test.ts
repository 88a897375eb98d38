import { describe, expect, it } from 'vitest';
import { createDrivenClock } from './clock.ts';
import { createIdentifiers } from './identifiers.ts';

function create(seed: number) {
  return createIdentifiers(seed, createDrivenClock(1_700_000_000_000));
}

describe('createIdentifiers', () => {
  it('writes order ids of 24 hex digits that begin with the time', () => {
    const id = create(1).orderId();
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(Number.parseInt(id.slice(0, 8), 16)).toBe(1_700_000_000);
  });

  it('writes stop order ids like the service', () => {
    expect(create(1).stopOrderId()).toMatch(/^vs[a-z0-9]{22}$/);
  });

  it('gives trade ids above 2^53, each one higher', () => {
    const identifiers = create(1);
    const first = identifiers.tradeId();
    expect(first).toBeGreaterThan(2n ** 53n);
    expect(identifiers.tradeId()).toBe(first + 1n);
  });

  it('never repeats an id', () => {
    const identifiers = create(5);
    const ids = Array.from({ length: 3000 }, () => [identifiers.orderId(), identifiers.stopOrderId()]).flat();
    expect(new Set(ids).size).toBe(6000);
  });

  it('gives the ids of a block at any time, and then continues as without the block', () => {
    const [early, late] = [create(7), create(7)];
    const blockOf = (identifiers: typeof early) => {
      const ids: string[] = [];
      identifiers.inBlock(3, () => ids.push(identifiers.orderId(), identifiers.orderId()));
      return ids;
    };
    const ofEarly = blockOf(early);
    const ordinary = [early.orderId(), late.orderId()];
    expect(blockOf(late)).toEqual(ofEarly);
    expect(ordinary[0]).toBe(ordinary[1]);
    expect(early.orderId()).toBe(late.orderId());
  });

  it('gives the same ids for the same seed, and others for another', () => {
    expect(create(2).orderId()).toBe(create(2).orderId());
    expect(create(2).orderId()).not.toBe(create(3).orderId());
  });
});
