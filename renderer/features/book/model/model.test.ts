import { describe, expect, test } from 'vitest';
import type { LiveBook } from '../../../../shared/domain/live.ts';
import { bookOrigin, describePushed } from './book-status.ts';
import { imbalances } from './imbalance.ts';
import { isCrossed, pictureOfLive, pictureOfSnapshot } from './levels.ts';
import { middleOf, midOf } from './middle.ts';
import { groupOwnLevels, ownLevelKey } from './own-levels.ts';
import { groupingSteps, moveStep, wideStep } from './steps.ts';
import { levelsUpTo, sweepLevels } from './sweep.ts';

const live: LiveBook = {
  profileId: 'p',
  venue: 'spot',
  symbol: 'BTC-USDT',
  step: null,
  state: 'live',
  detail: null,
  source: 'full',
  sequence: '1',
  asOfMs: 1,
  bids: '99|1;98|2',
  asks: '101|3;102|4',
};
const picture = pictureOfLive(live);
const snapshot = {
  symbol: 'BTC-USDT',
  sequence: '1',
  timeMs: 1,
  bids: [
    ['99.4', '1'],
    ['99.1', '2'],
    ['98.9', '3'],
  ] as const,
  asks: [
    ['100.2', '1'],
    ['100.9', '2'],
  ] as const,
};
const whole = { ...snapshot, bids: [...snapshot.bids], asks: [...snapshot.asks] };

describe('levels', () => {
  test('unpacked, best first, empty sides stay empty', () => {
    expect(picture.bids).toEqual([
      ['99', '1'],
      ['98', '2'],
    ]);
    expect(pictureOfLive({ ...live, bids: '' }).bids).toEqual([]);
  });

  test('a read book is grouped: bids down, asks up, sizes exact', () => {
    expect(pictureOfSnapshot(whole, null).bids).toEqual(whole.bids);
    expect(pictureOfSnapshot(whole, '1')).toMatchObject({
      bids: [
        ['99', '3'],
        ['98', '3'],
      ],
      asks: [['101', '3']],
    });
  });

  test('a crossed or locked book is told', () => {
    expect(isCrossed(picture)).toBe(false);
    expect(isCrossed({ bids: [['101', '1']], asks: [['101', '1']] })).toBe(true);
    expect(isCrossed({ bids: [], asks: [['101', '1']] })).toBe(false);
  });
});

describe('steps', () => {
  test('1-2-5-10 from the tick up to a per cent of the price', () => {
    expect(groupingSteps('0.1', '1000')).toEqual(['0.1', '0.2', '0.5', '1', '2', '5', '10']);
    expect(groupingSteps('0.1', '0.5')).toEqual(['0.1']);
    expect(groupingSteps('1', null).at(-1)).toBe('50000000');
  });

  test('moved by keys, no grouping at the fine end', () => {
    const steps = ['0.1', '0.2', '0.5'];
    expect([moveStep(steps, null, 1), moveStep(steps, '0.2', 1), moveStep(steps, '0.5', 1)]).toEqual([
      '0.2',
      '0.5',
      '0.5',
    ]);
    expect([
      moveStep(steps, '0.2', -1),
      moveStep(steps, null, -1),
      moveStep(steps, '7', 1),
      moveStep([], null, 1),
    ]).toEqual([null, null, '0.2', null]);
  });

  test('the step with which a hundred rows reach a per cent', () => {
    expect(wideStep('0.1', '1000')).toBe('0.2');
    expect(wideStep('1', '50')).toBeNull();
    expect(wideStep('0', '1000')).toBeNull();
    expect(wideStep('0.1', '0')).toBeNull();
  });
});

describe('imbalance', () => {
  test('weighs bids against asks within bands, and says when it cannot', () => {
    const near = {
      ...picture,
      bids: [
        ['99.95', '3'],
        ['90', '9'],
      ] as const,
      asks: [
        ['100.05', '1'],
        ['110', '9'],
      ] as const,
    };
    expect(imbalances(near, '100', false).map(each => each.ratio)).toEqual(['0.5', '0.5', '0.5']);
    expect(imbalances({ ...near, bids: [['99.95', '3']] }, '100', false)[0]).toMatchObject({
      ratio: null,
      reason: expect.stringMatching(/so deep/),
    });
    expect(imbalances({ ...near, bids: [['99.95', '3']] }, '100', true)[0]?.ratio).toBe('0.5');
    expect(imbalances({ ...near, bids: [], asks: [] }, '100', true)[0]).toMatchObject({
      ratio: null,
      reason: expect.stringMatching(/Nothing rests/),
    });
  });
});

describe('sweep', () => {
  const terms = { mid: '100', takerFeeRate: '0.001', priceScale: 1 };

  test('what taking levels comes to, against the taker on both sides', () => {
    expect(sweepLevels(picture.asks, 2, terms)).toEqual({
      levels: 2,
      size: '7',
      cost: '711',
      averagePrice: '101.571',
      slippageBps: '157.1',
      fee: '0.711',
    });
    expect(sweepLevels(picture.bids, 1, terms)?.slippageBps).toBe('100');
    expect(sweepLevels(picture.asks, 1, { ...terms, mid: null, takerFeeRate: null })).toMatchObject({
      slippageBps: null,
      fee: null,
    });
    expect(sweepLevels([], 1, terms)).toBeNull();
    expect(sweepLevels(picture.asks, 1, { ...terms, mid: '0' })?.slippageBps).toBeNull();
  });

  test('how many levels lie at a price or better', () => {
    expect([
      levelsUpTo(picture.asks, '101', 'ask'),
      levelsUpTo(picture.asks, '200', 'ask'),
      levelsUpTo(picture.bids, '98.5', 'bid'),
    ]).toEqual([1, 2, 1]);
  });
});

describe('where the levels come from', () => {
  const pushed = describePushed(live);

  test('the feed as long as it brings anything; polling for a dead or a late one, with the reason', () => {
    expect(bookOrigin({ pushed, refusal: null, isLate: true })).toEqual({ kind: 'feed' });
    expect(bookOrigin({ pushed: { ...pushed, state: 'stale' }, refusal: 'no', isLate: true })).toEqual({
      kind: 'feed',
    });
    expect(
      bookOrigin({ pushed: { ...pushed, state: 'dead', detail: 'refused' }, refusal: null, isLate: false }),
    ).toEqual({ kind: 'poll', reason: 'refused' });
    expect(bookOrigin({ pushed: { ...pushed, state: 'dead' }, refusal: null, isLate: false })).toMatchObject({
      kind: 'poll',
    });
    const none = describePushed(undefined);
    expect(bookOrigin({ pushed: none, refusal: null, isLate: false })).toEqual({ kind: 'waiting' });
    expect(bookOrigin({ pushed: none, refusal: 'no watch', isLate: false })).toEqual({
      kind: 'poll',
      reason: 'no watch',
    });
    expect(bookOrigin({ pushed: none, refusal: null, isLate: true })).toMatchObject({
      kind: 'poll',
      reason: expect.stringMatching(/not begun/),
    });
  });

  test('a pushed book that is crossed or empty is described as such', () => {
    expect(describePushed({ ...live, bids: '101|1' }).isCrossed).toBe(true);
    expect(describePushed({ ...live, bids: '', asks: '' })).toMatchObject({ hasRows: false, isCrossed: false });
  });
});

describe('middle and own levels', () => {
  test('mid and spread, none of an empty side', () => {
    expect(midOf(picture, 2)).toBe('100');
    expect(middleOf(picture, 1)).toEqual({ midText: '100.00', spreadText: '2.0', spreadBpsText: '200.00' });
    expect(middleOf({ bids: [], asks: picture.asks }, 1)).toEqual({
      midText: null,
      spreadText: null,
      spreadBpsText: null,
    });
  });

  test('own sizes follow the grouping of the book', () => {
    const own = new Map([
      [ownLevelKey('buy', '99.40'), '1'],
      [ownLevelKey('buy', '99.1'), '2'],
      [ownLevelKey('sell', '100.2'), '5'],
    ]);
    expect(groupOwnLevels(own, null)).toBe(own);
    expect([...groupOwnLevels(own, '1')]).toEqual([
      ['buy 99', '3'],
      ['sell 101', '5'],
    ]);
  });
});
