import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { createDrivenClock } from '#practice/kernel/clock.ts';
import { createLedger } from '../ledger.ts';
import type { WithdrawalRecord, WithdrawalRequest } from './types.ts';
import { createWithdrawals } from './withdrawals.ts';

const startMs = 1_760_000_000_000;
const tron = 'TxTzUXJteSSrXN5Xwwbz4H1h9KSmiGcB27';
const bitcoin = 'bc1q7dc96f776c8423e57a2785489a3f9c43fb6e75';
const toTron: WithdrawalRequest = {
  currency: 'USDT',
  amount: '100',
  address: tron,
  addressKind: 'ADDRESS',
  chain: 'TRC20',
};

function open(funds: Decimal = '1000') {
  const clock = createDrivenClock(startMs);
  const ledger = createLedger();
  const withdrawals = createWithdrawals({
    ledger,
    clock,
    feeAccountId: 'fees',
    recipientOf: address => (address === '77' ? 'neighbour' : null),
    worthUsdt: (currency, amount) => (currency === 'USDT' ? amount : null),
  });
  for (const currency of ['USDT', 'BTC', 'XRP', 'DOGE'])
    ledger.deposit({ accountId: 'ada', wallet: 'main', currency, amount: funds });
  const pass = (ms: number): void => {
    clock.advanceTo(clock.nowMs() + ms);
    withdrawals.tick(clock.nowMs());
  };
  const ask = (request: WithdrawalRequest): WithdrawalRecord => {
    const asked = withdrawals.request('ada', request);
    if (!asked.ok) throw new Error(asked.message);
    return asked.value;
  };
  const now = ({ id }: WithdrawalRecord) => withdrawals.find('ada', id);
  const main = (currency = 'USDT', accountId = 'ada') => {
    const { available, held } = ledger.balance(accountId, 'main', currency);
    return [available, held];
  };
  return { clock, ledger, withdrawals, pass, ask, now, main };
}

describe('a withdrawal', () => {
  it('holds its amount and its fee at once, and pays both when it is done', () => {
    const { ask, pass, now, main, ledger } = open();
    const asked = ask(toTron);
    expect(asked).toMatchObject({ amount: '100', fee: '1.5', chain: 'trx', isInner: false, walletTxId: null });
    expect(main()).toEqual(['898.5', '101.5']);
    pass(120_000);
    expect(now(asked)).toMatchObject({ status: 'SUCCESS', walletTxId: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(main()).toEqual(['898.5', '0']);
    expect(main('USDT', 'fees')).toEqual(['1.5', '0']);
    expect(ledger.totalOf('USDT')).toBe('900');
  });

  it('needs a review for a new address, and none for a known one', () => {
    const { ask, pass, now } = open();
    const first = ask(toTron);
    expect(first.status).toBe('REVIEW');
    pass(45_000);
    expect(now(first)?.status).toBe('PROCESSING');
    pass(20_000);
    expect(now(first)?.status).toBe('WALLET_PROCESSING');
    pass(3000);
    expect(now(first)).toMatchObject({ status: 'SUCCESS', updatedAtMs: startMs + 68_000 });
    expect(ask(toTron).status).toBe('PROCESSING');
  });

  it('changes its state at fixed times, however rarely it is read', () => {
    const often = open();
    const seldom = open();
    const [a, b] = [often.ask(toTron), seldom.ask(toTron)];
    for (let step = 0; step < 200; step += 1) often.pass(500);
    seldom.pass(100_000);
    expect(often.now(a)).toEqual(seldom.now(b));
  });

  it('takes the confirmations of its chain', () => {
    const { ask, pass, now } = open('10');
    const asked = ask({ ...toTron, currency: 'BTC', amount: '1', chain: 'btc', address: bitcoin });
    pass(65_000);
    expect(now(asked)?.status).toBe('WALLET_PROCESSING');
    pass(29 * 60_000);
    expect(now(asked)?.status).toBe('WALLET_PROCESSING');
    pass(60_000);
    expect(now(asked)?.status).toBe('SUCCESS');
  });

  it('fails when the wallet cannot send there, and gives the money back', () => {
    const { ask, pass, now, main } = open();
    const asked = ask({ ...toTron, address: bitcoin });
    pass(120_000);
    expect(now(asked)).toMatchObject({ status: 'FAILURE', failure: 'ADDRESS_INVALID', walletTxId: null });
    expect(main()).toEqual(['1000', '0']);
  });

  it('stays internal for another customer, and has no fee', () => {
    const { ask, pass, now, main, ledger } = open();
    const asked = ask({ currency: 'USDT', amount: '40', address: '77', addressKind: 'UID' });
    expect(asked).toMatchObject({ isInner: true, chain: '', fee: '0', status: 'PROCESSING' });
    pass(5000);
    expect(now(asked)).toMatchObject({ status: 'SUCCESS', walletTxId: null });
    expect(main('USDT', 'neighbour')).toEqual(['40', '0']);
    expect(ledger.totalOf('USDT')).toBe('1000');
    const lost = ask({ currency: 'USDT', amount: '40', address: '78', addressKind: 'UID' });
    pass(5000);
    expect(now(lost)).toMatchObject({ status: 'FAILURE', failure: 'RECIPIENT_UNKNOWN' });
    expect(main()).toEqual(['960', '0']);
  });

  it('can be cancelled until the wallet has it', () => {
    const { ask, pass, withdrawals, main } = open();
    const [early, late] = [ask(toTron), ask(toTron)];
    expect(withdrawals.cancel('ada', early.id)).toMatchObject({ ok: true, value: { status: 'FAILURE' } });
    expect(withdrawals.cancel('ada', early.id)).toMatchObject({ ok: false });
    pass(66_000);
    expect(withdrawals.cancel('ada', late.id)).toMatchObject({ ok: false });
    expect(withdrawals.cancel('ben', late.id)).toMatchObject({ ok: false });
    pass(60_000);
    expect(main()).toEqual(['898.5', '0']);
  });

  it('waits while its chain is closed', () => {
    const { withdrawals, pass, main } = open();
    withdrawals.remember('ada', {
      ...toTron,
      chain: 'omni',
      status: 'PROCESSING',
      createdAtMs: startMs - 5,
      updatedAtMs: startMs - 5,
    });
    pass(40 * 86_400_000);
    expect(withdrawals.list('ada', { startAtMs: 0, endAtMs: startMs })).toMatchObject([{ status: 'PROCESSING' }]);
    expect(main()).toEqual(['875', '125']);
  });
});

describe('the fee of a withdrawal', () => {
  it.each([
    ['EXTERNAL', '100', '1.5', '898.5'],
    ['INTERNAL', '98.5', '1.5', '900'],
  ] as const)('reduces %s', (feeDeductType, amount, fee, left) => {
    const { ask, main } = open();
    expect(ask({ ...toTron, feeDeductType })).toMatchObject({ amount, fee });
    expect(main()[0]).toBe(left);
  });

  it('reduces the amount when the wallet cannot pay it on top', () => {
    const { ask, main } = open('100');
    expect(ask(toTron)).toMatchObject({ amount: '98.5', fee: '1.5' });
    expect(main()).toEqual(['0', '100']);
  });

  it.each([
    ['1000', '5'],
    ['10000', '20'],
    ['900000', '200'],
  ] as const)('the fee for %s dogecoin equals %s: by rate, within minimum and maximum', (amount, fee) => {
    const { ask } = open('1000000');
    const address = 'D4P36KJeo7oYCcBZcaPLUfP9A5SqAuFKq8';
    expect(ask({ ...toTron, currency: 'DOGE', chain: 'doge', address, amount }).fee).toBe(fee);
  });
});

describe('a withdrawal request', () => {
  it.each([
    [{ currency: 'NONE' }, 'parameter', 'currency not exists: NONE'],
    [{ chain: 'doge' }, 'parameter', 'USDT has no chain doge'],
    [{ chain: 'OMNI' }, 'withdrawal-closed', 'withdrawals of USDT on OMNI are closed'],
    [{ amount: '2.9' }, 'parameter', 'amount must be at least 3'],
    [{ amount: '10.0000001' }, 'parameter', 'amount must have at most 6 digits after the point'],
    [{ amount: '999.5', feeDeductType: 'EXTERNAL' }, 'balance', 'Balance insufficient!'],
    [{ amount: '1000.5' }, 'balance', 'Balance insufficient!'],
    [{ currency: 'XRP', chain: 'xrp' }, 'parameter', 'memo is required for XRP'],
    [{ currency: 'BTC', chain: 'btcln', amount: '0.031' }, 'parameter', 'amount must be at most 0.03'],
  ] as const)('a withdrawal request with %o fails and moves nothing', (change, reason, message) => {
    const { withdrawals, main } = open();
    const request: WithdrawalRequest = { ...toTron, ...change };
    expect(withdrawals.request('ada', request)).toMatchObject({ ok: false, reason, message });
    for (const currency of ['USDT', 'BTC', 'XRP']) expect(main(currency)).toEqual(['1000', '0']);
  });

  it('a withdrawal request beyond the daily quota fails, and the quota returns after a day', () => {
    const { withdrawals, pass, ask } = open('3000000');
    ask({ ...toTron, amount: '999000' });
    expect(withdrawals.quota('ada')).toEqual({ limitUsdt: '999999', usedUsdt: '999000' });
    expect(withdrawals.request('ada', { ...toTron, amount: '1000' })).toMatchObject({ reason: 'withdrawal-closed' });
    pass(86_400_000);
    expect(withdrawals.quota('ada').usedUsdt).toBe('0');
    expect(withdrawals.request('ada', { ...toTron, amount: '1000' }).ok).toBe(true);
  });
});

describe('the list of withdrawals', () => {
  it('lists the newest first, and selects by time, currency and status', () => {
    const { ask, pass, withdrawals } = open();
    const ids = ['10', '11', '12'].map(amount => {
      pass(1000);
      return ask({ ...toTron, amount: `${Number(amount)}` }).id;
    });
    const all = (filter = {}) =>
      withdrawals.list('ada', { startAtMs: 0, endAtMs: startMs + 1e9, ...filter }).map(({ id }) => id);
    expect(all()).toEqual(ids.toReversed());
    expect(all({ startAtMs: startMs + 2000, endAtMs: startMs + 2000 })).toEqual([ids[1]]);
    expect(all({ currency: 'BTC' })).toEqual([]);
    withdrawals.cancel('ada', ids[0] ?? '');
    expect(all({ statuses: ['FAILURE'] })).toEqual([ids[0]]);
    expect(withdrawals.list('ben', { startAtMs: 0, endAtMs: startMs + 1e9 })).toEqual([]);
  });
});

describe('the total of all wallets', () => {
  it('stays constant, whatever is requested and cancelled', () => {
    const action = fc.record({
      amount: fc.integer({ min: 1, max: 400 }),
      address: fc.constantFrom(tron, bitcoin, '77', '78'),
      isInner: fc.boolean(),
      waitMs: fc.integer({ min: 0, max: 60_000 }),
      isTakenBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), actions => {
        const { withdrawals, pass, main, ledger } = open();
        for (const { amount, address, isInner, waitMs, isTakenBack } of actions) {
          const asked = withdrawals.request('ada', { ...toTron, amount: `${amount}`, address, isInner });
          pass(waitMs);
          if (asked.ok && isTakenBack) withdrawals.cancel('ada', asked.value.id);
        }
        pass(3_600_000);
        const done = withdrawals.list('ada', { startAtMs: 0, endAtMs: Number.MAX_SAFE_INTEGER });
        expect(done.filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILURE')).toEqual([]);
        const paid = done.filter(({ status }) => status === 'SUCCESS');
        const cost = paid.reduce((sum, { amount, fee }) => sum + Number(amount) + Number(fee), 0);
        expect(main()).toEqual([String(1000 - cost), '0']);
        const outside = paid.filter(({ isInner }) => !isInner).reduce((sum, { amount }) => sum + Number(amount), 0);
        expect(ledger.totalOf('USDT')).toBe(String(1000 - outside));
      }),
      { numRuns: 60 },
    );
  });
});
