import { describe, expect, it } from 'vitest';
import { compare } from '#shared/decimal.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { editDraft, emptyDraft, positionError, summariseMargin } from './margin-form.ts';

const position = buildPosition();
const contract = buildFuturesContract({
  markPrice: '94266.19',
  indexPrice: '94266',
  lastTradePrice: '94266',
  fundingFeeRate: '0.0001',
  predictedFundingFeeRate: '0.0001',
  nextFundingInMs: 1000,
  openInterest: '1',
});
const facts = { position, contract, available: '100' } as const;
const typed = (text: string) => editDraft(emptyDraft, { kind: 'amount', text });

describe('the typed margin', () => {
  it('may be empty without an error', () => {
    expect(summariseMargin(emptyDraft, facts)).toEqual({ amount: null, preview: null, error: null });
    expect(summariseMargin(typed('   '), facts).error).toBeNull();
  });

  it('the typed margin is sent as typed and previewed', () => {
    const summary = summariseMargin(typed(' 5 '), facts);
    expect(summary.amount).toBe('5');
    expect(summary.preview?.after.liquidationPrice).toBe('77455.6');
    expect(summary.error).toBeNull();
  });

  it('follows a target liquidation price, by the last field typed into', () => {
    const draft = editDraft(typed('1'), { kind: 'target', text: '77455.6' });
    expect(summariseMargin(draft, facts).amount).toBe('5');
    expect(summariseMargin(editDraft(draft, { kind: 'amount', text: '2' }), facts).amount).toBe('2');
    expect(summariseMargin(editDraft(draft, { kind: 'target', text: '90000' }), facts).error).toMatch(
      /not better than now/,
    );
  });

  it('follows a target liq. distance, at a price on a tick that is no nearer', () => {
    const wished = (text: string) => summariseMargin(editDraft(emptyDraft, { kind: 'distance', text }), facts);
    const { amount, preview } = wished('15');
    // 94 266.19 × 0.85 = 80 126.2615
    expect(preview?.after.liquidationPrice).toBe('80126.2');
    expect(compare(preview?.after.distance ?? '0', '0.15')).not.toBe(-1);
    expect(amount).toBe('2.3294');
    expect(wished('1').error).toMatch(/not better than now/);
    expect(wished('100').error).toMatch(/cannot move that far/);
    const short = { ...position, quantity: '-1', liquidationPrice: '105995.6' } as const;
    const draft = editDraft(emptyDraft, { kind: 'distance', text: '15' });
    // 94 266.19 × 1.15 = 108 406.1185, up to the tick
    expect(summariseMargin(draft, { ...facts, position: short }).preview?.after.liquidationPrice).toBe('108406.2');
    const unmarked = { ...facts, position: { ...position, markPrice: '0' } } as const;
    expect(summariseMargin(draft, unmarked).error).toMatch(/cannot move that far/);
  });

  it('may come from a target alone, and an emptied field is empty', () => {
    expect(summariseMargin(editDraft(emptyDraft, { kind: 'target', text: '77455.6' }), facts).amount).toBe('5');
    const emptied = editDraft(typed('1'), { kind: 'target', text: ' ' });
    expect(summariseMargin(emptied, facts)).toEqual({ amount: null, preview: null, error: null });
  });

  it('may be all of the available balance, and in USDT any small amount', () => {
    expect(summariseMargin(typed('100'), facts)).toMatchObject({ amount: '100', error: null });
    expect(summariseMargin(typed('0.00000001'), facts)).toMatchObject({ amount: '0.00000001', error: null });
  });

  it.each(['abc', '1,5', '-1', '0', '1e3'])('rejects the margin %s before sending', text => {
    expect(summariseMargin(typed(text), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/above zero/),
    });
  });

  it('rejects a margin beyond the balance, with too many digits, or below the minimum', () => {
    expect(summariseMargin(typed('100.01'), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/Only 100 USDT/),
    });
    expect(summariseMargin(typed('100.01'), facts).preview).not.toBeNull();
    expect(summariseMargin(typed('1.123456789'), facts).error).toMatch(/at most 8 digits/);
    const inXbt = { ...facts, position: { ...position, settleCurrency: 'XBT' } };
    expect(summariseMargin(typed('0.00001666'), inXbt).error).toMatch(/minimum is 0.00001667 XBT/);
    expect(summariseMargin(typed('0.00001667'), inXbt).error).toBeNull();
    expect(summariseMargin(typed('1000000'), { ...facts, available: null }).error).toBeNull();
  });
});

it('margin can be added without a preview while a figure of the position is unknown, and no amount is computed', () => {
  for (const field of ['averageEntryPrice', 'markPrice', 'positionMargin', 'bankruptcyCost', 'maintenanceMargin']) {
    const unknown = { ...facts, position: { ...position, [field]: null } };
    expect(positionError(unknown.position)).toBeNull();
    expect(summariseMargin(typed('5'), unknown)).toEqual({ amount: '5', preview: null, error: null });
    const target = { ...emptyDraft, mode: 'target', target: '1' } as const;
    expect(summariseMargin(target, unknown)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/no preview/),
    });
  }
});

it('margin form fails for a cross or a closed position', () => {
  expect(positionError(position)).toBeNull();
  expect(positionError({ ...position, isOpen: false })).toMatch(/closed/);
  expect(summariseMargin(typed('5'), { ...facts, position: { ...position, marginMode: 'cross' } })).toMatchObject({
    amount: null,
    preview: null,
    error: expect.stringMatching(/cross/),
  });
});
