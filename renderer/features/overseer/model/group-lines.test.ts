import { expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { buildRows, buildSubAccount, changeBy } from '../testing/overseen-builders.ts';
import { groupedLines, headKeyOf } from './group-lines.ts';
import { overseenLines } from './overseen-lines.ts';
import type { OverseenRow } from './overseen-rows.ts';

/** `b` is frozen and its trade wallet is unknown; of `d` nothing is known. */
function published(row: OverseenRow): OverseenRow {
  if (row.userId === 'b')
    return { ...row, isMainOnly: true, held: '400', account: buildSubAccount('b', { status: 3 }) };
  return row.userId === 'd' ? { ...row, value: null, held: null, figures: 'unlisted', coins: [], wallets: {} } : row;
}
const rows = buildRows({ a: { USDT: '100' }, b: { ETH: '1', USDT: '50' }, c: { USDT: '5' }, d: { USDT: '7' } }).map(
  published,
);
const ages: Readonly<Record<string, number>> = { a: 30, b: 20, c: 10 };
const lines = overseenLines(rows, {
  oversight: { ...firstOversight, groups: { a: 'two', b: 'two', d: 'one' } },
  wholeValue: '5000',
  changeOf: userId => (userId === 'a' ? changeBy('80', '20') : null),
  amountsBefore: () => null,
  knownAtMs: userId => ages[userId] ?? null,
  statusAtMs: null,
  unseen: new Set(['b']),
});
const grouped = (folded: readonly string[] = []) =>
  groupedLines(lines, { wholeValue: '5000', folded: new Set(folded) });

it('a group line sums its accounts, their wallets and their coins, with the age of the oldest', () => {
  const [one, two, none] = grouped().filter(({ head }) => head !== null);
  expect(two).toMatchObject({
    name: 'two',
    value: '2650',
    held: '400',
    share: '0.53',
    change: { amount: '20' },
    wallets: { main: '2650' },
    isMainOnly: true,
    isUnseen: true,
    knownAtMs: 20,
    head: { accounts: 2, frozenAccounts: 1, frozen: '2550' },
  });
  expect(two?.coins.map(({ coin, total, value }) => [coin, total, value])).toEqual([
    ['ETH', '1', '2500'],
    ['USDT', '150', '150'],
  ]);
  expect(one).toMatchObject({
    name: 'one',
    figures: 'unlisted',
    value: null,
    held: null,
    share: null,
    knownAtMs: null,
  });
  expect(none).toMatchObject({ name: 'in no group', value: '5', change: null });
});

it('a collapsed group keeps its line, and hides its accounts', () => {
  const key = headKeyOf({ group: 'two' });
  expect(grouped().map(({ userId }) => userId)).toEqual(['group:one', key, 'group:', 'a', 'b', 'c', 'd']);
  expect(grouped([key]).map(({ userId }) => userId)).toEqual(['group:one', key, 'group:', 'c', 'd']);
});
