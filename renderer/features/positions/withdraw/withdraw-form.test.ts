import { expect, it } from 'vitest';
import { add, compare, isNegative, subtract } from '#shared/decimal.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { emptyDraft } from '../margin/margin-form.ts';
import { summariseWithdrawal, type WithdrawFacts } from './withdraw-form.ts';

const position = buildPosition({ isOpen: true, marginMode: 'isolated' });
const summarise = (amount: string, of: WithdrawFacts) => summariseWithdrawal({ ...emptyDraft, amount }, of);
const facts = { position, contract: buildFuturesContract(), most: '30' } as const;

it('an empty margin removal has no error, and an invalid amount has one', () => {
  expect(summarise(' ', facts)).toEqual({ amount: null, preview: null, error: null });
  for (const typed of ['0', 'x', '-1']) expect(summarise(typed, facts).error).toContain('above zero');
});

it('a margin removal is limited by the exchange’s limit, and not possible while that is unknown', () => {
  expect(summarise('30', facts)).toMatchObject({ amount: '30', error: null });
  expect(summarise('30.1', facts)).toMatchObject({
    amount: null,
    error: 'At most 30 USDT can be removed now',
  });
  expect(summarise('1', { ...facts, most: null }).error).toBe('The removable margin is unknown.');
  expect(summarise('0.000000001', facts).error).toContain('at most 8 digits');
});

it('removed margin moves a long’s liquidation nearer', () => {
  const preview = summarise('10', facts).preview;
  const { before, after } = preview ?? {};
  expect(subtract(after?.positionMargin ?? '0', before?.positionMargin ?? '0')).toBe('-10');
  const moved = subtract(before?.liquidationPrice ?? '0', after?.liquidationPrice ?? '0');
  expect(isNegative(position.quantity) ? !isNegative(moved) : isNegative(moved)).toBe(true);
  expect(summarise('10', { ...facts, position: { ...position, marginWithPnl: null } }).preview).toBeNull();
});

it('a target price or distance gives the removable amount, and never more', () => {
  const of = { ...facts, most: null };
  const after = (change: Partial<typeof emptyDraft>) =>
    summariseWithdrawal({ ...emptyDraft, ...change }, of).preview?.after;
  const now = previewNow();
  const target = add(now, '100');
  expect(after({ mode: 'target', target })?.liquidationPrice).toBe(target);
  const room = after({ mode: 'distance', distance: '1' })?.distance;
  expect(room === null || room === undefined ? null : compare(room, '0.01') >= 0 && compare(room, '0.0101') < 0).toBe(
    true,
  );
  const error = (change: Partial<typeof emptyDraft>) => summariseWithdrawal({ ...emptyDraft, ...change }, of).error;
  expect(error({ mode: 'target', target: subtract(now, '100') })).toContain('not worse than now');
  expect(error({ mode: 'distance', distance: '100' })).toContain('cannot move that far');
  const unknown = { ...of, position: { ...position, marginWithPnl: null } };
  expect(summariseWithdrawal({ ...emptyDraft, mode: 'target', target }, unknown).error).toContain('no preview');
});

function previewNow() {
  const price = summarise('0.00000001', facts).preview?.before.liquidationPrice;
  if (price === null || price === undefined) throw new Error('the position has a liquidation price');
  return price;
}
