import { describe, expect, it } from 'vitest';
import { classifyRejection } from './codes.ts';

function kindOf(code: string, rest: Partial<Parameters<typeof classifyRejection>[0]> = {}) {
  return classifyRejection({ code, message: '', httpStatus: 200, isAboutOne: false, ...rest }).kind;
}

describe('classifyRejection', () => {
  it.each([
    ['400001', 'wrong-signature'],
    ['400002', 'clock'],
    ['400003', 'unknown-key'],
    ['400004', 'wrong-passphrase'],
    ['400005', 'wrong-signature'],
    ['400006', 'ip-refused'],
    ['400007', 'permission'],
    ['400008', 'wrong-passphrase'],
    ['400009', 'wrong-passphrase'],
    ['401000', 'not-found'],
    ['404000', 'not-found'],
    ['200000', 'not-found'],
    ['429000', 'rate-limited'],
    ['429001', 'rate-limited'],
    ['500000', 'exchange-failed'],
    ['503000', 'exchange-failed'],
    ['200004', 'exchange-rejected'],
    ['400100', 'exchange-rejected'],
    ['102426', 'exchange-rejected'],
    ['330005', 'exchange-rejected'],
    ['999999', 'exchange-rejected'],
  ] as const)('maps %s to %s', (code, kind) => {
    expect(kindOf(code)).toBe(kind);
  });

  it('takes the status when it states more than the code', () => {
    expect(kindOf('1015', { httpStatus: 429 })).toBe('rate-limited');
    expect(kindOf('1015')).toBe('exchange-rejected');
    expect(kindOf('400100', { httpStatus: 503 })).toBe('exchange-failed');
  });

  it.each([
    ['200004', 'the balance is not sufficient. Lower the amount or move money to this wallet.'],
    ['126013', 'the balance is not sufficient. Lower the amount or move money to this wallet.'],
    ['330005', 'the margin mode of the position does not allow this. Use the margin mode of the position.'],
    ['126044', 'the client id was already used. Check whether the order exists.'],
    ['130202', 'nothing of this is lent now. Check what can be borrowed, and the debt ratio.'],
    ['130316', 'the loan or repayment is not possible. Check the debt and the margin account.'],
    ['230003', 'the amount cannot be moved: the wallet does not have it free.'],
    ['260210', 'withdrawals of this currency are switched off.'],
  ])('states what to do about %s', (code, sentence) => {
    const rejection = classifyRejection({ code, message: '', httpStatus: 200, isAboutOne: false });
    expect(rejection).toEqual({
      kind: 'exchange-rejected',
      sentence: `The exchange rejected the request: ${sentence}`,
    });
  });

  it('has each code once, and reports an unknown one as a rejection only', () => {
    const unknown = classifyRejection({ code: '987654', message: 'odd', httpStatus: 200, isAboutOne: false });
    expect(unknown).toEqual({ kind: 'exchange-rejected', sentence: 'The exchange rejected the request.' });
    expect(kindOf('126043', { isAboutOne: true })).toBe('not-found');
  });

  it('shows the address that the exchange sees', () => {
    const message = 'Invalid request ip, the current clientIp is:2001:db8::7';
    const { sentence } = classifyRejection({ code: '400006', message, httpStatus: 403, isAboutOne: false });
    expect(sentence).toContain('2001:db8::7');
    expect(
      classifyRejection({ code: '400006', message: 'no', httpStatus: 403, isAboutOne: false }).sentence,
    ).not.toContain('sees');
  });

  it.each([
    ['100001', 'error.getOrder.orderNotExist'],
    ['100001', ''],
    ['100004', 'The order cannot be canceled.'],
    ['126043', ''],
    ['400100', 'order_not_exist_or_not_allow_to_cancel'],
    ['400100', 'order not exist.'],
    ['102421', 'Order does not exist'],
    ['400100', 'The order cannot be cancelled'],
    ['900009', 'order not found'],
  ])('maps %s "%s" about one order to not-found', (code, message) => {
    expect(kindOf(code, { message, isAboutOne: true })).toBe('not-found');
  });

  it('does not take a rejected placement for a missing order', () => {
    expect(kindOf('900001', { message: 'symbol not exists' })).toBe('exchange-rejected');
    expect(kindOf('100001', { message: 'price not on tick' })).toBe('exchange-rejected');
    expect(kindOf('400100', { message: 'wrong size', isAboutOne: true })).toBe('exchange-rejected');
    expect(kindOf('400003', { message: 'KC-API-KEY not exists', isAboutOne: true })).toBe('unknown-key');
  });
});
