import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { softIssues } from '../checks/warnings.ts';
import { buildFuturesDraft, buildFuturesFacts } from '../testing/build-ticket.ts';
import { crossOrderCost } from '../outlook/outlook.ts';
import { figureOut } from './figures.ts';
import { withPositionTerms } from './position-terms.ts';
import { marginText } from './words.ts';

const position = buildPosition({ positionCost: '100', initialMargin: '10', marginMode: 'isolated' });
const isolated = buildFuturesFacts({ position });
const cross = buildFuturesFacts({ position: { ...position, marginMode: 'cross', realLeverage: '9.5' } });
const draft = buildFuturesDraft({ size: '1', price: '100' });
const titles = (typed: typeof draft, facts: typeof isolated) =>
  softIssues(figureOut(typed, facts), facts, null).map(({ title }) => title);

it('defaults to margin mode and leverage of the open position, unless the user chose others', () => {
  expect(withPositionTerms(draft, isolated, {})).toMatchObject({ marginMode: 'isolated', leverage: '10' });
  expect(withPositionTerms(draft, cross, {})).toMatchObject({ marginMode: 'cross', leverage: '10' });
  expect(withPositionTerms(draft, isolated, { leverage: '3' })).toMatchObject({ leverage: '3' });
  expect(withPositionTerms(draft, buildFuturesFacts(), {})).toBe(draft);
});

it('warns of an order that changes margin mode or leverage of the position', () => {
  expect(titles({ ...draft, marginMode: 'isolated' }, cross)).toContain('Margin mode differs from the position.');
  expect(titles({ ...draft, leverage: '5' }, isolated)).toContain('Changes the leverage of the position.');
  for (const facts of [isolated, cross])
    expect(titles(withPositionTerms(draft, facts, {}), facts).join(' ')).not.toMatch(
      /Margin mode|Changes the leverage/,
    );
  const reducing = { ...draft, leverage: '5', isReduceOnly: true, side: 'sell' } as const;
  expect(titles(reducing, isolated)).not.toContain('Changes the leverage of the position.');
});

it('shows margin mode and leverage in the review, of a cross position its real leverage', () => {
  const text = (facts: typeof isolated) => marginText(figureOut(withPositionTerms(draft, facts, {}), facts), facts);
  expect(text(isolated)).toBe('isolated 10×');
  expect(text(cross)).toBe('cross, real leverage 9.5×');
  const at = (change: Partial<typeof draft>, facts: typeof isolated) =>
    marginText(figureOut({ ...draft, ...change }, facts), facts);
  // no cross position: there is no real leverage to show
  expect(at({ marginMode: 'cross' }, isolated)).toBe('cross');
  expect(at({ marginMode: 'isolated', leverage: '' }, buildFuturesFacts())).toBe('isolated');
});

/** Order cost of an order on the cross position of 10×. */
function costOf(change: Partial<typeof draft>) {
  const facts = { ...cross, rates: { takerFeeRate: '0.001', makerFeeRate: '0' } } as const;
  return crossOrderCost(figureOut(withPositionTerms({ ...draft, ...change }, facts, {}), facts), facts);
}

it('shows the order cost of an order that enlarges a cross position, at the leverage of the position', () => {
  expect(costOf({ size: '2', price: '98' })).toBe('1.9796');
  expect(costOf({ side: 'sell' })).toBeNull();
  expect(costOf({ isReduceOnly: true })).toBeNull();
  expect(costOf({ size: '' })).toBeNull();
});
