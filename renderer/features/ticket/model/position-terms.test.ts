import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { crossLeverageOf } from '#lib/positions/order-terms.ts';
import { findValidationWarnings } from '../checks/warnings.ts';
import { buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { crossOrderCost } from '../outlook/outlook.ts';
import { computeTicket } from './figures.ts';
import { withPositionTerms } from './position-terms.ts';
import { marginText } from './order-texts.ts';

const position = buildPosition({ positionCost: '100', initialMargin: '10', marginMode: 'isolated' });
const isolated = buildFuturesFacts({ position });
const cross = buildFuturesFacts({ position: { ...position, marginMode: 'cross', realLeverage: '9.5' } });
const draft = buildFuturesDraft({ size: '1', price: '100' });
const titles = (typed: typeof draft, facts: typeof isolated) =>
  findValidationWarnings(computeTicket(typed, facts), facts, null).map(({ title }) => title);

it('position terms default to margin mode and leverage of the open position, unless the user chose others', () => {
  expect(withPositionTerms(draft, isolated, {})).toMatchObject({ marginMode: 'isolated', leverage: '10' });
  expect(withPositionTerms(draft, cross, {})).toMatchObject({ marginMode: 'cross', leverage: '10' });
  expect(withPositionTerms(draft, isolated, { leverage: '3' })).toMatchObject({ leverage: '3' });
  expect(withPositionTerms(draft, buildFuturesFacts(), {})).toBe(draft);
});

it('position terms warn of an order that changes margin mode or leverage of the position', () => {
  expect(titles({ ...draft, marginMode: 'isolated' }, cross)).toContain('Margin mode differs from the position.');
  expect(titles({ ...draft, leverage: '5' }, isolated)).toContain('Changes the leverage of the position.');
  for (const facts of [isolated, cross])
    expect(titles(withPositionTerms(draft, facts, {}), facts).join(' ')).not.toMatch(
      /Margin mode|Changes the leverage/,
    );
  const reducing = { ...draft, leverage: '5', isReduceOnly: true, side: 'sell' } as const;
  expect(titles(reducing, isolated)).not.toContain('Changes the leverage of the position.');
});

const margin = { marginMode: 'cross', crossLeverage: '20' } as const;
const flat = buildFuturesFacts({ margin, rates: { takerFeeRate: '0.001', makerFeeRate: '0' } });
const unstated = { ...position, initialMargin: '0' } as const;

it('position terms default to margin mode and cross leverage of the contract without an open position', () => {
  expect(withPositionTerms(draft, flat, {})).toMatchObject({ marginMode: 'cross', leverage: '20' });
  expect(withPositionTerms(draft, flat, { marginMode: 'isolated' })).toMatchObject({ leverage: draft.leverage });
  expect(titles({ ...draft, marginMode: 'isolated' }, flat)).toContain('Margin mode differs from the contract.');
});

it('position terms keep the leverage of a position unknown when the exchange states no initial margin', () => {
  const facts = buildFuturesFacts({ position: unstated });
  expect(withPositionTerms(draft, facts, {}).leverage).toBe(draft.leverage);
  expect(titles(draft, facts)).toContain('The leverage of the position is unknown.');
  expect(crossLeverageOf(buildSpotFacts({ position }))).toBeNull();
  const onCross = buildFuturesFacts({ position: { ...unstated, marginMode: 'cross' } });
  expect(withPositionTerms(draft, onCross, {}).leverage).toBe('–');
  expect(computeTicket(withPositionTerms(draft, onCross, {}), onCross)).toMatchObject({
    leverage: null,
    largest: null,
  });
  expect(computeTicket(withPositionTerms(draft, { ...onCross, margin }, {}), { ...onCross, margin }).leverage).toBe(
    '20',
  );
});

it('position terms show margin mode and leverage in the review, of a cross position its real leverage', () => {
  const text = (facts: typeof isolated) => marginText(computeTicket(withPositionTerms(draft, facts, {}), facts), facts);
  expect(text(isolated)).toBe('isolated 10×');
  expect(text(cross)).toBe('cross 10×, effective leverage 9.5×');
  expect(text(flat)).toBe('cross 20×');
  const at = (change: Partial<typeof draft>, facts: typeof isolated) =>
    marginText(computeTicket({ ...draft, ...change }, facts), facts);
  expect(at({ marginMode: 'cross' }, buildFuturesFacts())).toBe('cross, leverage unknown');
  expect(at({ marginMode: 'isolated', leverage: '' }, buildFuturesFacts())).toBe('isolated');
});

/** Order cost of an order on a cross position of 10×, or on a flat contract of 20×. */
function costOf(change: Partial<typeof draft>, known: typeof isolated = cross) {
  const facts = { ...known, rates: { takerFeeRate: '0.001', makerFeeRate: '0' } } as const;
  return crossOrderCost(computeTicket(withPositionTerms({ ...draft, ...change }, facts, {}), facts), facts);
}

it('position terms show the order cost of the opened part of a cross order, at the cross leverage of the contract', () => {
  expect(costOf({ size: '2', price: '98' })).toBe('1.9796');
  // no position: 19.6 ÷ 20 and the fee of 0.0196
  expect(costOf({ size: '2', price: '98' }, flat)).toBe('0.9996');
  expect(costOf({ side: 'sell' })).toBeNull();
  // a long of one lot is closed, two lots are opened short
  expect(costOf({ side: 'sell', size: '3', price: '102' })).toBe('2.0604');
  expect(costOf({ isReduceOnly: true })).toBeNull();
  expect(costOf({ size: '' })).toBeNull();
  expect(
    costOf({ size: '2', price: '98' }, buildFuturesFacts({ position: { ...unstated, marginMode: 'cross' } })),
  ).toBeNull();
});
