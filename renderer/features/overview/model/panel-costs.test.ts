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

describe('what panels cost', () => {
  it('is told by pool, the dearest first and the window around them last', () => {
    const costs = panelCosts([trades, shared, positions, once], {});
    expect(costs.map(({ panel }) => panel)).toEqual(['positions', 'trades', 'book', null]);
    expect(costs[0]?.declared).toEqual({ ...noWeights, futures: 60 });
    expect(costs[1]?.declared).toEqual({ ...noWeights, public: 32 });
    expect(costs[3]?.declared).toEqual({ ...noWeights, public: 2 });
  });

  it('closing one saves what nobody else asks for', () => {
    const costs = panelCosts([trades, shared], {});
    expect(costs.find(({ panel }) => panel === 'trades')?.saved).toEqual({ ...noWeights, public: 30 });
    expect(costs.find(({ panel }) => panel === 'book')?.saved).toEqual(noWeights);
  });

  it('is measured read by read, two of one name in the proportion of what they declare', () => {
    const other = asked({ panels: new Set(['chart']), intervalMs: 2000 });
    const spent = { 'trades.recent': { ...noWeights, public: 40 } };
    const costs = panelCosts([trades, other, positions], spent);
    const measured = (name: string) => costs.find(({ panel }) => panel === name)?.measured.public;
    expect([measured('trades'), measured('chart'), measured('positions')]).toEqual([10, 30, 0]);
  });

  it('of what is read once the whole is its own', () => {
    const [cost] = panelCosts([once], { 'symbols.list': { ...noWeights, public: 4 } });
    expect(cost?.measured.public).toBe(4);
  });

  it('together counts what several show once', () => {
    expect(declaredTotal([trades, shared, positions])).toEqual({ ...noWeights, public: 32, futures: 60 });
  });
});

it('what no read of the page spent, Fathom spent by itself; never less than nothing', () => {
  const endpoints = [
    { pool: 'spot', weightAMinute: 20 },
    { pool: 'spot', weightAMinute: 4 },
    { pool: 'public', weightAMinute: 5 },
  ] as const;
  const spent = { a: { ...noWeights, spot: 6, public: 9 } };
  expect(ownSpending(endpoints, spent)).toEqual({ ...noWeights, spot: 18 });
});

it('a panel adds what is not asked for yet, a list and a read of one name apart', () => {
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
] as const)('with %i of 2000 left (frozen: %s): %s', (remaining, isFrozen, stage) => {
  expect(stageOf({ limit: 2000, remaining, isFrozen }, { fromPanels: 0.2, fromPatient: 0.5 })).toBe(stage);
});
