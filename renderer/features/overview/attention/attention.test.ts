import { describe, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { OrderName } from '#state/ui-store.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { accountItems } from './account-items.ts';
import { rankAttention } from './attention-item.ts';
import { feedItems } from './feed-items.ts';
import { endingItems, stopItems, unknownActions } from './order-items.ts';
import { type AtRisk, riskItems } from './risk-items.ts';
import { overdueItems } from './withdrawal-items.ts';

const of: OrderName = {
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  tradeType: 'spot',
  orderId: 'o',
  record: buildOrder({}),
};
const row = (part: Partial<AtRisk>): AtRisk => ({
  id: 'XBTUSDTM',
  title: 'XBTUSDTM',
  symbol: 'XBTUSDTM',
  distance: null,
  basis: 'reported',
  ratio: null,
  isMargin: false,
  isCross: false,
  ...part,
});
const margin = { id: 'cross', title: 'Cross margin', symbol: null, isMargin: true, basis: 'computed' } as const;

const stop = (key: string, distance: NonNullable<AtRisk['distance']> | null) => ({
  key,
  title: 'BTC-USDT',
  pill: 'STOP sell 1',
  distance,
  of,
});
const frozen = (name: string) =>
  ({ key: name, userId: name, name, kind: 'frozen', tone: 'neutral', word: 'frozen', text: 'is frozen' }) as const;
const order = (key: string, leftMs: number) => ({ key, title: 'Buy', leftMs, left: `${leftMs}`, of });

const frozenText = (...names: string[]) => {
  const items = accountItems(names.map(frozen));
  expect(items).toHaveLength(1);
  return `${items[0]?.title} ${items[0]?.text}`;
};

it('attention list hides the names of sub-accounts at the highest privacy level', () => {
  setPrivacy('all');
  const finding = { key: 'a', userId: 'u', name: 'alpha', tone: 'danger', word: 'drop', text: 'lost' } as const;
  const items = accountItems([{ ...finding, kind: 'drop' }, frozen('beta'), frozen('gamma')]);
  setPrivacy('off');
  expect(JSON.stringify(items.map(({ title, text }) => [title, text]))).not.toMatch(/alpha|beta|gamma/);
});

describe('a margin-call risk', () => {
  it.each([
    ['0.0499', 'danger', '4.99 % from liquidation'],
    ['0.05', 'warning', '5 % from liquidation'],
    ['0', 'danger', 'at its liquidation price'],
  ] as const)('a margin-call risk at %s: %s, %s', (distance, tone, text) => {
    expect(riskItems([row({ distance })])).toMatchObject([
      { tone, text, word: 'liquidation', target: { kind: 'contract', symbol: 'XBTUSDTM' } },
    ]);
  });

  it.each([
    ['0.04', 'computed', /^about 4 % .*estimate by Fathom/],
    ['0.04', 'lower-bound', /^at least 4 % .*estimate by Fathom/],
    ['0', 'lower-bound', /^possibly due/],
  ] as const)('a margin-call risk of a cross position without a price, at %s: %s', (distance, basis, text) => {
    const [item] = riskItems([row({ distance, basis, isCross: true })]);
    expect(item?.text).toMatch(text);
    expect(item?.advice).toContain('Transfer');
  });

  it('a margin-call risk of a margin account has a line, not a price', () => {
    expect(riskItems([row({ ...margin, distance: '0' })])[0]?.text).toBe('at its liquidation threshold');
    expect(riskItems([row({ ...margin, distance: '0.01' })])[0]?.text).toBe('1 % from liquidation');
  });

  it('needs a distance below 15 %, and a known one', () => {
    expect(riskItems([row({ distance: '0.15' }), row({}), row({ ratio: '0.74' })])).toEqual([]);
  });

  it.each([
    ['0.75', 'warning'],
    ['0.9', 'danger'],
  ] as const)('a margin-call risk with a debt ratio of %s: %s', (ratio, tone) => {
    expect(riskItems([row({ ...margin, ratio })])).toMatchObject([
      { tone, word: 'debt', advice: expect.stringContaining('Repay'), target: { kind: 'panel', panel: 'margin' } },
    ]);
    expect(riskItems([row({ ratio })])).toMatchObject([
      { tone, word: 'margin ratio', target: { kind: 'panel', panel: 'positions' } },
    ]);
  });

  it('has one entry by its distance, and a click on a margin account opens margin', () => {
    const [item, ...others] = riskItems([row({ ...margin, distance: '0.1', ratio: '0.95' })]);
    expect(item).toMatchObject({ word: 'liquidation', target: { kind: 'panel', panel: 'margin' } });
    expect(item?.advice).toContain('Repay');
    expect(others).toEqual([]);
  });
});

it('attention counts an action while its outcome is unknown', () => {
  const actions = unknownActions([
    { id: 'a', summary: 'Buy 1', state: 'unknown' },
    { id: 'b', summary: 'Buy 2', state: 'acknowledged' },
  ]);
  expect(actions).toMatchObject([{ key: 'act a', title: 'Buy 1', tone: 'danger' }]);
});

it('attention lists stops within one percent, reached ones as due, the nearest first', () => {
  const items = stopItems([
    stop('a', '0.0099'),
    stop('b', '0.01'),
    stop('c', null),
    stop('d', '-0.001'),
    stop('e', '0'),
  ]);
  expect(items.map(({ key, word, tone }) => [key, word, tone])).toEqual([
    ['stop d', 'stop due', 'danger'],
    ['stop e', 'stop due', 'danger'],
    ['stop a', 'stop near', 'warning'],
  ]);
  expect(items.at(-1)?.text).toBe('STOP sell 1: 0.99 % away');
});

it('attention states the age of a pending withdrawal', () => {
  const [item] = overdueItems([{ key: 'w', currency: 'BTC', amount: '1.50', status: 'in review', age: '2 h' }]);
  expect(item).toMatchObject({ title: '1.5 BTC', text: 'withdrawal in review for 2 h', rank: 8 });
});

it('attention keeps the severity of accounts, and marks one that only its own key can read', () => {
  const finding = { userId: 'u', name: 'alpha', word: 'coin', text: 'BTC is 90 % of it' } as const;
  const items = accountItems([
    { ...finding, key: 'a', kind: 'coin-share', tone: 'warning' },
    { ...finding, key: 'b', kind: 'drop', tone: 'danger', word: 'drop' },
    { ...finding, key: 'c', kind: 'unlisted', tone: 'neutral', word: 'no data' },
  ]);
  expect(items.map(({ word, rank }) => [word, rank])).toEqual([
    ['limit: coin', 9],
    ['drop', 5],
    ['no data', 12],
  ]);
  expect(items[2]?.advice).toContain('own key');
  expect(items[0]).toMatchObject({
    advice: expect.stringContaining('limit'),
    target: { kind: 'account', userId: 'u' },
  });
});

it('attention has one line for frozen accounts of any number', () => {
  expect(frozenText('a')).toBe('a is frozen and holds money');
  expect(frozenText('a', 'b')).toBe('2 sub-accounts are frozen and hold money: a, b');
  expect(frozenText('a', 'b', 'c', 'd', 'e')).toBe('5 sub-accounts are frozen and hold money: a, b, c and 2 more');
});

describe('an outage', () => {
  const topic = { venue: 'spot', label: 'book', detail: null };
  const live = { ...topic, state: 'live' };

  it('has one item with each silent feed under it', () => {
    const dead = { ...topic, label: 'orders', state: 'dead', detail: 'No token.' };
    const items = feedItems([live, { ...topic, state: 'syncing' }, { ...topic, state: 'stale' }, dead]);
    expect(items).toMatchObject([
      {
        tone: 'danger',
        title: '2 of 4 feeds',
        consequences: ['spot book: no message received', 'spot orders: No token.'],
      },
    ]);
  });

  it('an outage of one feed names it and its reason', () => {
    const items = feedItems([live, { ...topic, state: 'stale' }]);
    expect(items).toMatchObject([
      { tone: 'warning', title: 'spot book', text: 'no message received', consequences: [] },
    ]);
    expect(feedItems([live])).toEqual([]);
  });
});

it('attention lists orders that expire within five minutes, the next first', () => {
  const items = endingItems([order('a', 299_999), order('b', 300_000), order('c', 5)]);
  expect(items.map(({ key }) => key)).toEqual(['ending c', 'ending a']);
});

it('attention lists events that may have happened first, then those that are near, then the rest', () => {
  const items = rankAttention([
    ...accountItems([{ key: 'c', userId: 'u', name: 'a', kind: 'unlisted', tone: 'neutral', word: 'n', text: '' }]),
    ...riskItems([row({ distance: '0.1' }), row({ id: 'y', distance: '0.01' })]),
    ...unknownActions([{ id: 'a', summary: 'Buy 1', state: 'unknown' }]),
  ]);
  expect(items.map(({ key }) => key)).toEqual(['act a', 'risk y', 'risk XBTUSDTM', 'account c']);
});
