import { expect, it } from 'vitest';
import { type AwayItem, awayItems, awaySummary } from './away.ts';

const item = (part: Partial<AwayItem>): AwayItem => ({
  key: 'k',
  atMs: 100,
  kind: 'fill',
  text: 'Bought',
  target: { kind: 'panel', panel: 'fills' },
  ...part,
});

it('activity lists later events, each once, newest first', () => {
  const items = awayItems(
    [
      item({ key: 'old', atMs: 50 }),
      item({ key: 'a', atMs: 60 }),
      item({ key: 'a', atMs: 60 }),
      item({ key: 'b', atMs: 70 }),
    ],
    50,
  );
  expect(items.map(({ key }) => key)).toEqual(['b', 'a']);
});

it('activity is summed by kind', () => {
  const items = [item({}), item({ key: 'b' }), item({ key: 'c', kind: 'account' })];
  expect(awaySummary(items)).toBe('2 fills · 1 sub-account');
  expect(awaySummary([item({ kind: 'transfer' })])).toBe('1 movement of money');
  expect(awaySummary([])).toBe('');
});
