import { describe, expect, it } from 'vitest';
import { Intent } from '../domain/account/intent.ts';
import { reducesRisk } from './risk-reduction.ts';

const always = new Set([
  'cancel-order',
  'cancel-stop',
  'cancel-futures-order',
  'cancel-margin-order',
  'cancel-margin-orders',
  'kill-switch',
  'add-margin',
  'repay',
]);
const whenReducing = new Set(['place-futures-order', 'place-futures-batch', 'amend-order']);
const whenSelling = new Set(['place-order', 'place-batch', 'place-stop', 'place-pair']);

describe.each(Intent.shape.kind.options)('an action of kind %s', kind => {
  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('reduces the risk as the table states when isReducing is %s and isSelling is %s', (isReducing, isSelling) => {
    const expected = always.has(kind) || (whenReducing.has(kind) && isReducing) || (whenSelling.has(kind) && isSelling);
    expect(reducesRisk({ kind, isReducing, isSelling })).toBe(expected);
  });
});

it('risk reduction excludes borrowing, removing margin and changing a limit', () => {
  for (const kind of ['borrow', 'withdraw-margin', 'set-cross-leverage', 'set-risk-limit', 'transfer'] as const)
    expect(reducesRisk({ kind, isReducing: true, isSelling: true })).toBe(false);
});
