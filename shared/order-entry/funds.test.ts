import { expect, it } from 'vitest';
import { unreadablePart } from '../domain/completeness.ts';
import { buildBalance } from '../testing/build-balance.ts';
import { usdt } from './comparison/testing/build-comparison.ts';
import { fundsOf } from './funds.ts';

const coins = buildBalance({ wallet: 'trade', currency: usdt.baseCurrency, available: '2' });
const odd = { endpoint: 'GET /api/v1/accounts', field: 'balance', id: 'x', symbol: null, raw: '{}' };
const paidFrom = { balances: [coins], margin: undefined, missing: [] };

it('funds: an available amount that the exchange omits is unknown, not 0', () => {
  const silent = { ...paidFrom, balances: [{ ...coins, available: null }] };
  expect(fundsOf('spot', usdt, silent)).toEqual({ base: null, quote: '0' });
});

it('funds: a balance missing in the list is unknown, not 0, while a row of the list is unreadable', () => {
  expect(fundsOf('spot', usdt, paidFrom)).toEqual({ base: '2', quote: '0' });
  const partial = { ...paidFrom, missing: unreadablePart('balance', [odd]) };
  expect(fundsOf('spot', usdt, partial)).toEqual({ base: '2', quote: null });
});
