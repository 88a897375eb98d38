import type { World } from '../world.ts';

/** Time that stands still until a test moves it. */
export interface FakeWorld extends World {
  /** Moves on; what falls due happens in its order, with every promise that can go on going on in between. */
  readonly pass: (ms: number) => Promise<void>;
  /** Sets the wall clock, and no other. */
  readonly setWall: (byMs: number) => void;
  /** timers that wait */
  readonly waiting: () => number;
}

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly what: () => void;
}

const turns = 12;

/** Lets every promise that can go on go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

export function createFakeWorld(startMs = 1_700_000_000_000): FakeWorld {
  let passedMs = 0;
  let wallOffsetMs = 0;
  let order = 0;
  const pending = new Set<Due>();
  const after: World['after'] = (ms, what) => {
    order += 1;
    const due: Due = { atMs: passedMs + Math.max(0, ms), order, what };
    pending.add(due);
    return () => void pending.delete(due);
  };
  const nextUntil = (endMs: number): Due | undefined => {
    let next: Due | undefined;
    for (const due of pending) {
      const isSooner = next === undefined || due.atMs < next.atMs || (due.atMs === next.atMs && due.order < next.order);
      if (due.atMs <= endMs && isSooner) next = due;
    }
    return next;
  };
  return {
    nowMs: () => startMs + passedMs + wallOffsetMs,
    monotonicMs: () => passedMs,
    frameOffsetMs: () => 0,
    random: () => 0.5,
    after,
    soon: what => after(0, what),
    waiting: () => pending.size,
    setWall(byMs) {
      wallOffsetMs += byMs;
    },
    async pass(ms) {
      const endMs = passedMs + ms;
      await settle();
      for (let due = nextUntil(endMs); due !== undefined; due = nextUntil(endMs)) {
        passedMs = Math.max(passedMs, due.atMs);
        pending.delete(due);
        due.what();
        await settle();
      }
      passedMs = endMs;
    },
  };
}
