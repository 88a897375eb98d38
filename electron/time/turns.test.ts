import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, longestReadPauseMs, type TurnRank } from './turns.ts';

async function drain(): Promise<void> {
  for (let round = 0; round < 10; round += 1) await Promise.resolve();
}

/** An event loop that turns, and a clock that moves, when the test says so. */
function createLoop() {
  let nowMs = 0;
  let soon: (() => void)[] = [];
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    clock: {
      monotonicMs: () => nowMs,
      soon: (run: () => void) => {
        soon.push(run);
        return () => {};
      },
      after: (ms: number, run: () => void) => {
        const timer = { atMs: nowMs + ms, run };
        timers.push(timer);
        return () => void (timers = timers.filter(other => other !== timer));
      },
    },
    turn: async (ms = 0) => {
      nowMs += ms;
      const [due, immediates] = [timers.filter(({ atMs }) => atMs <= nowMs), soon];
      timers = timers.filter(timer => !due.includes(timer));
      soon = [];
      for (const { run } of due) run();
      for (const run of immediates) run();
      await drain();
    },
  };
}

function build() {
  const loop = createLoop();
  const turns = createTurns(loop.clock);
  const ran: string[] = [];
  const ask = (name: string, rank: TurnRank) => void turns.wait(rank).then(() => ran.push(name));
  const beginUrgent = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void turns.runUrgent(() => promise);
    return resolve;
  };
  return { ...loop, turns, ran, ask, beginUrgent };
}

describe('the event loop turns', () => {
  it('run a caller at once when the loop is idle', async () => {
    const { ask, ran, turn } = build();
    ask('first', 'read');
    await drain();
    expect(ran).toEqual(['first']);
    await turn();
    ask('second', 'action');
    await drain();
    expect(ran).toEqual(['first', 'second']);
  });

  it('run one caller in each turn of the loop, actions before reads', async () => {
    const { ask, ran, turn } = build();
    for (const name of ['r1', 'r2', 'r3']) ask(name, 'read');
    ask('a1', 'action');
    await drain();
    expect(ran).toEqual(['r1']);
    await turn();
    expect(ran).toEqual(['r1', 'a1']);
    await turn();
    await turn();
    expect(ran).toEqual(['r1', 'a1', 'r2', 'r3']);
  });

  it('run no read while a cancel is under way, except once in its pause [45]', async () => {
    const { ask, ran, turn, beginUrgent } = build();
    ask('r1', 'read');
    await turn();
    const end = beginUrgent();
    for (const name of ['r2', 'r3', 'r4']) ask(name, 'read');
    for (let count = 0; count < 20; count += 1) await turn();
    expect(ran).toEqual(['r1']);
    await turn(longestReadPauseMs);
    for (let count = 0; count < 20; count += 1) await turn();
    expect(ran).toEqual(['r1', 'r2']);
    ask('a1', 'action');
    await drain();
    await turn();
    expect(ran).toEqual(['r1', 'r2', 'a1']);
    end();
    for (let count = 0; count < 3; count += 1) await turn();
    expect(ran).toEqual(['r1', 'r2', 'a1', 'r3', 'r4']);
  });

  it('start urgent work at once, whatever waits [45]', () => {
    const { ask, turns } = build();
    for (let count = 0; count < 1000; count += 1) ask(`r${count}`, 'read');
    let hasBegun = false;
    void turns.runUrgent(() => {
      hasBegun = true;
      return Promise.resolve();
    });
    expect(hasBegun).toBe(true);
  });

  it('end the pause of reads when the urgent work fails', async () => {
    const { ask, ran, turn, turns } = build();
    ask('r1', 'read');
    const failed = turns.runUrgent(() => Promise.reject(new Error('bug')));
    ask('r2', 'read');
    await expect(failed).rejects.toThrow('bug');
    await turn();
    expect(ran).toEqual(['r1', 'r2']);
  });

  it('run one caller a turn, each rank in sequence, and every caller in the end [45]', async () => {
    const step = fc.constantFrom('action', 'read', 'begin', 'end', 'turn', 'pass');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async steps => {
        const { ask, ran, turn, beginUrgent } = build();
        const asked: Record<TurnRank, string[]> = { action: [], read: [] };
        const ends: (() => void)[] = [];
        let turned = 1;
        for (const [index, what] of steps.entries()) {
          if (what === 'action' || what === 'read') {
            asked[what].push(`${what}${index}`);
            ask(`${what}${index}`, what);
          } else if (what === 'begin') ends.push(beginUrgent());
          else if (what === 'end') ends.pop()?.();
          else {
            turned += 1;
            await turn(what === 'pass' ? longestReadPauseMs : 0);
          }
          await drain();
          expect(ran.length).toBeLessThanOrEqual(turned);
        }
        // urgent work may continue without end: every waiter still runs
        for (let left = 0; left < steps.length; left += 1) await turn(longestReadPauseMs);
        const ranOf = (rank: TurnRank) => ran.filter(name => name.startsWith(rank));
        expect(ranOf('action')).toEqual(asked.action);
        expect(ranOf('read')).toEqual(asked.read);
      }),
      { numRuns: 300 },
    );
  });
});
