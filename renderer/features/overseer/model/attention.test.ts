import { describe, expect, it } from 'vitest';
import type { OversightRule } from '#shared/domain/account/oversight.ts';
import { buildRows, buildSubAccount, changeBy } from '../testing/overseen-builders.ts';
import { type FindingOptions, findingsOf, type Measure, withAcknowledgement } from './attention.ts';
import type { OverseenRow } from './overseen-rows.ts';

const rule = (kind: OversightRule['kind'], percent: OversightRule['percent'], currency = 'USDT'): OversightRule => ({
  id: `${kind}-${percent}`,
  kind,
  percent,
  window: 'session',
  currency,
});
const find = (
  rows: readonly OverseenRow[],
  { wholeValue, least, ...options }: Partial<FindingOptions & Measure> = {},
) =>
  findingsOf(rows, {
    rules: [],
    measureIn: () => ({ rows, wholeValue: wholeValue ?? '100000', least: least ?? '10' }),
    changeOf: () => null,
    acknowledged: {},
    nowMs: 1000,
    ...options,
  });
const [ethereal, dollars] = buildRows({ ethereal: { USDT: '2000', ETH: '3' }, dollars: { USDT: '5000' } });
if (ethereal === undefined || dollars === undefined) throw new Error('two rows are built');

const unlisted = (name: string): OverseenRow => ({ ...dollars, userId: name, name, figures: 'unlisted', value: null });

describe('accounts that need attention', () => {
  it('include one with too much of one coin, except the currency of account', () => {
    const rules = [rule('coin-share', '70')];
    expect(find([ethereal, dollars], { rules })).toMatchObject([
      { userId: 'ethereal', kind: 'coin-share', percent: '78.9474', limit: '70', coin: 'ETH' },
    ]);
    expect(find([dollars], { rules: [rule('coin-share', '70', 'BTC')] })).toMatchObject([
      { coin: 'USDT', percent: '100' },
    ]);
  });

  it('exclude one exactly at its limit', () => {
    const rules = [rule('account-share', '9.5')];
    expect(find([ethereal], { rules })).toEqual([]);
    expect(find([ethereal], { rules, wholeValue: '99999' })).toHaveLength(1);
  });

  it('include one with too much of the total, or too much on hold', () => {
    const rules = [rule('account-share', '5'), rule('held-share', '50')];
    const held: OverseenRow = { ...ethereal, held: '9000' };
    expect(find([held], { rules }).map(({ kind, percent }) => [kind, percent])).toEqual([
      ['account-share', '9.5'],
      ['held-share', '94.7368'],
    ]);
  });

  it('include one that lost more than allowed since the last snapshot', () => {
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

  it('exclude small accounts, and those with unknown figures', () => {
    const rules = [rule('coin-share', '1'), rule('drop', '1')];
    expect(find([ethereal], { rules, least: '9501' })).toEqual([]);
    const unknown: OverseenRow = { ...ethereal, figures: 'unlisted', value: null, held: null };
    expect(find([unknown], { rules })).toMatchObject([{ kind: 'unlisted', percent: null }]);
  });

  it('include one without coins only by its share of the total', () => {
    const rules = [rule('coin-share', '1'), rule('held-share', '1')];
    expect(find([{ ...dollars, coins: [], held: null }], { rules })).toEqual([]);
  });

  it('rank unreadable ones first, then limit breaches by their excess, then the rest', () => {
    const rows: readonly OverseenRow[] = [
      { ...ethereal, userId: 'u', name: 'unlisted', figures: 'unlisted', value: null },
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
      'unlisted unlisted',
      'frozen frozen',
    ]);
  });

  it('accounts that need attention are sorted by name when equal', () => {
    expect(find([unlisted('b'), unlisted('a')]).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('exclude a frozen account without assets', () => {
    const account = buildSubAccount('f', { status: 3 });
    expect(find([{ ...dollars, account, value: '0' }])).toEqual([]);
  });
});

describe('a limit breach', () => {
  const rules = [rule('drop', '20')];
  const at = (amount: `${number}`, options: Partial<FindingOptions> = {}) =>
    find([ethereal], { rules, changeOf: () => changeBy('19000', amount), ...options })[0];

  it('a limit breach is measured in the currency and the window of its limit', () => {
    const asked: string[] = [];
    const hourly = { ...rule('drop', '20', 'BTC'), window: 'hour' } as const;
    findingsOf([ethereal], {
      rules: [hourly],
      measureIn: currency => {
        asked.push(currency);
        return { rows: [ethereal], wholeValue: '1', least: '0' };
      },
      changeOf: (_, { window }) => {
        asked.push(window);
        return null;
      },
      acknowledged: {},
      nowMs: 1,
    });
    expect(asked).toEqual(['BTC', 'hour']);
  });

  it('stays acknowledged until it grows by more than a tenth or a day has passed', () => {
    const breach = at('-9500');
    if (breach === undefined) throw new Error('the rule is broken');
    const acknowledged = withAcknowledgement({}, breach, 1000);
    expect(at('-9500', { acknowledged })?.isAcknowledged).toBe(true);
    expect(at('-10450', { acknowledged })?.isAcknowledged).toBe(true);
    expect(at('-10500', { acknowledged })?.isAcknowledged).toBe(false);
    expect(at('-9500', { acknowledged, nowMs: 86_401_000 })?.isAcknowledged).toBe(false);
    expect(Object.keys(withAcknowledgement(acknowledged, { key: 'b:x', percent: '9' }, 86_401_000))).toEqual(['b:x']);
  });

  it('an acknowledged limit breach is last', () => {
    const acknowledged = { 'ethereal:coin-share-70': { atMs: 1, percent: '90' } } as const;
    const silent: OverseenRow = { ...ethereal, userId: 'u', name: 'silent', figures: 'unlisted', value: null };
    expect(
      find([ethereal, silent], { rules: [rule('coin-share', '70')], acknowledged }).map(({ kind }) => kind),
    ).toEqual(['unlisted', 'coin-share']);
  });
});
