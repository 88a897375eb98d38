import { describe, expect, it } from 'vitest';
import { compare } from '#shared/decimal.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { editDraft, emptyDraft, positionObjection, summariseMargin } from './margin-form.ts';

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

describe('what was typed', () => {
  it('nothing typed is no error', () => {
    expect(summariseMargin(emptyDraft, facts)).toEqual({ amount: null, preview: null, error: null });
    expect(summariseMargin(typed('   '), facts).error).toBeNull();
  });

  it('an amount is sent as typed and previewed', () => {
    const summary = summariseMargin(typed(' 5 '), facts);
    expect(summary.amount).toBe('5');
    expect(summary.preview?.after.liquidationPrice).toBe('77455.6');
    expect(summary.error).toBeNull();
  });

  it('a target liquidation price becomes an amount; the last field typed into decides', () => {
    const draft = editDraft(typed('1'), { kind: 'target', text: '77455.6' });
    expect(summariseMargin(draft, facts).amount).toBe('5');
    expect(summariseMargin(editDraft(draft, { kind: 'amount', text: '2' }), facts).amount).toBe('2');
    expect(summariseMargin(editDraft(draft, { kind: 'target', text: '90000' }), facts).error).toMatch(
      /no better than now/,
    );
  });

  it('a room that is wished for becomes a price on a tick that is no nearer, and an amount', () => {
    const wished = (text: string) => summariseMargin(editDraft(emptyDraft, { kind: 'distance', text }), facts);
    const { amount, preview } = wished('15');
    // 94 266.19 × 0.85 = 80 126.2615
    expect(preview?.after.liquidationPrice).toBe('80126.2');
    expect(compare(preview?.after.distance ?? '0', '0.15')).not.toBe(-1);
    expect(amount).toBe('2.3294');
    expect(wished('1').error).toMatch(/no better than now/);
    expect(wished('100').error).toMatch(/further than the price can go/);
    const short = { ...position, quantity: '-1', liquidationPrice: '105995.6' } as const;
    const draft = editDraft(emptyDraft, { kind: 'distance', text: '15' });
    // 94 266.19 × 1.15 = 108 406.1185, up to the tick
    expect(summariseMargin(draft, { ...facts, position: short }).preview?.after.liquidationPrice).toBe('108406.2');
    const unmarked = { ...facts, position: { ...position, markPrice: '0' } } as const;
    expect(summariseMargin(draft, unmarked).error).toMatch(/further/);
  });

  it('a target alone is enough, and an emptied field counts as nothing typed', () => {
    expect(summariseMargin(editDraft(emptyDraft, { kind: 'target', text: '77455.6' }), facts).amount).toBe('5');
    const emptied = editDraft(typed('1'), { kind: 'target', text: ' ' });
    expect(summariseMargin(emptied, facts)).toEqual({ amount: null, preview: null, error: null });
  });

  it('all that is free may be added, and in USDT as little as one likes', () => {
    expect(summariseMargin(typed('100'), facts)).toMatchObject({ amount: '100', error: null });
    expect(summariseMargin(typed('0.00000001'), facts)).toMatchObject({ amount: '0.00000001', error: null });
  });

  it.each(['abc', '1,5', '-1', '0', '1e3'])('%s is refused before anything is sent', text => {
    expect(summariseMargin(typed(text), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/above zero/),
    });
  });

  it('more than is free, too many digits, and less than the exchange takes', () => {
    expect(summariseMargin(typed('100.01'), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/Only 100 USDT/),
    });
    expect(summariseMargin(typed('100.01'), facts).preview).not.toBeNull();
    expect(summariseMargin(typed('1.123456789'), facts).error).toMatch(/at most 8 digits/);
    const inXbt = { ...facts, position: { ...position, settleCurrency: 'XBT' } };
    expect(summariseMargin(typed('0.00001666'), inXbt).error).toMatch(/no less than 0.00001667 XBT/);
    expect(summariseMargin(typed('0.00001667'), inXbt).error).toBeNull();
    expect(summariseMargin(typed('1000000'), { ...facts, available: null }).error).toBeNull();
  });
});

it('a cross or a closed position takes no margin by hand', () => {
  expect(positionObjection(position)).toBeNull();
  expect(positionObjection({ ...position, isOpen: false })).toMatch(/closed/);
  expect(positionObjection({ ...position, maintenanceMargin: null })).toMatch(/does not say/);
  expect(summariseMargin(typed('5'), { ...facts, position: { ...position, marginMode: 'cross' } })).toMatchObject({
    amount: null,
    preview: null,
    error: expect.stringMatching(/cross/),
  });
});
