import { describe, expect, it } from 'vitest';
import { streamNames } from '#shared/domain/archive/archive.ts';
import type { FuturesLedgerEntry } from '#shared/domain/account/futures-account.ts';
import type { Deposit } from '#shared/domain/money/transfer.ts';
import { succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import type { PastPageCalls } from '#client/endpoints/past-pages/page-calls.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { buildBooking } from '../testing/quiet-exchange.ts';
import type { FoundRow } from '../archive-store.ts';
import { isolatedLine } from '../records/loan-line.ts';
import { toFillRow } from './fill-row.ts';
import { toClosedPositionRow } from './futures/closed-positions.ts';
import { toFundingRow } from './futures/funding.ts';
import { futuresLedger } from './futures/futures-ledger.ts';
import { toInterestRow } from './spot/interest.ts';
import { toLedgerRow } from './ledger-row.ts';
import { allStreams } from './streams.ts';
import { toFoundPage } from './stream.ts';
import { toDepositRow } from './wallet/deposits.ts';
import { crossBorrowings, isolatedRepayments, toLoanRow } from './wallet/loans.ts';
import { toWithdrawalRow } from './wallet/withdrawals.ts';

const deposit: Deposit = {
  currency: 'BTC',
  chain: null,
  status: 'processing',
  amount: '1.50',
  fee: null,
  address: 'a',
  memo: null,
  walletTxId: null,
  isInner: false,
  createdAtMs: 5,
};

describe('keys of rows', () => {
  it('distinguish the two sides of a trade with oneself by the order', () => {
    const fill = buildFill({ tradeId: 't', orderId: 'buy' });
    expect(toFillRow(fill)?.key).not.toBe(toFillRow({ ...fill, orderId: 'sell' })?.key);
  });

  it('leave out a fill of unknown time, and count it as unreadable', () => {
    const rows = [buildFill(), buildFill({ tradeId: 't2', createdAtMs: null })];
    const page = { rows, unreadableCount: 1, total: null, next: null, text: '', endpoint: '' };
    const found = toFoundPage(succeed(page), toFillRow);
    expect(found.ok && [found.value.rows.length, found.value.unreadableCount]).toEqual([1, 2]);
  });

  it('leave out a deposit and a withdrawal of unknown time', () => {
    const untimed = { ...deposit, createdAtMs: null };
    expect(toDepositRow(untimed)).toBeNull();
    expect(toWithdrawalRow({ ...untimed, status: 'review', remark: null, updatedAtMs: null })).toBeNull();
  });

  it('keys of rows are the same for a booking in two ledgers, and differ for legs that share an id', () => {
    const leg = buildBooking({ id: '7', currency: 'USDT', direction: 'out', accountType: 'TRADE' });
    expect(toLedgerRow(leg).key).toBe(toLedgerRow({ ...leg, accountType: 'TRADE_HF' }).key);
    expect(toLedgerRow(leg).key).not.toBe(toLedgerRow({ ...leg, currency: 'BTC' }).key);
    expect(toLedgerRow(leg).key).not.toBe(toLedgerRow({ ...leg, direction: 'in' }).key);
  });

  it('stay the same when the status of a deposit or withdrawal changes', () => {
    const later = { ...deposit, status: 'success', walletTxId: 'tx', fee: '0.1' } as const;
    expect(toDepositRow(later)?.key).toBe(toDepositRow(deposit)?.key);
    const withdrawal = { ...deposit, address: 'a', remark: null, updatedAtMs: null };
    expect(toWithdrawalRow({ ...withdrawal, status: 'success', updatedAtMs: 9 })?.key).toBe(
      toWithdrawalRow(withdrawal)?.key,
    );
    expect(toDepositRow({ ...deposit, createdAtMs: 6 })?.key).not.toBe(toDepositRow(deposit)?.key);
  });
});

describe('rows', () => {
  it('keep decimals as the exchange wrote them, and only fields that have a value', () => {
    expect(toDepositRow(deposit)).toMatchObject({
      columns: { amount: '1.50' },
      rest: { address: 'a', isInner: 'false' },
    });
    expect(toDepositRow(deposit)?.rest).not.toHaveProperty('memo');
  });

  it('rows of funding are signed and named by their id', () => {
    const payment = { id: '9', symbol: 'XBTUSDTM', timeMs: 1, fundingRate: '0.0001', markPrice: '62000' } as const;
    const more = {
      quantity: '200',
      positionCost: null,
      funding: '-1.24',
      settleCurrency: 'USDT',
      marginMode: 'cross',
    } as const;
    expect(toFundingRow({ ...payment, ...more })).toMatchObject({
      key: '9',
      columns: { amount: '-1.24', price: '62000', size: '200', currency: 'USDT', wallet: 'cross' },
      rest: { fundingRate: '0.0001' },
    });
  });

  it('rows of the futures ledger leave out the sum of the running hours', async () => {
    const booked: FuturesLedgerEntry = {
      offset: '12',
      currency: 'USDT',
      type: 'RealisedPNL',
      amount: '1',
      fee: null,
      equity: null,
      status: 'Completed',
      remark: null,
      timeMs: 1,
    };
    const rows = [{ ...booked, offset: '-1', status: 'Pending' }, booked];
    const page = { rows, unreadableCount: 0, total: null, next: null, text: '', endpoint: '' };
    const { pastPages } = createFakeClient({ pastPages: { futuresLedger: () => Promise.resolve(succeed(page)) } });
    const query = { fromMs: 0, toMs: 1, symbol: '', unmet: [], askedAtMs: 0 };
    const read = await futuresLedger.readPage(pastPages, query, { priority: 'background' });
    expect(read.ok && read.value.rows.map(({ key }) => key)).toEqual(['USDT 12']);
  });

  it('rows of closed positions have their result, its parts and both prices', () => {
    const position = { id: 'c', symbol: 'XBTUSDTM', settleCurrency: 'USDT', type: 'CLOSE_LONG', side: 'long' } as const;
    const amounts = { leverage: '5', pnl: '-1.5', tradeFee: '0.2', fundingFee: '-0.1', openPrice: '60000' } as const;
    const times = { marginMode: null, closePrice: '59000', openedAtMs: 1, closedAtMs: 2 } as const;
    expect(toClosedPositionRow({ ...position, ...amounts, ...times })).toMatchObject({
      key: 'c',
      timeMs: 2,
      columns: { amount: '-1.5', fee: '0.2', price: '59000', side: 'long', kind: 'CLOSE_LONG' },
      rest: { openPrice: '60000', fundingFee: '-0.1', openedAtMs: '1' },
    });
  });

  it('rows of interest differ by isolated pair', () => {
    const charged = { currency: 'USDT', dayRate: '0.0003', amount: '.125', createdAtMs: 1 } as const;
    const [cross, isolated] = [toInterestRow(charged, ''), toInterestRow(charged, 'BTC-USDT')];
    expect(cross).toMatchObject({ columns: { wallet: 'cross', symbol: null, amount: '.125' } });
    expect(isolated).toMatchObject({ columns: { wallet: 'isolated', symbol: 'BTC-USDT' } });
    expect(cross.key).not.toBe(isolated.key);
  });
});

const isOpen = (found: FoundRow | null) => found !== null && crossBorrowings.isOpen?.(found);

describe('rows of loans', () => {
  const loan = { kind: 'borrow', orderNo: '7', symbol: null, currency: 'USDT', size: '10', actualSize: '9.5' } as const;
  const row = { ...loan, principal: null, interest: null, status: 'pending', createdAtMs: 3 } as const;

  it('distinguish borrowing and repaying, and may change while they are pending', () => {
    expect(toLoanRow(row, 'cross')).toMatchObject({ key: 'borrow 7', columns: { amount: '9.5', wallet: 'cross' } });
    expect(toLoanRow({ ...row, kind: 'repay' }, 'cross')?.key).toBe('repay 7');
    expect(isOpen(toLoanRow(row, 'cross'))).toBe(true);
    expect(isOpen(toLoanRow({ ...row, status: 'success' }, 'cross'))).toBe(false);
    expect(toLoanRow({ ...row, createdAtMs: null }, 'cross')).toBeNull();
  });

  it.each([
    [crossBorrowings, 'USDT', { currency: 'USDT', kind: 'borrow' }],
    [isolatedRepayments, isolatedLine('BTC-USDT', 'BTC'), { currency: 'BTC', symbol: 'BTC-USDT', kind: 'repay' }],
  ])('rows of loans are asked for by currency, and by pair of isolated margin', async (stream, symbol, wanted) => {
    const asked: unknown[] = [];
    const page = { rows: [], unreadableCount: 0, total: 0, next: null, text: '', endpoint: '' };
    const loans: PastPageCalls['loans'] = ({ fromMs: _from, toMs: _to, cursor: _cursor, ...scope }) => {
      asked.push(scope);
      return Promise.resolve(succeed(page));
    };
    const { pastPages } = createFakeClient({ pastPages: { loans } });
    await stream.readPage(
      pastPages,
      { fromMs: 0, toMs: 1, symbol, unmet: [], askedAtMs: 0 },
      { priority: 'background' },
    );
    expect(asked).toEqual([wanted]);
  });
});

describe('streams', () => {
  it('streams are complete, each under its own name', () => {
    expect(allStreams.map(({ name }) => name)).toEqual([...streamNames]);
  });

  it('streams that are asked by symbol take the symbols from a stream that is asked as a whole', () => {
    const whole = new Set(allStreams.filter(({ symbolsFrom }) => symbolsFrom === null).map(({ name }) => name));
    for (const name of streamNames)
      for (const { symbolsFrom } of allStreams) expect(symbolsFrom !== name || whole.has(name)).toBe(true);
  });

  it('have windows that the exchange keeps as a whole', () => {
    for (const { rules, backfillMs } of allStreams) {
      expect(rules.windowMs).toBeLessThanOrEqual(rules.keptMs ?? backfillMs);
      expect(rules.pollMs).toBeLessThan(rules.windowMs);
    }
  });
});
