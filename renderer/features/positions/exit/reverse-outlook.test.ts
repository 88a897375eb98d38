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

it('shows the opposite position with its liquidation price and the order cost of the second step', () => {
  const outlook = reverseOutlook(openingOrder(context, '10'), context);
  // ten lots sold at 99: 99 ÷ 10 of margin, and fees in and out
  expect(outlook).toMatchObject({ quantityAfter: '-10', orderCost: '10.1079' });
  expect(Number(outlook?.liquidationAfter)).toBeGreaterThan(99);
});

it('leaves the liquidation price of a cross position unknown, and all of it without a second order', () => {
  const cross = { ...context, position: buildPosition({ quantity: '10', marginMode: 'cross' }) };
  expect(reverseOutlook(openingOrder(cross, null), cross)).toEqual({
    quantityAfter: '-10',
    liquidationAfter: null,
    orderCost: null,
  });
  expect(reverseOutlook(openingOrder(context, null), context)).toBeNull();
  const order = openingOrder(context, '10');
  if (order === null) throw new Error('there is an order');
  expect(reverseOutlook({ ...order, size: undefined }, context)).toBeNull();
  expect(reverseOutlook({ ...order, price: undefined }, context)).toBeNull();
});
