import { expect, it } from 'vitest';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { changeText } from './change-text.ts';

const change = (part: Partial<AccountChange>): AccountChange => ({
  userId: 'a',
  name: 'alpha',
  kind: 'figures',
  before: '',
  after: '',
  coin: null,
  moved: null,
  ...part,
});

it.each([
  [{ before: 'untold', after: 'told' }, 'its figures are back'],
  [{ before: 'told', after: 'untold' }, 'its figures are not told any more'],
  [{ kind: 'renamed', before: 'omega', after: 'alpha' }, 'was called omega'],
  [{ kind: 'status', before: '2', after: '3' }, 'enabled → frozen'],
  [{ kind: 'access', before: 'All', after: 'Spot' }, 'access All → Spot'],
  [{ kind: 'remarks', before: '', after: 'new words' }, 'remarks none → “new words”'],
  [
    { kind: 'balance', before: '0', after: '1500.129', coin: 'USDT', moved: '1500.129' },
    'balance jumped +1,500.13 USDT (0 → 1,500.13 USDT)',
  ],
] as const)('tells %o', (part, text) => expect(changeText(change(part), 'USDT')).toBe(text));
