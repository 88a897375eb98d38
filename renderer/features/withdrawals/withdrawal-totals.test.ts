import { expect, it } from 'vitest';
import { buildWithdrawal } from '#shared/testing/build-balance.ts';
import { totalsText } from './withdrawal-totals.ts';

it('withdrawal totals sum by currency only, and state which fees are unknown', () => {
  expect(totalsText([])).toEqual({ moved: 'done nothing · under way nothing', fees: 'fees nothing' });
  expect(
    totalsText([
      buildWithdrawal({ amount: '1000.5', fee: '1' }),
      buildWithdrawal({ amount: '1000', fee: '0.5' }),
      buildWithdrawal({ amount: '0.25', currency: 'BTC', fee: '0' }),
      buildWithdrawal({ amount: '7', fee: null }),
      buildWithdrawal({ amount: '5', status: 'processing', fee: '9' }),
      buildWithdrawal({ amount: '3', status: 'failure', fee: '9' }),
    ]),
  ).toEqual({
    moved: 'done 2,007.5 USDT + 0.25 BTC · under way 5 USDT',
    fees: 'fees 1.5 USDT (fee of 1 unknown)',
  });
});
