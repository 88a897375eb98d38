import { expect, it } from 'vitest';
import { isNegative, subtract } from '#shared/decimal.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { summariseWithdrawal } from './withdraw-form.ts';

const position = buildPosition({ isOpen: true, marginMode: 'isolated' });
const facts = { position, contract: buildFuturesContract(), most: '30' } as const;

it('nothing typed is no mistake; what is no amount is', () => {
  expect(summariseWithdrawal(' ', facts)).toEqual({ amount: null, preview: null, error: null });
  for (const typed of ['0', 'x', '-1']) expect(summariseWithdrawal(typed, facts).error).toContain('above zero');
});

it('no more than the exchange lets go, nor what it may let go that nobody knows', () => {
  expect(summariseWithdrawal('30', facts)).toMatchObject({ amount: '30', error: null });
  expect(summariseWithdrawal('30.1', facts)).toMatchObject({
    amount: null,
    error: 'At most 30 USDT may be taken out now.',
  });
  expect(summariseWithdrawal('1', { ...facts, most: null }).error).toBe('How much may be taken out is not known.');
  expect(summariseWithdrawal('0.000000001', facts).error).toContain('at most 8 digits');
});

it('less margin brings a long’s liquidation nearer', () => {
  const preview = summariseWithdrawal('10', facts).preview;
  const { before, after } = preview ?? {};
  expect(subtract(after?.positionMargin ?? '0', before?.positionMargin ?? '0')).toBe('-10');
  const moved = subtract(before?.liquidationPrice ?? '0', after?.liquidationPrice ?? '0');
  expect(isNegative(position.quantity) ? !isNegative(moved) : isNegative(moved)).toBe(true);
  expect(summariseWithdrawal('10', { ...facts, position: { ...position, marginWithPnl: null } }).preview).toBeNull();
});
