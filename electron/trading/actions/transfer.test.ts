import { expect, it } from 'vitest';
import type { LedgerEntry, TransferRequest } from '#shared/domain/money/transfer.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { Page } from '#shared/domain/page.ts';
import { succeed } from '#shared/errors.ts';
import type { FakeClientOptions } from '#client/testing/fake-client.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  refuses,
  startTestTrading,
  unreachable,
  unsupported,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const own = { symbol: null, userId: null } as const;
const transfer: TransferRequest = {
  clientOid: 't-1',
  currency: 'USDT',
  amount: '5',
  from: { ...own, wallet: 'main' },
  to: { ...own, wallet: 'trade' },
};

const entry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: '1',
  currency: 'USDT',
  accountType: 'MAIN',
  bizType: 'TRANSFER',
  direction: 'out',
  amount: '5',
  fee: '0',
  balance: '1',
  createdAtMs: 1000,
  ...change,
});
const page = (...items: readonly LedgerEntry[]): Page<LedgerEntry> => {
  return { page: 1, pageSize: 100, totalItems: items.length, totalPages: 1, items };
};

it('transfer is journalled, sent once, and answered', async () => {
  const sent = inTurn(answering({ orderId: 'o' }));
  const here = account({ wallet: { ledger: answering(page()), transfer: sent.call } });
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: 'o' }));
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: 'o' }));
  expect(sent.calls).toEqual([transfer]);
  expect(run.last()).toMatchObject({ kind: 'transfer', key: 't-1', summary: 'Move 5 USDT from main to trade' });
});

it('transfer sends nothing that violates a rule, or when the ledger cannot be read', async () => {
  const sent = inTurn<{ orderId: string }>(lost);
  const here = account({ wallet: { ledger: unreachable, transfer: sent.call } });
  expect(await run.trading.transfer(here, { ...transfer, amount: '0' })).toMatchObject({ error: { field: 'amount' } });
  expect(await run.trading.transfer(here, transfer)).toMatchObject({ error: { kind: 'unreachable' } });
  expect(sent.calls).toEqual([]);
  expect(run.published).toEqual([]);
});

it('transfer finds a lost one in the ledger of its source', async () => {
  const fresh = entry({ id: '2', createdAtMs: 2000, amount: '-5' });
  const read = inTurn(answering(page(entry())), answering(page(entry())), answering(page(fresh, entry())));
  const here = account({ wallet: { ledger: read.call, transfer: lost } });
  expect(await run.trading.transfer(here, transfer)).toMatchObject({ error: { isOutcomeUnknown: true } });
  expect(await run.trading.transfer(here, { ...transfer, clientOid: 't-2' })).toMatchObject({
    error: { kind: 'invalid-request' },
  });
  await run.time.pass(500);
  expect(run.last()?.state).toBe('unknown');
  await run.time.pass(500);
  expect(run.last()).toMatchObject({
    state: 'found-done',
    detail: 'Transferred: the ledger of the exchange has it as 2.',
  });
  expect(read.calls.at(-1)).toMatchObject({ currency: 'USDT', direction: 'out', startAtMs: 1000 });
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: null }));
});

it.each([
  ['another amount', entry({ id: '2', amount: '4' })],
  ['another wallet', entry({ id: '2', accountType: 'TRADE' })],
  ['another business', entry({ id: '2', bizType: 'TRADE_EXCHANGE' })],
  ['one that was there before', entry()],
])('transfer with %s is not the lost one', async (_name, later) => {
  const read = inTurn(answering(page(entry())), answering(page(later)));
  await run.trading.transfer(account({ wallet: { ledger: read.call, transfer: lost } }), transfer);
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe('found-absent');
});

it.each<readonly [string, string | null, string]>([
  ['was there before', '0', 'found-absent'],
  ['is new', '2', 'unknown'],
  ['has no id', null, 'unknown'],
])(
  'transfer is sent beside an unreadable booking, which does not prove absence after a lost answer when it %s',
  async (...each) => {
    const [, id, state] = each;
    const odd: OddRow = { endpoint: 'GET /api/v1/accounts/ledgers', field: 'amount', id, symbol: null, raw: '{}' };
    let reads = 0;
    const sent = inTurn<{ orderId: string }>(lost);
    const ledger: NonNullable<FakeClientOptions['wallet']>['ledger'] = (_input, options) => {
      reads += 1;
      if (reads > 1 || id === '0') options.unreadable?.(odd);
      return answering(page(entry()))();
    };
    await run.trading.transfer(account({ wallet: { ledger, transfer: sent.call } }), transfer);
    await run.time.pass(10_500);
    expect(sent.calls).toHaveLength(1);
    expect(run.last()?.state).toBe(state);
  },
);

it('transfer reads the second ledger of a wallet with two, where the exchange has it', async () => {
  const from = { ...own, wallet: 'trade' } as const;
  const request = { ...transfer, from, to: { ...own, wallet: 'margin' } } as const;
  const hf = inTurn(answering<LedgerEntry[]>([]), answering([entry({ accountType: 'TRADE_HF' })]));
  const wallet = { ledger: answering(page()), hfLedger: hf.call, transfer: lost };
  await run.trading.transfer(account({ wallet }), request);
  await run.time.pass(500);
  expect(run.last()?.state).toBe('found-done');
  const older = { ...account({ wallet: { ...wallet, hfLedger: unsupported } }), profileId: 'p2' };
  await run.trading.transfer(older, request);
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe('found-absent');
  const odd = { ...account({ wallet: { ...wallet, hfLedger: unreachable } }), profileId: 'p3' };
  expect(await run.trading.transfer(odd, request)).toMatchObject({ error: { kind: 'unreachable' } });
});

it('transfer reads the ledger of its target when the source is the futures wallet or a sub-account', async () => {
  for (const from of [{ ...own, wallet: 'futures' } as const, { ...own, wallet: 'main', userId: 'u' } as const]) {
    const read = inTurn(answering(page()), answering(page(entry({ direction: 'in' }))));
    const here = { ...account({ wallet: { ledger: read.call, transfer: lost } }), profileId: from.wallet };
    await run.trading.transfer(here, { ...transfer, from, to: { ...own, wallet: 'main' } });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
    expect(read.calls[0]).toMatchObject({ direction: 'in' });
  }
});

it('transfer reads the futures ledger when neither end is a spot wallet of the account', async () => {
  const out = { offset: '9', currency: 'USDT', type: 'TransferOut', amount: '-5', timeMs: 5 } as const;
  const rest = { fee: null, equity: null, status: null, remark: null };
  const read = inTurn(answering<(typeof out & typeof rest)[]>([]), answering([{ ...out, ...rest }]));
  const here = account({ wallet: { transfer: lost }, futuresAccount: { newestLedger: read.call } });
  const to = { ...own, wallet: 'futures', userId: 'u' } as const;
  await run.trading.transfer(here, { ...transfer, from: { ...own, wallet: 'futures' }, to });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({
    state: 'found-done',
    summary: 'Move 5 USDT from futures to futures of sub-account u',
  });
});

it('transfer ends with a rejection, and an open one is resumed after a restart', async () => {
  const wallet = { ledger: answering(page()), transfer: refuses('exchange-rejected', 'no', { code: '230003' }) };
  expect(await run.trading.transfer(account({ wallet }), transfer)).toMatchObject({ error: { code: '230003' } });
  await run.trading.transfer(account({ wallet: { ...wallet, transfer: lost } }), { ...transfer, clientOid: 't-9' });
  run.restart();
  run.trading.resume(account({ wallet: { ledger: answering(page(entry())) } }));
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ key: 't-9', state: 'found-done' });
});

it('transfer takes a late booking for that of an identical earlier transfer', async () => {
  const late = entry({ id: '2', createdAtMs: 2000 });
  const own2 = entry({ id: '3', createdAtMs: 3000 });
  for (const [name, shown, state] of [
    ['p1', [late], 'found-absent'],
    ['p2', [own2, late], 'found-done'],
  ] as const) {
    const read = inTurn(answering(page()), answering(page()), answering(page(...shown)));
    const sent = inTurn<{ orderId: string }>(answering({ orderId: 'o' }), lost);
    const here = { ...account({ wallet: { ledger: read.call, transfer: sent.call } }), profileId: name };
    expect(await run.trading.transfer(here, transfer)).toMatchObject({ ok: true });
    const again = { ...transfer, clientOid: 't-2', amount: '5.0', to: { ...own, wallet: 'margin' } } as const;
    expect(await run.trading.transfer(here, again)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ key: 't-2', state });
  }
});

it('transfer waits for no booking that the ledger already showed', async () => {
  const shown = entry({ id: '2', createdAtMs: 2000 });
  const read = inTurn(answering(page()), answering(page(shown)), answering(page(entry({ id: '3' }), shown)));
  const sent = inTurn<{ orderId: string }>(answering({ orderId: 'o' }), lost);
  const here = account({ wallet: { ledger: read.call, transfer: sent.call } });
  await run.trading.transfer(here, transfer);
  await run.trading.transfer(here, { ...transfer, clientOid: 't-2' });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ key: 't-2', state: 'found-done' });
});

it.each([
  ['300018', 'used'],
  ['400100', 'clientOid is used already: t-1'],
])('transfer with a used client id (%s) was delivered twice, and the ledger shows the outcome', async (code, text) => {
  const refused = refuses('exchange-rejected', 'The exchange refused it.', { code, exchangeMessage: text });
  const ledger = inTurn(answering(page()), answering(page(entry())));
  const at = account({ wallet: { transfer: refused, ledger: ledger.call } });
  expect(await run.trading.transfer(at, transfer)).toEqual(succeed({ orderId: null }));
  expect(run.last()).toMatchObject({
    state: 'acknowledged',
    detail: 'Transferred: the ledger of the exchange has it as 1.',
  });
});

it('transfer with a used client id is looked up until the ledger shows it, and never reported as rejected', async () => {
  const refused = refuses('exchange-rejected', 'No.', { code: '400100', exchangeMessage: 'clientOid is used already' });
  // before it, and twice at once: the ledger is late
  const ledger = inTurn(answering(page()), answering(page()), answering(page()), answering(page(entry())));
  const at = account({ wallet: { transfer: refused, ledger: ledger.call } });
  expect(await run.trading.transfer(at, transfer)).toMatchObject({
    ok: false,
    error: { kind: 'outcome-unknown', isOutcomeUnknown: true },
  });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({
    state: 'found-done',
    detail: 'Transferred: the ledger of the exchange has it as 1.',
  });
});
