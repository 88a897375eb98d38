import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, isPositive, negate, sum } from '#shared/decimal.ts';
import type { TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const dayMs = 86_400_000;
let made = 0;
function oid(): string {
  made += 1;
  return `wallet-${process.pid}-${made}`;
}
const span = (days: number) => ({ fromMs: Date.now() - days * dayMs, toMs: Date.now() });
const toSecond = (timeMs: number) => Math.floor(timeMs / 1000) * 1000;
const end = (wallet: TransferWallet, symbol: string | null = null, userId: string | null = null): TransferEnd => ({
  wallet,
  symbol,
  userId,
});

describe.each(dialects)('currencies, withdrawals and transfers, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    // the only prepared key that may move money between wallets
    client = exchange.client('treasurer');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  const movable = async (wallet: TransferWallet, symbol: string | null) =>
    must(await client.wallet.transferable({ currency: 'USDT', wallet, symbol: symbol ?? undefined }, visible))
      .transferable;
  const move = async (from: TransferEnd, to: TransferEnd) =>
    must(await client.wallet.transfer({ clientOid: oid(), currency: 'USDT', amount: '12.5', from, to }, action));

  it('a currency is read with its chains, by one chain id or name, and an unknown one is reported', async () => {
    const usdt = must(await client.reference.currency({ currency: 'USDT' }, visible));
    expect(usdt.chains.map(chain => chain.name)).toEqual(expect.arrayContaining(['OMNI', 'ERC20', 'TRC20']));
    for (const chain of usdt.chains) {
      expect(isPositive(chain.withdrawalMinimum ?? '0'), chain.name).toBe(true);
      expect(isPositive(chain.withdrawalMinimumFee ?? '0'), chain.name).toBe(true);
      expect(chain.confirmations, chain.name).toBeGreaterThan(0);
    }
    const tron = usdt.chains.filter(chain => chain.id === 'trx');
    expect(tron).toHaveLength(1);
    for (const chain of ['trx', 'TRC20'])
      expect(must(await client.reference.currency({ currency: 'USDT', chain }, visible)).chains, chain).toEqual(tron);
    expect(await client.reference.currency({ currency: 'NOPE' }, visible)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const all = must(await client.reference.currencies({}, visible));
    expect(all.find(each => each.currency === 'USDT')).toEqual(usdt);
  });

  it('withdrawals are equal in the old list and its successor, newest first', async () => {
    // the first list that reaches into the past takes longer, and a withdrawal may move on meanwhile
    must(await client.wallet.withdrawals({ pageSize: 50 }, visible));
    const old = must(await client.wallet.oldWithdrawals({ pageSize: 50 }, visible));
    const today = must(await client.wallet.withdrawals({ pageSize: 50 }, visible));
    expect(old.totalItems).toBe(today.totalItems);
    expect(today.items.length).toBeGreaterThan(10);
    for (const [index, item] of today.items.entries()) {
      const older = old.items[index];
      const { currency, amount, address, isInner } = item;
      expect(older).toMatchObject({ currency, amount, address, isInner, createdAtMs: toSecond(item.createdAtMs ?? 0) });
      const isDone = item.status === 'success' || item.status === 'failure';
      expect(older?.status).toBe(isDone ? item.status : 'processing');
      expect(item.chain === null).toBe(isInner);
    }
    const times = today.items.map(item => item.createdAtMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    // one month by default
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 31 * dayMs);
  });

  it('withdrawals are filtered by status and currency in both lists', async () => {
    const { items } = must(await client.wallet.withdrawals({ pageSize: 50 }, visible));
    for (const status of ['success', 'failure'] as const) {
      const wanted = items.filter(item => item.currency === 'USDT' && item.status === status).length;
      expect(wanted).toBeGreaterThan(0);
      const query = { status, currency: 'USDT', pageSize: 50 };
      for (const list of [client.wallet.withdrawals, client.wallet.oldWithdrawals]) {
        const found = must(await list(query, visible));
        expect(found.totalItems, status).toBe(wanted);
        expect(found.items.every(item => item.status === status && item.currency === 'USDT')).toBe(true);
      }
    }
  });

  it('withdrawals of three months are walked month by month, each once', async () => {
    const whole = must(await client.wallet.allWithdrawals(span(90), visible));
    const month = must(await client.wallet.allWithdrawals(span(30), visible));
    expect(whole.missing).toEqual([]);
    expect(whole.items.length).toBeGreaterThan(month.items.length);
    expect(whole.items.slice(0, month.items.length)).toEqual(month.items);
    const names = whole.items.map(item => `${item.createdAtMs} ${item.currency} ${item.amount}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('the transferable amount equals the balance', async () => {
    const balances = must(await client.accounts.balances({ currency: 'USDT' }, visible));
    for (const wallet of ['main', 'trade', 'margin'] as const) {
      const shown = must(await client.wallet.transferable({ currency: 'USDT', wallet }, visible));
      const balance = balances.find(each => each.wallet === wallet);
      expect(add(shown.available, shown.held)).toBe(shown.total);
      expect(shown.total).toBe(balance?.total);
      expect(compare(shown.transferable, shown.available)).not.toBe(1);
    }
  });

  it.each([
    ['trade', null],
    ['margin', null],
    ['isolated', 'ETH-USDT'],
    ['futures', null],
  ] as const)('main to %s and back: both ends move by the amount', async (wallet, symbol) => {
    const totals = async () => [await movable('main', null), await movable(wallet, symbol)] as const;
    const before = await totals();
    await move(end('main'), end(wallet, symbol));
    const after = await totals();
    expect(add(after[0], '12.5')).toBe(before[0]);
    if (wallet !== 'futures') expect(after[1]).toBe(add(before[1], '12.5'));
    await move(end(wallet, symbol), end('main'));
    expect((await totals())[0]).toBe(before[0]);
  });

  it('a sub-account transfer and back is shown in its assets', async () => {
    const [sub] = must(await client.accounts.subAccounts({}, visible)).items;
    const held = async () => {
      const { items } = must(await client.accounts.allSubHoldings({}, visible));
      const own = items.find(item => item.userId === sub?.userId);
      return own?.balances.find(each => each.wallet === 'main' && each.currency === 'USDT')?.total ?? '0';
    };
    const before = await held();
    const there = end('main', null, sub?.userId ?? '');
    const transfer = { currency: 'USDT', amount: '7' } as const;
    must(await client.wallet.transfer({ ...transfer, clientOid: oid(), from: end('main'), to: there }, action));
    expect(await held()).toBe(add(before, '7'));
    must(await client.wallet.transfer({ ...transfer, clientOid: oid(), from: there, to: end('main') }, action));
    expect(await held()).toBe(before);
  });

  it('a client id moves money once, and a missing right or balance is a definite rejection', async () => {
    const transfer = {
      currency: 'USDT',
      amount: '1',
      from: end('main'),
      to: end('trade'),
      clientOid: oid(),
    } as const;
    must(await client.wallet.transfer(transfer, action));
    const available = async () =>
      must(await client.wallet.transferable({ currency: 'USDT', wallet: 'main' }, visible)).available;
    const before = await available();
    const refused = { ok: false, error: { kind: 'exchange-rejected', isOutcomeUnknown: false } };
    expect(await client.wallet.transfer(transfer, action)).toMatchObject(refused);
    expect(await client.wallet.transfer({ ...transfer, clientOid: oid(), amount: '90000000' }, action)).toMatchObject({
      ...refused,
      error: { ...refused.error, code: '200004' },
    });
    const viewer = exchange.client('viewer');
    must(await viewer.connect());
    expect(await viewer.wallet.transfer({ ...transfer, clientOid: oid() }, action)).toMatchObject({
      ok: false,
      error: { kind: 'permission', isOutcomeUnknown: false },
    });
    expect(await available()).toBe(before);
  });

  it('the ledger shows both sides of a transfer, filters, and agrees with the high-frequency one', async () => {
    must(
      await client.wallet.transfer(
        { clientOid: oid(), currency: 'USDT', amount: '3.25', from: end('main'), to: end('trade') },
        action,
      ),
    );
    const [newest, next] = must(await client.wallet.ledger({ currency: 'USDT' }, visible)).items;
    expect([newest, next].map(each => [each?.accountType, each?.direction, each?.amount])).toEqual([
      ['TRADE', 'in', '3.25'],
      ['MAIN', 'out', '3.25'],
    ]);
    const trade = must(await client.wallet.transferable({ currency: 'USDT', wallet: 'trade' }, visible));
    expect(newest?.balance).toBe(trade.total);
    const filtered = must(
      await client.wallet.ledger({ currency: 'USDT', direction: 'out', bizType: 'TRANSFER' }, visible),
    ).items;
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered.every(each => each.direction === 'out' && each.bizType === 'TRANSFER')).toBe(true);
    const [hf] = must(await client.wallet.hfLedger({ currency: 'USDT', limit: 1 }, visible));
    expect({ ...hf, accountType: 'TRADE' }).toEqual(newest);
  });

  it('a longer ledger is walked, and bookings of the trade wallet add up to the change of its balance', async () => {
    const { items } = must(await client.wallet.allHfLedger({ ...span(3), currency: 'USDT' }, visible));
    const pages = must(await client.wallet.allLedger({ ...span(3), currency: 'USDT' }, visible)).items;
    expect(items.map(each => each.id)).toEqual(pages.filter(each => each.accountType === 'TRADE').map(each => each.id));
    const [newest, oldest] = [items[0], items.at(-1)];
    const change = sum(
      items.slice(0, -1).map(({ direction, amount }) => (direction === 'in' ? amount : negate(amount))),
    );
    expect(newest?.balance).toBe(add(oldest?.balance ?? '0', change));
  });
});
