import { describe, expect, it } from 'vitest';
import type { OversightRule } from '#shared/domain/account/oversight.ts';
import { buildRows, buildSubAccount, changeBy } from '../testing/overseen-builders.ts';
import { type FindingOptions, findingsOf } from './attention.ts';
import type { OverseenRow } from './overseen-rows.ts';

const rule = (kind: OversightRule['kind'], percent: OversightRule['percent']): OversightRule => ({
  id: `${kind}-${percent}`,
  kind,
  percent,
});
const find = (rows: readonly OverseenRow[], options: Partial<FindingOptions> = {}) =>
  findingsOf(rows, {
    rules: [],
    wholeValue: '100000',
    least: '10',
    changeOf: () => null,
    currency: 'USDT',
    ...options,
  });
const [ethereal, dollars] = buildRows({ ethereal: { USDT: '2000', ETH: '3' }, dollars: { USDT: '5000' } });
if (ethereal === undefined || dollars === undefined) throw new Error('two rows are built');

const untold = (name: string): OverseenRow => ({ ...dollars, userId: name, name, figures: 'untold', value: null });

describe('what deserves a look', () => {
  it('is a coin that is too much of an account, but not the currency that is counted in', () => {
    const rules = [rule('coin-share', '70')];
    expect(find([ethereal, dollars], { rules })).toMatchObject([
      { userId: 'ethereal', kind: 'coin-share', percent: '78.9474', limit: '70', coin: 'ETH' },
    ]);
    expect(find([dollars], { rules, currency: 'BTC' })).toMatchObject([{ coin: 'USDT', percent: '100' }]);
  });

  it('is not what is just allowed', () => {
    const rules = [rule('account-share', '9.5')];
    expect(find([ethereal], { rules })).toEqual([]);
    expect(find([ethereal], { rules, wholeValue: '99999' })).toHaveLength(1);
  });

  it('is an account that is too much of the desk, or holds back too much', () => {
    const rules = [rule('account-share', '5'), rule('held-share', '50')];
    const held: OverseenRow = { ...ethereal, held: '9000' };
    expect(find([held], { rules }).map(({ kind, percent }) => [kind, percent])).toEqual([
      ['account-share', '9.5'],
      ['held-share', '94.7368'],
    ]);
  });

  it('is an account that lost more than allowed since the last look', () => {
    const rules = [rule('drop', '20')];
    expect(find([ethereal], { rules, changeOf: () => changeBy('19000', '-9500') })).toMatchObject([
      { kind: 'drop', percent: '50' },
    ]);
    expect(find([ethereal], { rules, changeOf: () => changeBy('9500', '0') })).toEqual([]);
    expect(find([ethereal], { rules, changeOf: () => null })).toEqual([]);
    // it had next to nothing
    expect(find([ethereal], { rules, changeOf: () => changeBy('9', '-8') })).toEqual([]);
    expect(find([ethereal], { rules, least: '0', changeOf: () => changeBy('0', '0') })).toEqual([]);
  });

  it('is no small account, and none whose figures are not known', () => {
    const rules = [rule('coin-share', '1'), rule('drop', '1')];
    expect(find([ethereal], { rules, least: '9501' })).toEqual([]);
    const unknown: OverseenRow = { ...ethereal, figures: 'untold', value: null, held: null };
    expect(find([unknown], { rules })).toMatchObject([{ kind: 'untold', percent: null }]);
  });

  it('is an account of no coins only by what it is of the desk', () => {
    const rules = [rule('coin-share', '1'), rule('held-share', '1')];
    expect(find([{ ...dollars, coins: [], held: null }], { rules })).toEqual([]);
  });

  it('ranks what cannot be read first, then broken rules by how far they are over, then the rest', () => {
    const rows: readonly OverseenRow[] = [
      { ...ethereal, userId: 'u', name: 'untold', figures: 'untold', value: null },
      { ...dollars, userId: 'f', name: 'frozen', account: buildSubAccount('f', { status: 3 }) },
      ethereal,
      { ...ethereal, userId: 'h', name: 'held', held: '9000' },
      { ...ethereal, userId: 'e', name: 'error', figures: 'unreadable', value: null },
    ];
    const rules = [rule('held-share', '10'), rule('coin-share', '70')];
    expect(find(rows, { rules }).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'error unreadable',
      'held held-share',
      'ethereal coin-share',
      'held coin-share',
      'untold untold',
      'frozen frozen',
    ]);
  });

  it('of equals is told by name', () => {
    expect(find([untold('b'), untold('a')]).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('is no frozen account that holds nothing', () => {
    const account = buildSubAccount('f', { status: 3 });
    expect(find([{ ...dollars, account, value: '0' }])).toEqual([]);
  });
});
