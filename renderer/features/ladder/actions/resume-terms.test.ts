import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { KnownTerms } from '#lib/positions/order-terms.ts';
import type { OrderForm } from '../model/ladder-orders.ts';
import { resumeTerms } from './resume-terms.ts';

const order = { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', marginMode: 'isolated', leverage: '5' } as const;
const form: OrderForm = { kind: 'futures', order };
const crossForm: OrderForm = { kind: 'futures', order: { ...order, marginMode: 'cross', leverage: undefined } };
const position = buildPosition({ positionCost: '100', initialMargin: '20', marginMode: 'isolated' });
const known: KnownTerms = {
  contract: buildFuturesContract(),
  position,
  margin: { marginMode: 'isolated', crossLeverage: '20' },
};
const at10: KnownTerms = { ...known, position: { ...position, initialMargin: '10' } };

it('resume terms keep the reviewed terms while those of the position are equal, and on a pair', () => {
  expect(resumeTerms(form, known)).toEqual({ kind: 'same' });
  const spot: OrderForm = { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } };
  expect(resumeTerms(spot, { ...known, contract: null })).toEqual({ kind: 'same' });
  // without a position the order sets the leverage, as it was reviewed
  expect(resumeTerms(form, { ...known, position: null })).toEqual({ kind: 'same' });
});

it('resume of a scaled order takes the leverage that the position has now, and names both', () => {
  const now = resumeTerms(form, at10);
  expect(now).toMatchObject({
    kind: 'changed',
    reviewed: 'isolated 5×',
    words: 'isolated 10×',
    isOfPosition: true,
    form: { order: { ...order, leverage: '10' } },
  });
  expect(now.kind === 'changed' && resumeTerms(now.form, at10)).toEqual({ kind: 'same' });
});

it('resume terms take the present margin mode of the position or the contract', () => {
  const cross: KnownTerms = { ...known, position: { ...position, marginMode: 'cross' } };
  expect(resumeTerms(form, cross)).toMatchObject({
    words: 'cross 20×',
    form: { order: { marginMode: 'cross', leverage: undefined } },
  });
  expect(resumeTerms(crossForm, at10)).toMatchObject({
    reviewed: 'cross',
    words: 'isolated 10×',
    form: { order: { marginMode: 'isolated', leverage: '10' } },
  });
  const onCross: KnownTerms = { ...known, position: null, margin: { marginMode: 'cross', crossLeverage: '20' } };
  expect(resumeTerms(form, onCross)).toMatchObject({ isOfPosition: false, form: { order: { marginMode: 'cross' } } });
});

it('resume of a scaled order rejects while position, settings or the applied leverage are unknown', () => {
  const unread = [
    { ...known, position: undefined },
    { ...known, position: null, margin: null },
    { ...known, contract: null },
  ];
  for (const each of unread)
    expect(resumeTerms(form, each)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('are unknown'),
    });
  const unstated: KnownTerms = { ...known, position: { ...position, initialMargin: null } };
  expect(resumeTerms(form, unstated)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('isolated 5×'),
  });
  expect(resumeTerms(crossForm, { ...known, position: null })).toMatchObject({ kind: 'refused' });
});
