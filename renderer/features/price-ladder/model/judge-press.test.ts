import { describe, expect, it } from 'vitest';
import { judge } from '#shared/policy/judge.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { contractRules, easyPolicy, spotRules } from '../testing/build-ladder.ts';
import { type JudgeOptions, judgePress } from './judge-press.ts';
import { breachOfPress, type LadderTaking, orderOfPress, policyActionOfPress, sizeOfPress } from './ladder-order.ts';
import { markText, pressText, queueText, shortSize, tinySize } from './ladder-texts.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';

const book = { bids: [['100', '5']], asks: [['101', '5']] } as const;
const judgePolicy = (action: PolicyAction | null) =>
  action === null ? null : judge(action, easyPolicy.policy, { book, rates: easyPolicy.rates, spentToday: '0' });
const taking: LadderTaking = {
  account: 'spot',
  isAutoLoan: false,
  marginMode: 'isolated',
  leverage: '5',
  isReduceOnly: false,
  positionMode: 'one-way',
  concern: null,
};
const buy = { order: 'limit', side: 'buy', price: '99' } as const;
const options: JudgeOptions = {
  rules: spotRules,
  taking,
  size: '0.5',
  isArmed: true,
  validationError: null,
  judgePolicy,
};
const judged = (change: Partial<JudgeOptions> = {}, action: Parameters<typeof judgePress>[0] = buy) =>
  judgePress(action, { ...options, ...change });

describe('a click', () => {
  it('sends when it is armed and the policy requires no confirmation', () => {
    expect(judged()).toEqual({
      kind: 'send',
      size: '0.5',
      words: 'Buy 0.5 BTC at 99',
      pressed: {
        call: 'orders.place',
        order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '99', size: '0.5', timeInForce: 'GTC' },
      },
    });
  });

  it('fills the ticket when it is not armed, too large, or cannot be checked', () => {
    expect(judged({ isArmed: false })).toMatchObject({ kind: 'review', because: null, words: 'Buy 0.5 BTC at 99' });
    expect(judged({ size: '20' })).toMatchObject({
      kind: 'review',
      because: expect.stringContaining('requires a review'),
    });
    expect(judged({ judgePolicy: () => null })).toMatchObject({
      because: expect.stringContaining('cannot be checked'),
    });
  });

  it.each([
    [{ validationError: 'Frozen' }, 'Frozen'],
    [{ size: '' }, 'Enter a size first.'],
    [{ size: 'x' }, 'Type a size like'],
    [{ size: 'pos' }, 'position is unknown'],
    [{ size: '0.001' }, '0.01'],
    [{ size: '100000' }, '1000'],
  ])('%# is rejected with a message', (change, words) => {
    expect(judged(change)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(words) });
  });

  it('fails with the policy limit that rejects it', () => {
    const tight = { ...easyPolicy.policy, largestOrder: '10' } as const;
    const policyResult = (action: PolicyAction | null) =>
      action === null ? null : judge(action, tight, { book, rates: easyPolicy.rates, spentToday: '0' });
    expect(judged({ judgePolicy: policyResult })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('10'),
    });
  });

  it('a click on a contract counts lots and uses the margin of the position', () => {
    const rules = contractRules;
    expect(judged({ rules, size: '3' })).toMatchObject({
      words: 'Buy 3 lots at 99, isolated 5×',
      pressed: { call: 'orders.placeFutures', order: { size: '3', marginMode: 'isolated', leverage: '5' } },
    });
    const cross = { ...taking, marginMode: 'cross' } as const;
    expect(orderOfPress(buy, '3', { rules, taking: cross }).order).toMatchObject({ leverage: undefined });
    const unknown: LadderTaking = { ...cross, marginMode: 'isolated', leverage: null };
    expect(orderOfPress(buy, '3', { rules, taking: unknown }).order).toMatchObject({ leverage: undefined });
    expect(orderOfPress({ ...buy, order: 'stop' }, '3', { rules, taking }).order).toMatchObject({
      type: 'market',
      stop: 'up',
      stopPrice: '99',
      stopPriceType: 'MP',
    });
    expect(orderOfPress({ ...buy, order: 'stop', side: 'sell' }, '3', { rules, taking }).order).toMatchObject({
      stop: 'down',
    });
  });

  it('opens a review with a warning when it changes the leverage of the position, armed or not', () => {
    const concern = 'The position has 10×; this order sets it to 5×.';
    const changing = { rules: contractRules, size: '3', taking: { ...taking, concern } };
    for (const isArmed of [true, false])
      expect(judged({ ...changing, isArmed })).toMatchObject({ kind: 'review', because: concern });
  });

  it('a click with reduce-only carries no leverage, and the policy counts no opening', () => {
    const reducing = { ...taking, isReduceOnly: true };
    const sent = judged({ rules: contractRules, size: '3', taking: reducing });
    expect(sent).toMatchObject({ kind: 'send', words: 'Buy 3 lots at 99, isolated, reduce-only' });
    for (const order of ['limit', 'stop'] as const) {
      const pressed = orderOfPress({ ...buy, order }, '3', { rules: contractRules, taking: reducing });
      expect(pressed.order).toMatchObject({ isReduceOnly: true, leverage: undefined });
      expect(policyActionOfPress(pressed, contractRules)).toMatchObject({ orders: [{ isReducing: true }] });
    }
    const opening = orderOfPress(buy, '3', { rules: contractRules, taking });
    expect(opening.order).not.toHaveProperty('isReduceOnly');
  });

  it('names the position that it opens or closes in hedge mode', () => {
    const hedge = { ...taking, positionMode: 'hedge' } as const;
    const sent = (side: 'buy' | 'sell', isReduceOnly: boolean) =>
      orderOfPress({ ...buy, side }, '3', { rules: contractRules, taking: { ...hedge, isReduceOnly } }).order;
    expect([sent('buy', false), sent('sell', false)]).toMatchObject([
      { positionSide: 'long' },
      { positionSide: 'short' },
    ]);
    expect([sent('buy', true), sent('sell', true)]).toMatchObject([
      { positionSide: 'short' },
      { positionSide: 'long' },
    ]);
    const unknown = { ...taking, positionMode: null };
    expect(judged({ rules: contractRules, size: '3', taking: unknown })).toMatchObject({ kind: 'refused' });
  });

  it.each(['cross', 'isolated'] as const)('a click on %s margin uses that account', account => {
    const plain = { ...taking, account };
    const loan = { ...plain, isAutoLoan: true };
    expect(judged({ taking: plain })).toMatchObject({
      words: `Buy 0.5 BTC at 99 on ${account} margin`,
      pressed: { call: 'margin.place', order: { tradeType: account, isAutoBorrow: undefined } },
    });
    expect(judged({ taking: loan, isArmed: false })).toMatchObject({
      words: `Buy 0.5 BTC at 99 on ${account} margin, borrows what is missing, repays`,
    });
    const borrowing = orderOfPress(buy, '0.5', { rules: spotRules, taking: loan });
    expect(borrowing.order).toMatchObject({ isAutoBorrow: true, isAutoRepay: true });
    expect(policyActionOfPress(borrowing, spotRules)).toMatchObject({ isBorrowing: true });
    // a stop borrows nothing
    const stop = orderOfPress({ order: 'stop', side: 'sell', price: '95' }, '1', { rules: spotRules, taking: loan });
    expect(stop).toEqual({
      call: 'stops.place',
      order: expect.objectContaining({ tradeType: account, isAutoRepay: true, stop: 'loss' }),
    });
    const barred = { ...spotRules, pair: spotRules.pair && { ...spotRules.pair, isMarginEnabled: false } };
    for (const pressed of [borrowing, stop]) expect(breachOfPress(pressed, barred, taking)).toContain('on margin');
  });

  it('a click for a stop on spot trades at the market, up or down', () => {
    const up = orderOfPress({ ...buy, order: 'stop', price: '105' }, '1', { rules: spotRules, taking });
    expect(up).toMatchObject({ call: 'stops.place', order: { type: 'market', stop: 'entry', stopPrice: '105' } });
    const down = orderOfPress({ order: 'stop', side: 'sell', price: '95.5' }, '1', { rules: spotRules, taking });
    expect(down).toMatchObject({ order: { stop: 'loss' } });
    expect(breachOfPress(up, spotRules, taking)).toBeNull();
    expect(breachOfPress(down, spotRules, taking)).toContain('multiple of 1');
    expect(policyActionOfPress(up, spotRules)).toMatchObject({ kind: 'place', orders: [{ type: 'market' }] });
  });

  it('fails while the rules of its market are unknown', () => {
    const nothing = { ...spotRules, pair: null };
    const spot = orderOfPress(buy, '1', { rules: spotRules, taking });
    const contract = orderOfPress(buy, '1', { rules: contractRules, taking });
    expect([breachOfPress(spot, nothing, taking), policyActionOfPress(spot, nothing)]).toEqual([null, null]);
    expect([breachOfPress(contract, nothing, taking), policyActionOfPress(contract, nothing)]).toEqual([null, null]);
    expect(breachOfPress(contract, contractRules, taking)).toBeNull();
    expect(breachOfPress(orderOfPress(buy, '0.5', { rules: contractRules, taking }), contractRules, taking)).toContain(
      '1',
    );
  });

  it('may have a size in quote currency', () => {
    expect(sizeOfPress('198q', buy, spotRules.terms)).toEqual({ ok: true, size: '2' });
  });
});

describe('the text of a click', () => {
  it('describes a stop in full', () => {
    expect(pressText({ ...buy, order: 'stop' }, '1', spotRules.terms)).toBe('Buy 1 BTC at market once last is ≥ 99');
    expect(pressText({ order: 'stop', side: 'sell', price: '99' }, '1', contractRules.terms)).toBe(
      'Sell 1 lots at market once mark is ≤ 99',
    );
  });

  it('names an own order', () => {
    expect(markText(buildMark({ price: '1234', size: '2' }), spotRules.terms)).toBe('buy 2 BTC at 1,234');
    expect(markText(buildStopMark({ size: null }), contractRules.terms)).toBe('stop sell all at 90');
  });

  it.each([
    ['1234.5', '1,234', '1,234'],
    ['80474', '80,474', '80.5k'],
    ['99999', '99,999', '100k'],
    ['120000', '120k', '120k'],
    ['1303292', '1.30M', '1.3M'],
    ['12.345', '12.3', '12.3'],
    ['1.2345', '1.23', '1.23'],
    ['0.5', '0.5', '.5'],
    ['0.00123', '0.0012', '.0012'],
    ['0', '0', '0'],
    ['0.10', '0.1', '.1'],
  ] as const)('%s is %s in little space, %s in least', (size, short, tiny) => {
    expect([shortSize(size), tinySize(size)]).toEqual([short, tiny]);
  });

  it('shows a queue as a range', () => {
    const range = { least: '0', spread: '1.1', most: '1.9' } as const;
    expect(queueText(range)).toBe('1.1–1.9');
    expect(queueText({ ...range, spread: '1.9' })).toBe('1.9');
    expect(queueText({ ...range, spread: '0' })).toBe('≤ 1.9');
    expect(queueText({ least: '0', spread: '0', most: '0' })).toBe('first');
    expect(queueText(null)).toBe('–');
  });
});
