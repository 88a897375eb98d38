import { describe, expect, it } from 'vitest';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { isSettled, stageOf, type Track, type TrackSight } from './track.ts';

const track: Track = {
  clientOid: 'oid',
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  terms: { tick: '0.01', multiplier: '1', isInverse: false },
  request: { call: 'orders.place', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '2' } },
  fingerprints: [],
  words: 'Buy 2 BTC',
  sentAtMs: 1,
  answer: { kind: 'placed', orderId: 'o1' },
  answeredAtMs: 2,
};
const nothing: TrackSight = { active: [], done: undefined, stops: [], intent: undefined };
const order = buildOrder({
  id: 'o1',
  clientOid: 'oid',
  size: '2',
  filledSize: '0',
  isActive: true,
  isCancelled: false,
});
const stage = (sight: Partial<TrackSight>, answer: Track['answer'] = track.answer) =>
  stageOf({ ...track, answer }, { ...nothing, ...sight });
const lost = { kind: 'failed', error: { kind: 'outcome-unknown', message: 'lost', isOutcomeUnknown: true } } as const;

describe('the state of an order', () => {
  it('follows the lists of the account, whatever was answered', () => {
    expect(stage({}, { kind: 'sending' })).toEqual({ kind: 'sending' });
    expect(stage({})).toEqual({ kind: 'acknowledged' });
    expect(stage({ active: undefined })).toEqual({ kind: 'acknowledged' });
    expect(stage({ active: [order] })).toEqual({ kind: 'open', filled: '0', size: '2', average: null });
    expect(stage({ active: [order] }, { kind: 'sending' })).toMatchObject({ kind: 'open' });
    expect(stage({ active: [{ ...order, filledSize: '1' }] })).toMatchObject({ kind: 'part-filled', filled: '1' });
    // by its id, when the exchange does not return the client id
    expect(stage({ active: [{ ...order, clientOid: null }] })).toMatchObject({ kind: 'open' });
    expect(stage({ active: [{ ...order, clientOid: null }] }, lost)).toEqual({ kind: 'unknown' });
    expect(stage({ stops: [buildStopOrder({ clientOid: 'oid' })] })).toEqual({ kind: 'waiting' });
  });

  it('the state of an order is filled, cancelled, or cancelled after a part', () => {
    const done = { ...order, isActive: false };
    expect(stage({ done: [{ ...done, filledSize: '2' }], active: [order] })).toMatchObject({
      kind: 'filled',
      filled: '2',
    });
    expect(stage({ done: [{ ...done, isCancelled: true }] })).toMatchObject({ kind: 'cancelled', filled: '0' });
    expect(stage({ done: [{ ...done, isCancelled: true, filledSize: '1' }] })).toMatchObject({ kind: 'cancelled' });
    expect(stage({ done: [{ ...done, isCancelled: true, filledSize: '2' }] })).toMatchObject({ kind: 'filled' });
    const market = { ...done, type: 'market', size: null, isCancelled: true, filledSize: '1' } as const;
    expect(stage({ done: [market] })).toMatchObject({ kind: 'filled', filled: '1' });
    expect(stage({ done: [{ ...market, filledSize: '0' }] })).toMatchObject({ kind: 'cancelled' });
  });

  it('has the average price of its fills, also for contracts', () => {
    const done = { ...order, isActive: false, isCancelled: true, filledSize: '3', filledFunds: '301' } as const;
    expect(stage({ done: [done] })).toMatchObject({ average: '100.33' });
    const terms = { tick: '0.1', multiplier: '0.1', isInverse: false } as const;
    const lots = { ...done, venue: 'futures' } as const;
    expect(stageOf({ ...track, terms }, { ...nothing, done: [lots] })).toMatchObject({ average: '1003.3' });
  });

  it('has the message of the exchange when rejected', () => {
    const error = { kind: 'exchange-rejected', message: 'It said no.', isOutcomeUnknown: false } as const;
    expect(stage({}, { kind: 'failed', error })).toEqual({ kind: 'rejected', words: 'It said no.' });
    const spoken = { ...error, exchangeMessage: 'Balance insufficient!' };
    expect(stage({}, { kind: 'failed', error: spoken })).toEqual({ kind: 'rejected', words: 'Balance insufficient!' });
    expect(stage({}, { kind: 'failed', error: { ...spoken, code: '200004' } })).toEqual({
      kind: 'rejected',
      words: 'Balance insufficient! (200004)',
    });
  });

  it('the state of an order is not rejected for a dry run', () => {
    const error = { kind: 'dry-run', message: 'Dry run.', isOutcomeUnknown: false } as const;
    expect(stage({}, { kind: 'failed', error })).toEqual({ kind: 'dry' });
    expect(isSettled({ kind: 'dry' })).toBe(true);
  });

  it('the state of an order is lost, then the result of the lookup', () => {
    expect(stage({}, lost)).toEqual({ kind: 'unknown' });
    expect(stage({ intent: buildIntent({ state: 'unknown' }) }, lost)).toEqual({ kind: 'unknown' });
    expect(stage({ intent: buildIntent({ state: 'found-done' }) }, lost)).toEqual({ kind: 'acknowledged' });
    expect(stage({ intent: buildIntent({ state: 'acknowledged' }) }, lost)).toEqual({ kind: 'acknowledged' });
    expect(stage({ intent: buildIntent({ state: 'found-absent' }) }, lost)).toEqual({ kind: 'absent' });
    expect(stage({ active: [order] }, lost)).toMatchObject({ kind: 'open' });
  });

  it('the state of an order is final when nothing more can follow', () => {
    expect(isSettled({ kind: 'absent' })).toBe(true);
    expect(isSettled({ kind: 'rejected', words: '' })).toBe(true);
    expect(isSettled({ kind: 'filled', filled: '1', size: '1', average: '1' })).toBe(true);
    expect(isSettled({ kind: 'cancelled', filled: '1', size: '1', average: '1' })).toBe(true);
    for (const kind of ['sending', 'acknowledged', 'waiting', 'unknown'] as const)
      expect(isSettled({ kind })).toBe(false);
  });
});

describe('the state of a pair', () => {
  const pair: Track = {
    ...track,
    request: {
      call: 'stops.placePair',
      order: { symbol: 'BTC-USDT', side: 'sell', size: '2', price: '110', stopPrice: '90', limitPrice: '89' },
    },
    sentAtMs: 1000,
  };
  const leg = { side: 'sell', size: '2', clientOid: null, createdAtMs: 1000 } as const;
  const profit = buildStopOrder({ ...leg, id: 't', stopPrice: '110', price: '110' });
  const loss = buildStopOrder({ ...leg, id: 's', stopPrice: '90', price: '89' });
  const fired = buildOrder({ ...leg, id: 'f', price: '89', filledSize: '0', isActive: true, isCancelled: false });
  const pairStage = (sight: Partial<TrackSight>) => stageOf(pair, { ...nothing, ...sight });

  it('has both legs waiting, matched by the request, because they carry no client id', () => {
    expect(pairStage({ stops: [loss, profit] })).toEqual({ kind: 'waiting', legs: ['TP', 'SL'] });
    const strangers: readonly StopOrder[] = [
      { ...profit, size: '3' },
      { ...profit, side: 'buy' },
      { ...profit, stopPrice: '111' },
      { ...loss, price: '88' },
      { ...profit, symbol: 'ETH-USDT' },
      { ...profit, size: null },
    ];
    expect(pairStage({ stops: strangers })).toEqual({ kind: 'acknowledged' });
    const older = { ...pair, sentAtMs: 100_000 };
    expect(stageOf(older, { ...nothing, stops: [profit] })).toEqual({ kind: 'acknowledged' });
  });

  it('has one leg fired, the other cancelled', () => {
    expect(pairStage({ active: [fired] })).toMatchObject({ kind: 'open', leg: 'SL' });
    const done = { ...fired, isActive: false, filledSize: '2', price: '110' } as const;
    expect(pairStage({ done: [done] })).toMatchObject({ kind: 'filled', filled: '2', leg: 'TP' });
    expect(pairStage({ done: [{ ...done, venue: 'futures', price: '110' }] })).toEqual({ kind: 'acknowledged' });
  });

  it('the state of a pair is ended only after a search in vain, and unknown while the stops are', () => {
    expect(pairStage({ isPairSearched: true })).toEqual({ kind: 'gone' });
    expect(isSettled({ kind: 'gone' })).toBe(true);
    expect(pairStage({ stops: undefined, isPairSearched: true })).toEqual({ kind: 'acknowledged' });
    expect(stage({ isPairSearched: true })).toEqual({ kind: 'acknowledged' });
  });
});
