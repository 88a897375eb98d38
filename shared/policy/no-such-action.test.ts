import { expect, it } from 'vitest';
import { beyondTypes } from '#shared/testing/proof/beyond-types.ts';
import { judge } from './judge.ts';
import { defaultPolicy } from './policy.ts';
import { tooMuch } from './policy-errors.ts';

it('an unknown action is rejected with an error', () => {
  const facts = { book: { bids: [], asks: [] }, rates: {}, spentToday: '0' } as const;
  expect(() => judge(beyondTypes({ kind: 'gift' }), defaultPolicy, facts)).toThrow('unexpected value');
});

it('a figure above its limit without a message is rejected with an error', () => {
  const what = beyondTypes<{ kind: 'loan' }>({ kind: 'gift' });
  expect(() => tooMuch({ what, figure: '2', limit: '1', policy: defaultPolicy })).toThrow('unexpected value');
  expect(tooMuch({ what, figure: '1', limit: '1', policy: defaultPolicy })).toEqual([]);
});
