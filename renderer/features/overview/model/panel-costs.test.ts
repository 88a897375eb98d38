import { describe, expect, it } from 'vitest';
import { addedBy, type ScreenRead, declaredTotal, ownSpending, panelCosts, stageOf } from './panel-costs.ts';
import { noWeights } from './weights.ts';

const asked = (part: Partial<ScreenRead>): ScreenRead => ({
  kind: 'read',
  name: 'trades.recent',
  panels: new Set(['trades']),
  cost: { pool: 'public', weight: 3 },
  intervalMs: 6000,
  ...part,
});
const trades = asked({});
const shared = asked({
  name: 'contracts.read',
  panels: new Set(['book', 'trades', null]),
  cost: { pool: 'public', weight: 2 },
  intervalMs: 60_000,
});
const positions = asked({
  kind: 'list',
  name: 'positions',
  panels: new Set(['positions']),
  cost: { pool: 'futures', weight: 2 },
  intervalMs: 2000,
});
const once = asked({ name: 'symbols.list', panels: new Set([null]), intervalMs: null });

describe('the cost of panels', () => {
  it('the cost of panels is listed by pool, the highest first and the window around them last', () => {
    const costs = panelCosts([trades, shared, positions, once], {});
    expect(costs.map(({ panel }) => panel)).toEqual(['positions', 'trades', 'book', null]);
    expect(costs[0]?.declared).toEqual({ ...noWeights, futures: 60 });
    expect(costs[1]?.declared).toEqual({ ...noWeights, public: 32 });
    expect(costs[3]?.declared).toEqual({ ...noWeights, public: 2 });
  });

  it('the saving of a closed panel counts only reads of no other panel', () => {
    const costs = panelCosts([trades, shared], {});
    expect(costs.find(({ panel }) => panel === 'trades')?.saved).toEqual({ ...noWeights, public: 30 });
    expect(costs.find(({ panel }) => panel === 'book')?.saved).toEqual(noWeights);
  });

  it('follows each read, and divides two of one name by their declared weight', () => {
    const other = asked({ panels: new Set(['chart']), intervalMs: 2000 });
    const spent = { 'trades.recent': { ...noWeights, public: 40 } };
    const costs = panelCosts([trades, other, positions], spent);
    const measured = (name: string) => costs.find(({ panel }) => panel === name)?.measured.public;
    expect([measured('trades'), measured('chart'), measured('positions')]).toEqual([10, 30, 0]);
  });

  it('a single read counts in full', () => {
    const [cost] = panelCosts([once], { 'symbols.list': { ...noWeights, public: 4 } });
    expect(cost?.measured.public).toBe(4);
  });

  it('counts a read of several panels once in the total', () => {
    expect(declaredTotal([trades, shared, positions])).toEqual({ ...noWeights, public: 32, futures: 60 });
  });
});

it('the cost of Fathom is the weight that no read of the page spent, never less than zero', () => {
  const endpoints = [
    { pool: 'spot', weightAMinute: 20 },
    { pool: 'spot', weightAMinute: 4 },
    { pool: 'public', weightAMinute: 5 },
  ] as const;
  const spent = { a: { ...noWeights, spot: 6, public: 9 } };
  expect(ownSpending(endpoints, spent)).toEqual({ ...noWeights, spot: 18 });
});

it('a panel adds reads that are not sent yet, a list and a read of one name apart', () => {
  const { panels: _, ...read } = positions;
  const planned = { ...read, isOfOther: false };
  expect(addedBy([planned], [])).toEqual({ ...noWeights, futures: 60 });
  expect(addedBy([planned], [positions])).toEqual(noWeights);
  expect(addedBy([{ ...planned, kind: 'read' }], [positions])).toEqual({ ...noWeights, futures: 60 });
  // of another market it is asked for once more
  expect(addedBy([{ ...planned, isOfOther: true }], [positions])).toEqual({ ...noWeights, futures: 60 });
});

it.each([
  [2000, false, 'all-go'],
  [1000, false, 'all-go'],
  [999, false, 'histories-wait'],
  [400, false, 'histories-wait'],
  [399, false, 'panels-wait'],
  [2000, true, 'shut'],
] as const)('the budget stage with %i of 2000 left (frozen: %s) is %s', (remaining, isFrozen, stage) => {
  expect(stageOf({ limit: 2000, remaining, isFrozen }, { fromPanels: 0.2, fromPatient: 0.5 })).toBe(stage);
});
