import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { fillResultOf } from './fill-result.ts';

const contract = buildFuturesContract({ tickSize: '0.1', multiplier: '0.001' });
const order = { venue: 'futures', filledSize: '32', filledFunds: '3.2', isActive: false } as const;

it.each([
  [order, '450', 'warning', 'Filled 32 of 450 lots at average 100. 418 lots were cancelled.'],
  [order, '32', 'success', 'Filled 32 of 32 lots at average 100.'],
  [{ ...order, filledSize: '0', filledFunds: '0' }, '450', 'danger', 'Filled 0 of 450 lots. 450 lots were cancelled.'],
  [{ ...order, isActive: true }, '450', 'open', 'Filled 32 of 450 lots at average 100. 418 lots are open.'],
] as const)(
  'states filled of asked, average price and rest in the tone of the outcome: %o of %s is %s',
  (sent, lots, tone, text) => {
    expect(fillResultOf(sent, lots, contract)).toEqual({ tone, text });
  },
);
