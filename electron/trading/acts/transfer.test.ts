import { expect, it } from 'vitest';
import type { LedgerEntry, TransferRequest } from '#shared/domain/money/transfer.ts';
import type { Page } from '#shared/domain/page.ts';
import { succeed } from '#shared/errors.ts';
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

it('is journalled, sent once, and answered', async () => {
  const sent = inTurn(answering({ orderId: 'o' }));
  const here = account({ wallet: { ledger: answering(page()), transfer: sent.call } });
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: 'o' }));
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: 'o' }));
  expect(sent.calls).toEqual([transfer]);
  expect(run.last()).toMatchObject({ kind: 'transfer', key: 't-1', summary: 'Move 5 USDT from main to trade' });
});

it('sends nothing that breaks a rule, or when the ledger cannot be read', async () => {
  const sent = inTurn<{ orderId: string }>(lost);
  const here = account({ wallet: { ledger: unreachable, transfer: sent.call } });
  expect(await run.trading.transfer(here, { ...transfer, amount: '0' })).toMatchObject({ error: { field: 'amount' } });
  expect(await run.trading.transfer(here, transfer)).toMatchObject({ error: { kind: 'unreachable' } });
  expect(sent.calls).toEqual([]);
  expect(run.published).toEqual([]);
});

it('finds a lost one in the ledger of where it went out', async () => {
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
  expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Moved: the ledger has it as 2.' });
  expect(read.calls.at(-1)).toMatchObject({ currency: 'USDT', direction: 'out', startAtMs: 1000 });
  expect(await run.trading.transfer(here, transfer)).toEqual(succeed({ orderId: null }));
});

it.each([
  ['another amount', entry({ id: '2', amount: '4' })],
  ['another wallet', entry({ id: '2', accountType: 'TRADE' })],
  ['another business', entry({ id: '2', bizType: 'TRADE_EXCHANGE' })],
  ['one that was there before', entry()],
])('%s is not it', async (_name, later) => {
  const read = inTurn(answering(page(entry())), answering(page(later)));
  await run.trading.transfer(account({ wallet: { ledger: read.call, transfer: lost } }), transfer);
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe('found-absent');
});

it('asks the second ledger of a wallet that has two, where the exchange has it', async () => {
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

it('looks where it came in when it went out of the futures wallet or of a sub-account', async () => {
  for (const from of [{ ...own, wallet: 'futures' } as const, { ...own, wallet: 'main', userId: 'u' } as const]) {
    const read = inTurn(answering(page()), answering(page(entry({ direction: 'in' }))));
    const here = { ...account({ wallet: { ledger: read.call, transfer: lost } }), profileId: from.wallet };
    await run.trading.transfer(here, { ...transfer, from, to: { ...own, wallet: 'main' } });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('found-done');
    expect(read.calls[0]).toMatchObject({ direction: 'in' });
  }
});

it('asks the futures ledger when no end is an own spot wallet', async () => {
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

it('a refusal is the end of it, and a restart takes an open one up', async () => {
  const wallet = { ledger: answering(page()), transfer: refuses('exchange-rejected', 'no', { code: '230003' }) };
  expect(await run.trading.transfer(account({ wallet }), transfer)).toMatchObject({ error: { code: '230003' } });
  await run.trading.transfer(account({ wallet: { ...wallet, transfer: lost } }), { ...transfer, clientOid: 't-9' });
  run.restart();
  run.trading.resume(account({ wallet: { ledger: answering(page(entry())) } }));
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ key: 't-9', state: 'found-done' });
});

it('takes a booking that came late for that of the transfer before it, which was just like this one', async () => {
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

it('waits for no booking that the ledger already showed', async () => {
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
])(
  'a mark that was used is its own (%s): it came twice on its way, and the ledger says what was done',
  async (code, text) => {
    const refused = refuses('exchange-rejected', text, { code });
    const ledger = inTurn(answering(page()), answering(page(entry())));
    const at = account({ wallet: { transfer: refused, ledger: ledger.call } });
    expect(await run.trading.transfer(at, transfer)).toEqual(succeed({ orderId: null }));
    expect(run.last()).toMatchObject({ state: 'acknowledged', detail: 'Moved: the ledger has it as 1.' });
  },
);

it('a mark that was used before the ledger shows anything is looked up until it does, and never told as refused', async () => {
  const refused = refuses('exchange-rejected', 'clientOid is used already: t-1', { code: '400100' });
  // before it, and twice at once: the ledger is late
  const ledger = inTurn(answering(page()), answering(page()), answering(page()), answering(page(entry())));
  const at = account({ wallet: { transfer: refused, ledger: ledger.call } });
  expect(await run.trading.transfer(at, transfer)).toMatchObject({
    ok: false,
    error: { kind: 'outcome-unknown', isOutcomeUnknown: true },
  });
  await run.time.pass(500);
  expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Moved: the ledger has it as 1.' });
});
