import { expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { filledPart } from './filled-part.ts';

const ended = (change: Parameters<typeof buildOrder>[0] = {}) =>
  buildOrder({ type: 'limit', timeInForce: 'IOC', isActive: false, size: '450', filledSize: '32', ...change });

it.each([
  ['an IOC order', {}, '0.071111111112'],
  ['an IOC order without a fill', { filledSize: '0' }, '0'],
  ['a FOK order that filled', { timeInForce: 'FOK', filledSize: '450' }, '1'],
  ['a market order', { type: 'market', timeInForce: null, filledSize: '225' }, '0.5'],
  ['a market order by funds', { type: 'market', size: null, funds: '100', filledFunds: '25' }, '0.25'],
  ['an order that may rest', { timeInForce: 'GTC' }, null],
  ['an order of unknown time in force', { timeInForce: null }, null],
  ['an order that is active', { isActive: true }, null],
  [
    'a market order by funds with unknown filled funds',
    { type: 'market', size: null, funds: '100', filledFunds: null },
    null,
  ],
] as const)('filled part of a reply: reads %s', (_what, change, part) => {
  expect(filledPart(ended(change))).toBe(part);
});
