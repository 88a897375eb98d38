import { expect, it } from 'vitest';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { fillResultOf } from './fill-result.ts';

const contract = contractTerms(buildFuturesContract({ tickSize: '0.1', multiplier: '0.001' }));
const pair = spotTerms(buildSpotSymbol({ priceIncrement: '0.1' }));
const order = {
  venue: 'futures',
  filledSize: '32',
  filledFunds: '3.2',
  fee: null,
  feeCurrency: null,
  isActive: false,
} as const;
const spot = { ...order, venue: 'spot', filledSize: '0.5', filledFunds: '50' } as const;

it.each([
  [order, '450', 'warning', 'Filled 32 of 450 lots at average 100. Cancelled: 418 lots.'],
  [order, '32', 'success', 'Filled 32 of 32 lots at average 100.'],
  [{ ...order, filledSize: '0', filledFunds: '0' }, '450', 'danger', 'Filled 0 of 450 lots. Cancelled: 450 lots.'],
  [{ ...order, isActive: true }, '450', 'open', 'Filled 32 of 450 lots at average 100. 418 lots are open.'],
] as const)(
  'fill result states filled of requested size, average price and rest in the tone of the outcome: %o of %s is %s',
  (sent, lots, tone, text) => {
    expect(fillResultOf(sent, lots, contract)).toEqual({ tone, text });
  },
);

it('fill result states size and fee of a spot order in its currencies', () => {
  const paid = { ...spot, fee: '0.05', feeCurrency: 'USDT' } as const;
  expect(fillResultOf(paid, '0.5', pair).text).toBe('Filled 0.5 of 0.5 BTC at average 100, fee 0.05 USDT.');
  expect(fillResultOf({ ...spot, isActive: true }, '2', pair).text).toBe(
    'Filled 0.5 of 2 BTC at average 100. 1.5 BTC is open.',
  );
  expect(fillResultOf(spot, '2', pair)).toMatchObject({
    tone: 'warning',
    text: expect.stringContaining('Cancelled: 1.5 BTC.'),
  });
});
