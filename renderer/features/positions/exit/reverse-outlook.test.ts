import { expect, it } from 'vitest';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { openingOrder } from './exit-form.ts';
import { reverseOutlook } from './reverse-outlook.ts';

const contract = buildFuturesContract({
  multiplier: '0.1',
  tickSize: '1',
  takerFeeRate: '0.001',
  maintainMargin: '0.01',
});
const context = {
  position: buildPosition({ quantity: '10' }),
  terms: contractTerms(contract),
  contract,
  levels: [],
  book: { state: 'live', bids: [['100', '40']], asks: [['101', '40']] },
  slippageCap: '0.01',
} as const;

it('reversal outlook shows the opposite position with its liquidation price and the order cost of the second step', () => {
  const outlook = reverseOutlook(openingOrder(context, '10'), context, null);
  // ten lots sold at 99: 99 ÷ 10 of margin, and fees in and out
  expect(outlook).toMatchObject({ quantityAfter: '-10', orderCost: '10.1079' });
  expect(Number(outlook?.liquidationAfter)).toBeGreaterThan(99);
});

it('reversal outlook adds to a position of the other side that is open already', () => {
  const position = buildPosition({ quantity: '10', positionSide: 'long' });
  const opposite = buildPosition({
    quantity: '-30',
    positionSide: 'short',
    positionCost: '-300',
    positionMargin: '30',
    bankruptcyCost: '0',
  });
  const hedged = { ...context, position, opposite };
  const order = openingOrder(hedged, '10');
  const [alone, joined] = [
    reverseOutlook(order, { ...hedged, opposite: null }, null),
    reverseOutlook(order, hedged, null),
  ];
  expect([alone?.quantityAfter, joined?.quantityAfter]).toEqual(['-10', '-40']);
  expect(joined?.liquidationAfter).not.toBe(alone?.liquidationAfter);
  expect(joined?.orderCost).toBe(alone?.orderCost);
});

it('reversal outlook takes the liquidation price from the expected fill and the order cost from the worst price', () => {
  const opening = openingOrder(context, '10');
  const [worst, expected] = ([null, '100'] as const).map(price => reverseOutlook(opening, context, price));
  // entry times 1 + initial margin − maintenance margin, in whole ticks: 99 × 1.09 and 100 × 1.09
  expect([worst?.liquidationAfter, expected?.liquidationAfter]).toEqual(['107', '109']);
  expect(expected?.orderCost).toBe(worst?.orderCost);
});

it('reversal outlook leaves the liquidation price of a cross position unknown, and all of it without a second order', () => {
  const cross = { ...context, position: buildPosition({ quantity: '10', marginMode: 'cross' }) };
  expect(reverseOutlook(openingOrder(cross, null), cross, null)).toEqual({
    quantityAfter: '-10',
    liquidationAfter: null,
    orderCost: null,
  });
  expect(reverseOutlook(openingOrder(context, null), context, null)).toBeNull();
  const order = openingOrder(context, '10');
  if (order === null) throw new Error('there is an order');
  expect(reverseOutlook({ ...order, size: undefined }, context, null)).toBeNull();
  expect(reverseOutlook({ ...order, price: undefined }, context, null)).toBeNull();
});
