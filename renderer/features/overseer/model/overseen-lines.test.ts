import { describe, expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { buildRows, buildSubAccount, changeBy } from '../testing/overseen-builders.ts';
import {
  coinChange,
  coinsWithRemoved,
  overseenLines,
  filterLines,
  noFilter,
  scopeOf,
  shortScopeOf,
} from './overseen-lines.ts';
import type { OverseenRow } from './overseen-rows.ts';

const built = buildRows({ a: { USDT: '100' }, b: { ETH: '1', USDT: '0' }, c: { USDT: '5' } });
const frozen: OverseenRow = {
  ...(built[0] ?? never()),
  userId: 'x',
  name: 'x',
  account: buildSubAccount('x', { status: 3, access: 'Spot', remarks: 'Grid of BTC' }),
};
const unlisted: OverseenRow = {
  ...frozen,
  userId: 'u',
  name: 'u',
  account: null,
  figures: 'unlisted',
  value: null,
  coins: [],
};

function never(): never {
  throw new Error('a row is built');
}

const oversight = {
  ...firstOversight,
  favourites: ['c'],
  groups: { b: 'desk one' },
  accessLabels: { Spot: 'spot only' },
};
const lines = overseenLines([...built, frozen, unlisted], {
  oversight,
  wholeValue: '1000',
  changeOf: userId => (userId === 'a' ? changeBy('80', '20') : userId === 'b' ? changeBy('0', '2500') : null),
  amountsBefore: userId => (userId === 'a' ? { USDT: '80', ETH: '2', BTC: '0' } : null),
  knownAtMs: userId => (userId === 'u' ? null : 5),
  statusAtMs: null,
  unseen: new Set(['b']),
});
const names = (filter: Partial<typeof noFilter>, small: '10' | null = null) =>
  filterLines(lines, { ...noFilter, ...filter }, small).map(line => line.userId);

describe('the lines of the table', () => {
  it('state the share of the total, the changes, and the labels of the user', () => {
    expect(lines[0]).toMatchObject({ share: '0.1', change: { amount: '20', ratio: '0.25' }, isFavourite: false });
    expect(lines[1]).toMatchObject({ change: { amount: '2500', ratio: null }, group: 'desk one', accessLabel: null });
    expect(lines[2]).toMatchObject({ isFavourite: true, change: null, group: null, knownAtMs: 5 });
    expect(lines[3]).toMatchObject({ accessLabel: 'spot only' });
    expect(lines[4]).toMatchObject({ share: null, change: null, accessLabel: null, knownAtMs: null });
  });

  it('name the accounts with an unread change, and the added and removed coins', () => {
    expect(lines.map(({ isUnseen }) => isUnseen)).toEqual([false, true, false, false, false]);
    const [line] = lines;
    if (line === undefined) throw new Error('a line is built');
    const coins = coinsWithRemoved(line);
    // a zero amount at the earlier time is no removed coin
    expect(coins.map(({ coin }) => coin)).toEqual(['USDT', 'ETH']);
    expect(coins.map(holding => coinChange(holding, line.amountsBefore))).toEqual(['20', '-2']);
    expect(coins.map(holding => coinChange(holding, null))).toEqual([null, null]);
    expect(coinsWithRemoved({ ...line, figures: 'unlisted', coins: [] })).toEqual([]);
  });

  it('list favourites first', () => {
    expect(names({})).toEqual(['c', 'a', 'b', 'x', 'u']);
    expect(names({ isFavouritesOnly: true })).toEqual(['c']);
  });

  it('find accounts by name, remarks, uid and group', () => {
    expect(names({ text: ' BTC ' })).toEqual(['x']);
    expect(names({ text: '10b' })).toEqual(['b']);
    expect(names({ text: 'Desk ONE' })).toEqual(['b']);
  });

  it('filter by status, group and coin', () => {
    expect(names({ status: 'frozen' })).toEqual(['x']);
    expect(names({ status: 'enabled' })).toEqual(['c', 'a', 'b']);
    expect(names({ status: 'unknown' })).toEqual(['u']);
    expect(names({ group: 'desk one' })).toEqual(['b']);
    expect(names({ coin: 'USDT' })).toEqual(['c', 'a', 'x']);
  });

  it('hide small accounts, except favourites and unknown ones', () => {
    expect(names({}, '10')).toEqual(['c', 'a', 'b', 'x', 'u']);
    const plain = lines.map(line => Object.assign({}, line, { isFavourite: false }));
    expect(filterLines(plain, noFilter, '10').map(line => line.userId)).toEqual(['a', 'b', 'x', 'u']);
  });
});

describe('the scope line', () => {
  const published = { figures: 'listed', isMainOnly: false } as const;

  it('names the counted wallets', () => {
    expect(scopeOf({ ...published, wallets: { futures: '1', main: '0' } })).toBe('main + futures');
    expect(shortScopeOf({ ...published, wallets: { futures: '1', main: '0' } })).toBe('main+fut');
    expect(scopeOf({ ...published, wallets: {} })).toBe('empty');
    expect(scopeOf({ ...published, isMainOnly: true, figures: 'unlisted', wallets: { futures: '1' } })).toBe('nothing');
  });

  it('names the wallets without figures', () => {
    const main = { ...published, isMainOnly: true, wallets: { main: '1' } } as const;
    expect(scopeOf(main)).toBe('main; no data for trade and margin');
    expect(shortScopeOf(main)).toBe('main ?');
  });
});
