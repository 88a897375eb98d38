import { expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { rejectionText } from './rejection-text.ts';

const spoken = { code: '200004', exchangeMessage: 'Balance insufficient!' };

it('a rejection has the words and the code of the exchange, or our sentence where it said none', () => {
  expect(rejectionText(fail('exchange-rejected', 'Rejected.', spoken).error)).toBe('Balance insufficient! (200004)');
  expect(rejectionText(fail('unreachable', 'Cannot be reached.').error)).toBe('Cannot be reached.');
});

it('a rejection of the time names the likely cause before the words of the exchange', () => {
  const error = fail('clock', 'The request probably took too long.', {
    code: '400002',
    exchangeMessage: 'Invalid time',
  });
  expect(rejectionText(error.error)).toBe('The request probably took too long. Invalid time (400002)');
});
