import { expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { buildRows, buildSubAccount } from '../testing/overseen-builders.ts';
import { groupTotals } from './groups.ts';
import { filterLines, noFilter, overseenLines } from './overseen-lines.ts';
import { changeBy } from '../testing/overseen-builders.ts';
import type { OverseenRow } from './overseen-rows.ts';

/** `b` is frozen and has some on hold; the assets of `d` are unknown. */
function published(row: OverseenRow): OverseenRow {
  if (row.userId === 'b') return { ...row, held: '400', account: buildSubAccount('b', { status: 3 }) };
  return row.userId === 'd' ? { ...row, value: null, held: null, figures: 'unlisted' } : row;
}
const built = buildRows({ a: { USDT: '100' }, b: { ETH: '1' }, c: { USDT: '5' }, d: { USDT: '7' } });
const rows = built.map(published);
const lines = overseenLines(rows, {
  oversight: { ...firstOversight, groups: { a: 'two', b: 'two', d: 'one' } },
  wholeValue: '5200',
  changeOf: userId => (userId === 'a' ? changeBy('80', '20') : userId === 'b' ? changeBy('2600', '-100') : null),
  amountsBefore: () => null,
  knownAtMs: () => null,
  statusAtMs: null,
  unseen: new Set(),
});

it('each group sums its accounts, ungrouped ones come last, and unknown ones are counted and in no sum', () => {
  expect(groupTotals(lines, '5200')).toEqual([
    {
      group: 'one',
      accounts: 1,
      frozenAccounts: 0,
      value: '0',
      held: '0',
      frozen: '0',
      share: '0',
      change: null,
      unknown: 1,
    },
    {
      group: 'two',
      accounts: 2,
      frozenAccounts: 1,
      value: '2600',
      held: '400',
      frozen: '2500',
      share: '0.5',
      change: { ...changeBy('2680', '-80'), ratio: '-0.029851' },
      unknown: 0,
    },
    expect.objectContaining({ group: null, accounts: 1, value: '5', unknown: 0 }),
  ]);
});

const idsOf = (group: string | null) => filterLines(lines, { ...noFilter, group }, null).map(({ userId }) => userId);

it('the sums of all groups together equal the total', () => {
  const totals = groupTotals(lines, '5200');
  expect(totals.reduce((count, { accounts }) => count + accounts, 0)).toBe(lines.length);
  expect(totals.map(({ value }) => Number(value)).reduce((sum, value) => sum + value)).toBe(2605);
});

it('accounts can be filtered by a group, and by having none', () => {
  expect(idsOf('two')).toEqual(['a', 'b']);
  expect(idsOf('')).toEqual(['c']);
  expect(idsOf(null)).toHaveLength(4);
});
