import { describe, expect, it } from 'vitest';
import { createMonotonicEpochClock } from './monotonic-epoch-clock.ts';

function createMachine() {
  const machine = { date: 1_000_000, steady: 50 };
  const wall = createMonotonicEpochClock({ date: () => machine.date, steady: () => machine.steady });
  return { machine, wall };
}

describe('createMonotonicEpochClock', () => {
  it('runs with the monotonic clock', () => {
    const { machine, wall } = createMachine();
    machine.date += 400;
    machine.steady += 400.5;
    expect(wall()).toBe(1_000_400.5);
  });

  it('ignores small corrections of the date, so that it runs evenly', () => {
    const { machine, wall } = createMachine();
    machine.date += 900;
    expect(wall()).toBe(1_000_000);
  });

  it('follows the date forwards after a sleep', () => {
    const { machine, wall } = createMachine();
    machine.date += 3_600_000;
    machine.steady += 10;
    expect(wall()).toBe(4_600_000);
    machine.steady += 5;
    machine.date += 5;
    expect(wall()).toBe(4_600_005);
  });

  it('does not follow the date backwards', () => {
    const { machine, wall } = createMachine();
    machine.date -= 3_600_000;
    machine.steady += 10;
    expect(wall()).toBe(1_000_010);
  });
});
