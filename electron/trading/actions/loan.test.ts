import { expect, it } from 'vitest';
import type { LoanOutcome, LoanRecord, LoanRequest } from '#shared/domain/account/margin.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { Page } from '#shared/domain/page.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { FakeClientOptions } from '#client/testing/fake-client.ts';
import { createTrading } from '../trading.ts';
import {
  account,
  answering,
  freeBudget,
  freePolicy,
  inTurn,
  lost,
  noSafeguards,
  refuses,
  silent,
  startTestTrading,
  unreachable,
  refuseNone,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const loan: LoanRequest = { id: 'loan-1', currency: 'USDT', size: '10', symbol: null };
const outcome: LoanOutcome = { orderNo: 'no-2', actualSize: '10' };

const record = (change: Partial<LoanRecord> = {}): LoanRecord => ({
  kind: 'borrow',
  orderNo: 'no-1',
  symbol: null,
  currency: 'USDT',
  size: '10',
  actualSize: '10',
  principal: null,
  interest: null,
  status: 'success',
  createdAtMs: 1000,
  ...change,
});
const page = (...items: readonly LoanRecord[]): Page<LoanRecord> => {
  return { page: 1, pageSize: 50, totalItems: items.length, totalPages: 1, items };
};
const fresh = (change: Partial<LoanRecord> = {}) => record({ orderNo: 'no-2', createdAtMs: 2000, ...change });

const at = (pages: readonly Page<LoanRecord>[], send: () => Promise<Result<LoanOutcome>>) => {
  const read = inTurn(...pages.map(each => answering(each)));
  const sent = inTurn(send);
  return { here: account({ margin: { loans: read.call, borrow: sent.call, repay: sent.call } }), read, sent };
};

it('loan journals a borrowing before it is sent, once', async () => {
  const { here, read, sent } = at([page(record())], answering(outcome));
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toEqual(succeed(outcome));
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toEqual(succeed(outcome));
  expect(run.states()).toEqual(['sent', 'acknowledged']);
  expect(run.last()).toMatchObject({ kind: 'borrow', symbol: 'USDT', summary: 'Borrow 10 USDT (cross margin)' });
  expect(sent.calls).toEqual([{ currency: 'USDT', size: '10', symbol: undefined }]);
  expect(read.calls).toEqual([
    { kind: 'borrow', currency: 'USDT', symbol: undefined, startAtMs: undefined, page: 1, pageSize: 50 },
  ]);
});

it('loan repays on an isolated pair', async () => {
  const { here, sent } = at([page()], answering(outcome));
  await run.trading.changeLoan(here, { kind: 'repay', loan: { ...loan, symbol: 'BTC-USDT' } });
  expect(sent.calls).toEqual([{ currency: 'USDT', size: '10', symbol: 'BTC-USDT' }]);
  expect(run.last()).toMatchObject({ kind: 'repay', summary: 'Repay 10 USDT (isolated margin BTC-USDT)' });
});

it('loan sends nothing when the history cannot be read, because a lost answer could not be looked up', async () => {
  const sent = inTurn<LoanOutcome>(lost);
  const here = account({ margin: { loans: unreachable, borrow: sent.call } });
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toMatchObject({
    error: { kind: 'unreachable' },
  });
  const { here: there } = at([page()], lost);
  expect(await run.trading.changeLoan(there, { kind: 'borrow', loan: { ...loan, size: '0' } })).toMatchObject({
    error: { kind: 'invalid-request', field: 'size' },
  });
  expect(sent.calls).toEqual([]);
  expect(run.published).toEqual([]);
});

it('loan finds a lost borrowing in the history, and blocks others meanwhile', async () => {
  const { here, read, sent } = at([page(record()), page(record()), page(fresh(), record())], lost);
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toMatchObject({
    error: { isOutcomeUnknown: true },
  });
  expect(await run.trading.changeLoan(here, { kind: 'repay', loan: { ...loan, id: 'loan-2' } })).toMatchObject({
    error: { kind: 'invalid-request' },
  });
  await run.time.pass(500);
  expect(run.last()?.state).toBe('unknown');
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Borrowed: the exchange has it as no-2.' });
  expect(sent.calls).toHaveLength(1);
  expect(read.calls.at(-1)).toMatchObject({ startAtMs: 1000 });
});

it('loan finds a lost borrowing whose time is not stated by its number', async () => {
  const untimed = { createdAtMs: null };
  const { here, read } = at([page(record(untimed)), page(fresh(untimed), record(untimed))], lost);
  await run.trading.changeLoan(here, { kind: 'borrow', loan });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Borrowed: the exchange has it as no-2.' });
  expect(read.calls.at(-1)).toMatchObject({ startAtMs: undefined });
});

it.each<readonly [string, Page<LoanRecord>, string]>([
  ['one of another size', page(fresh({ size: '11' })), 'found-absent'],
  ['one that was there before', page(record()), 'found-absent'],
  ['one that failed', page(fresh({ status: 'failed' })), 'found-absent'],
  ['one that is pending', page(fresh({ status: 'pending' })), 'unknown'],
  ['one in a state that we do not know', page(fresh({ status: 'unknown' })), 'unknown'],
])('loan with %s is not the lost one', async (_name, later, state) => {
  const { here } = at([page(record()), later], lost);
  await run.trading.changeLoan(here, { kind: 'borrow', loan });
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe(state);
});

it.each<readonly [string, string | null, string]>([
  ['was there before', 'no-0', 'found-absent'],
  ['is new', 'no-2', 'unknown'],
  ['has no id', null, 'unknown'],
])(
  'loan is sent beside an unreadable row, which does not prove absence after a lost answer when it %s',
  async (...each) => {
    const [, id, state] = each;
    const odd: OddRow = { endpoint: 'GET /api/v3/margin/borrow', field: 'size', id, symbol: null, raw: '{}' };
    let reads = 0;
    const sent = inTurn<LoanOutcome>(lost);
    const loans: NonNullable<FakeClientOptions['margin']>['loans'] = (_input, options) => {
      reads += 1;
      if (reads > 1 || id === 'no-0') options.unreadable?.(odd);
      return answering(page(record()))();
    };
    const here = account({ margin: { loans, borrow: sent.call } });
    await run.trading.changeLoan(here, { kind: 'borrow', loan });
    await run.time.pass(10_500);
    expect(sent.calls).toHaveLength(1);
    expect(run.last()?.state).toBe(state);
  },
);

it('loan is never matched with an answered one of the same size, however late the history shows that', async () => {
  const read = inTurn(answering(page(record())), answering(page(record())), answering(page(fresh(), record())));
  const sent = inTurn<LoanOutcome>(answering(outcome), lost);
  const here = account({ margin: { loans: read.call, borrow: sent.call, repay: sent.call } });
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toEqual(succeed(outcome));
  await run.trading.changeLoan(here, { kind: 'borrow', loan: { ...loan, id: 'loan-2' } });
  await run.time.pass(10_500);
  expect(run.last()).toMatchObject({ key: 'loan-2', state: 'found-absent' });
});

it('loan repayment may take less than requested', async () => {
  const paid = fresh({ kind: 'repay', size: '4', actualSize: null, principal: '3.9', interest: '0.1' });
  const { here } = at([page(), page(paid)], lost);
  await run.trading.changeLoan(here, { kind: 'repay', loan });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ state: 'found-done' });
  expect(await run.trading.changeLoan(here, { kind: 'repay', loan })).toEqual(
    succeed({ orderNo: 'no-2', actualSize: '4' }),
  );
});

it('loan ends with a rejection', async () => {
  const { here } = at([page()], refuses('exchange-rejected', 'no', { code: '130201' }));
  expect(await run.trading.changeLoan(here, { kind: 'borrow', loan })).toMatchObject({
    error: { kind: 'exchange-rejected', code: '130201' },
  });
  expect(run.last()?.state).toBe('rejected');
});

it('loan is resumed after a restart, with the earlier history', async () => {
  const { here } = at([page(record()), page(record())], lost);
  await run.trading.changeLoan(here, { kind: 'borrow', loan });
  run.restart();
  const { here: there, sent } = at([page(fresh(), record())], lost);
  run.trading.resume(there);
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ kind: 'borrow', state: 'found-done' });
  expect(sent.calls).toEqual([]);
});

it('loan waits during a reconciliation, like all actions except cancels', async () => {
  const { here, sent } = at([page()], answering(outcome));
  const { nowMs, wait } = run.time;
  const { publish, notice } = run;
  const trading = createTrading({
    refuseWrite: refuseNone,
    policy: freePolicy,
    budget: freeBudget,
    journal: run.store.journal,
    log: silent,
    nowMs,
    wait,
    publish,
    notice,
    validationError: () => 'The account is being read.',
    safeguards: noSafeguards,
  });
  const refused = fail('not-reconciled', 'Nothing was sent. The account is being read.');
  expect(await trading.changeLoan(here, { kind: 'borrow', loan })).toEqual(refused);
  const order = { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
  expect(await trading.placeMarginOrder(here, { ...order, tradeType: 'cross' })).toEqual(refused);
  expect(sent.calls).toEqual([]);
  const cancelAll = account({ margin: { cancelAll: answering('success') } });
  expect(
    await trading.cancelMarginOrders(cancelAll, { id: 'a', symbol: 'BTC-USDT', tradeType: 'cross' }),
  ).toMatchObject({ ok: true });
  trading.close();
});
