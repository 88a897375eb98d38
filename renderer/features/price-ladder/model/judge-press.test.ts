import { describe, expect, it } from 'vitest';
import { judge } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { contractRules, easyPolicy, spotRules } from '../testing/build-ladder.ts';
import { type JudgeOptions, judgePress } from './judge-press.ts';
import { breachOfPress, type LadderTaking, orderOfPress, policyActOfPress, sizeOfPress } from './ladder-order.ts';
import { markWords, pressWords, queueText, shortSize, tinySize } from './ladder-words.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';

const book = { bids: [['100', '5']], asks: [['101', '5']] } as const;
const verdictOf = (act: PolicyAct | null) =>
  act === null ? null : judge(act, easyPolicy.policy, { book, rates: easyPolicy.rates, spentToday: '0' });
const taking: LadderTaking = {
  account: 'spot',
  isAutoLoan: false,
  marginMode: 'isolated',
  leverage: '5',
  isReduceOnly: false,
  positionMode: 'one-way',
};
const buy = { order: 'limit', side: 'buy', price: '99' } as const;
const options: JudgeOptions = { rules: spotRules, taking, size: '0.5', isArmed: true, objection: null, verdictOf };
const judged = (change: Partial<JudgeOptions> = {}, act: Parameters<typeof judgePress>[0] = buy) =>
  judgePress(act, { ...options, ...change });

describe('a press', () => {
  it('is sent when it is armed and the policy asks for nothing', () => {
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

  it('goes into the ticket when it is not armed, too large to go unseen, or cannot be judged', () => {
    expect(judged({ isArmed: false })).toMatchObject({ kind: 'review', because: null, words: 'Buy 0.5 BTC at 99' });
    expect(judged({ size: '20' })).toMatchObject({ kind: 'review', because: expect.stringContaining('second look') });
    expect(judged({ verdictOf: () => null })).toMatchObject({ because: expect.stringContaining('cannot be judged') });
  });

  it.each([
    [{ objection: 'Frozen' }, 'Frozen'],
    [{ size: '' }, 'Type a size first.'],
    [{ size: 'x' }, 'Type a size like'],
    [{ size: 'pos' }, 'position is not known'],
    [{ size: '0.001' }, '0.01'],
    [{ size: '100000' }, '1000'],
  ])('%# is refused in words', (change, words) => {
    expect(judged(change)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(words) });
  });

  it('is refused by the rule of the policy that refuses it', () => {
    const tight = { ...easyPolicy.policy, largestOrder: '10' } as const;
    const verdict = (act: PolicyAct | null) =>
      act === null ? null : judge(act, tight, { book, rates: easyPolicy.rates, spentToday: '0' });
    expect(judged({ verdictOf: verdict })).toMatchObject({ kind: 'refused', reason: expect.stringContaining('10') });
  });

  it('on a contract counts lots and takes the margin that it is held with', () => {
    const rules = contractRules;
    expect(judged({ rules, size: '3' })).toMatchObject({
      words: 'Buy 3 lots at 99',
      pressed: { call: 'orders.placeFutures', order: { size: '3', marginMode: 'isolated', leverage: '5' } },
    });
    const cross = { ...taking, marginMode: 'cross' } as const;
    expect(orderOfPress(buy, '3', { rules, taking: cross }).order).toMatchObject({ leverage: undefined });
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

  it('only reduces when told so: no leverage goes along, and the policy sees that nothing is opened', () => {
    const reducing = { ...taking, isReduceOnly: true };
    const sent = judged({ rules: contractRules, size: '3', taking: reducing });
    expect(sent).toMatchObject({ kind: 'send', words: 'Buy 3 lots at 99, reduce-only' });
    for (const order of ['limit', 'stop'] as const) {
      const pressed = orderOfPress({ ...buy, order }, '3', { rules: contractRules, taking: reducing });
      expect(pressed.order).toMatchObject({ isReduceOnly: true, leverage: undefined });
      expect(policyActOfPress(pressed, contractRules)).toMatchObject({ orders: [{ isReducing: true }] });
    }
    const opening = orderOfPress(buy, '3', { rules: contractRules, taking });
    expect(opening.order).not.toHaveProperty('isReduceOnly');
  });

  it('names the position that a click opens or closes in hedge mode', () => {
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

  it.each(['cross', 'isolated'] as const)('on %s margin goes out of that account', account => {
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
    expect(policyActOfPress(borrowing, spotRules)).toMatchObject({ isBorrowing: true });
    // a stop borrows nothing
    const stop = orderOfPress({ order: 'stop', side: 'sell', price: '95' }, '1', { rules: spotRules, taking: loan });
    expect(stop).toEqual({
      call: 'stops.place',
      order: expect.objectContaining({ tradeType: account, isAutoRepay: true, stop: 'loss' }),
    });
    const barred = { ...spotRules, pair: spotRules.pair && { ...spotRules.pair, isMarginEnabled: false } };
    for (const pressed of [borrowing, stop]) expect(breachOfPress(pressed, barred, taking)).toContain('on margin');
  });

  it('a stop on spot goes at the market, up or down', () => {
    const up = orderOfPress({ ...buy, order: 'stop', price: '105' }, '1', { rules: spotRules, taking });
    expect(up).toMatchObject({ call: 'stops.place', order: { type: 'market', stop: 'entry', stopPrice: '105' } });
    const down = orderOfPress({ order: 'stop', side: 'sell', price: '95.5' }, '1', { rules: spotRules, taking });
    expect(down).toMatchObject({ order: { stop: 'loss' } });
    expect(breachOfPress(up, spotRules, taking)).toBeNull();
    expect(breachOfPress(down, spotRules, taking)).toContain('multiple of 1');
    expect(policyActOfPress(up, spotRules)).toMatchObject({ kind: 'place', orders: [{ type: 'market' }] });
  });

  it('is not judged while the rules of its market are not known', () => {
    const nothing = { ...spotRules, pair: null };
    const spot = orderOfPress(buy, '1', { rules: spotRules, taking });
    const contract = orderOfPress(buy, '1', { rules: contractRules, taking });
    expect([breachOfPress(spot, nothing, taking), policyActOfPress(spot, nothing)]).toEqual([null, null]);
    expect([breachOfPress(contract, nothing, taking), policyActOfPress(contract, nothing)]).toEqual([null, null]);
    expect(breachOfPress(contract, contractRules, taking)).toBeNull();
    expect(breachOfPress(orderOfPress(buy, '0.5', { rules: contractRules, taking }), contractRules, taking)).toContain(
      '1',
    );
  });

  it('a size may be typed in quote currency', () => {
    expect(sizeOfPress('198q', buy, spotRules.terms)).toEqual({ ok: true, size: '2' });
  });
});

describe('its words', () => {
  it('say a stop in full', () => {
    expect(pressWords({ ...buy, order: 'stop' }, '1', spotRules.terms)).toBe('Buy 1 BTC at market once last is ≥ 99');
    expect(pressWords({ order: 'stop', side: 'sell', price: '99' }, '1', contractRules.terms)).toBe(
      'Sell 1 lots at market once mark is ≤ 99',
    );
  });

  it('name an own order', () => {
    expect(markWords(buildMark({ price: '1234', size: '2' }), spotRules.terms)).toBe('buy 2 BTC at 1,234');
    expect(markWords(buildStopMark({ size: null }), contractRules.terms)).toBe('stop sell all at 90');
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
  ] as const)('%s is %s in little room, %s in least', (size, short, tiny) => {
    expect([shortSize(size), tinySize(size)]).toEqual([short, tiny]);
  });

  it('say a queue as the range that it is', () => {
    const range = { least: '0', spread: '1.1', most: '1.9' } as const;
    expect(queueText(range)).toBe('1.1–1.9');
    expect(queueText({ ...range, spread: '1.9' })).toBe('1.9');
    expect(queueText({ ...range, spread: '0' })).toBe('≤ 1.9');
    expect(queueText({ least: '0', spread: '0', most: '0' })).toBe('first');
    expect(queueText(null)).toBe('–');
  });
});
