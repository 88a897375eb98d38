import { Account } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { request, universalClient, type UniversalClient } from './testing/universal-client.ts';

const currency = 'USDT';
/** No payment of it is under way when the exchange opens: its balance moves by what is done here alone. */
const quiet = 'USDC';

describe('wallets with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
  });
  afterAll(() => exchange.stop());

  const wallet = async (type: string, coin = quiet) => {
    const answer = await client.accounts.getSpotAccountList(
      request(Account.Account.GetSpotAccountListReq, { currency: coin, type }),
    );
    const [found] = answer.data;
    if (found === undefined) throw new Error(`no ${type} account`);
    return { id: found.id, available: Number(found.available), balance: Number(found.balance) };
  };
  const futuresBalance = async () =>
    (await client.accounts.getFuturesAccount(request(Account.Account.GetFuturesAccountReq, { currency })))
      .marginBalance;

  it('the key, its rights and the assets are read', async () => {
    expect(await client.accounts.getApikeyInfo()).toMatchObject({ apiVersion: 3, isMaster: true });
    const info = await client.accounts.getAccountInfo();
    expect(info.subQuantity).toBe(110);
    expect((await client.accounts.getSpotAccountType()).data).toBe(true);
    const main = await wallet('main');
    const one = await client.accounts.getSpotAccountDetail(
      request(Account.Account.GetSpotAccountDetailReq, { accountId: main.id }),
    );
    expect(one).toMatchObject({ currency: quiet });
    expect(Number(one.available) + Number(one.holds)).toBeCloseTo(Number(one.balance), 8);
    expect(Number(one.balance)).toBe(main.balance);
  });

  it('transfers change the balance of both wallets, and are in the ledger', async () => {
    const transfer = (from: string, to: string, amount: string, coin = quiet) =>
      client.transfers.flexTransfer(
        request(Account.Transfer.FlexTransferReq, {
          clientOid: `universal-${from}-${to}`,
          currency: coin,
          amount,
          type: 'INTERNAL',
          fromAccountType: from,
          toAccountType: to,
        }),
      );
    const [main, trade, futures] = [await wallet('main'), await wallet('trade'), await futuresBalance()];
    await transfer('MAIN', 'TRADE', '7.5');
    await transfer('TRADE', 'CONTRACT', '2.5', currency);
    expect((await wallet('main')).available).toBeCloseTo(main.available - 7.5, 6);
    expect((await wallet('trade')).available).toBeCloseTo(trade.available + 7.5, 6);
    expect(await futuresBalance()).toBeCloseTo(futures + 2.5, 6);
    const quota = request(Account.Transfer.GetTransferQuotasReq, { currency: quiet, type: 'MAIN' });
    const left = await client.transfers.getTransferQuotas(quota);
    expect(Number(left.transferable)).toBeCloseTo(main.available - 7.5, 6);
    await client.transfers.innerTransfer(
      request(Account.Transfer.InnerTransferReq, {
        clientOid: 'universal-inner',
        currency: quiet,
        amount: '1.5',
        from: 'main',
        to: 'trade',
      }),
    );
    expect((await wallet('trade')).available).toBeCloseTo(trade.available + 9, 6);
    await expect(transfer('TRADE', 'MAIN', '1000000000')).rejects.toMatchObject({ response: { code: '200004' } });
    const ledger = await client.accounts.getSpotLedger(request(Account.Account.GetSpotLedgerReq, { currency: quiet }));
    expect(ledger.items.slice(0, 4).map(each => [each.amount, each.direction, each.accountType])).toEqual(
      expect.arrayContaining([['7.5', 'out', 'MAIN']]),
    );
    const out = request(Account.Account.GetSpotLedgerReq, { currency, direction: 'out' });
    const { items } = await client.accounts.getSpotLedger(out);
    expect(new Set(items.map(each => each.direction))).toEqual(new Set(['out']));
  });

  it('the ledger of the trading wallet adds up to its balance', async () => {
    const { data } = await client.accounts.getSpotHFLedger(
      request(Account.Account.GetSpotHFLedgerReq, { currency, bizType: 'TRADE_EXCHANGE' }),
    );
    expect(data.length).toBeGreaterThan(3);
    for (const each of data) expect(['in', 'out']).toContain(each.direction);
    const all = await client.accounts.getSpotHFLedger(request(Account.Account.GetSpotHFLedgerReq, { currency }));
    const [newest, before] = all.data;
    const moved = Number(newest?.amount) * (String(newest?.direction) === 'in' ? 1 : -1);
    expect(Number(newest?.balance)).toBeCloseTo(Number(before?.balance) + moved, 6);
    expect(Number(newest?.balance)).toBeCloseTo((await wallet('trade', currency)).balance, 6);
  });

  it('withdrawals are read: the available amount, one under way, and the history', async () => {
    const chain = 'eth';
    const quotaOf = async () =>
      client.withdrawals.getWithdrawalQuotas(
        request(Account.Withdrawal.GetWithdrawalQuotasReq, { currency: quiet, chain }),
      );
    const quota = await quotaOf();
    expect(quota).toMatchObject({ currency: quiet, isWithdrawEnabled: true });
    const before = await wallet('main');
    const { withdrawalId } = await client.withdrawals.withdrawalV3(
      request(Account.Withdrawal.WithdrawalV3Req, {
        currency: quiet,
        chain,
        amount: '50',
        toAddress: '0x7c60627e579ef9e7bd42b2f581d79898f7d78c43',
        withdrawType: 'ADDRESS',
      }),
    );
    const byId = request(Account.Withdrawal.GetWithdrawalHistoryByIdReq, { withdrawalId });
    expect(await client.withdrawals.getWithdrawalHistoryById(byId)).toMatchObject({
      currency: quiet,
      status: 'PROCESSING',
    });
    expect((await wallet('main')).available).toBeLessThan(before.available - 49);
    expect(Number((await quotaOf()).remainAmount)).toBeLessThan(Number(quota.remainAmount));
    const history = await client.withdrawals.getWithdrawalHistory(
      request(Account.Withdrawal.GetWithdrawalHistoryReq, { currency: quiet }),
    );
    expect(history.items[0]).toMatchObject({ id: withdrawalId, chain, status: 'PROCESSING', isInner: false });
    await client.withdrawals.cancelWithdrawal(request(Account.Withdrawal.CancelWithdrawalReq, { withdrawalId }));
    expect((await wallet('main')).available).toBeCloseTo(before.available, 6);
    // of those, none changes any more
    const past = { currency, status: 'SUCCESS', endAt: Date.now() - 86_400_000 };
    const done = request(Account.Withdrawal.GetWithdrawalHistoryReq, past);
    const { items } = await client.withdrawals.getWithdrawalHistory(done);
    expect(items.length).toBeGreaterThan(2);
    expect(new Set(items.map(each => each.status))).toEqual(new Set(['SUCCESS']));
    expect(items.every(each => each.walletTxId !== '')).toBe(true);
    const old = await client.withdrawals.getWithdrawalHistoryOld(
      request(Account.Withdrawal.GetWithdrawalHistoryOldReq, past),
    );
    expect(old.items.map(each => each.amount)).toEqual(items.map(each => each.amount));
  });

  it('sub-accounts are read with their balances, page by page', async () => {
    const page = (currentPage: number) =>
      client.subAccounts.getSpotSubAccountsSummaryV2(
        request(Account.SubAccount.GetSpotSubAccountsSummaryV2Req, { currentPage, pageSize: 10 }),
      );
    const [first, second] = [await page(1), await page(2)];
    expect(first).toMatchObject({ currentPage: 1, pageSize: 10, totalNum: 110, totalPage: 11 });
    const names = [...first.items, ...second.items].map(each => each.subName);
    expect(new Set(names).size).toBe(20);
    const balances = await client.subAccounts.getSpotSubAccountListV2(
      request(Account.SubAccount.GetSpotSubAccountListV2Req, { currentPage: 1, pageSize: 10 }),
    );
    expect(balances.items.map(each => each.subName)).toEqual(first.items.map(each => each.subName));
    for (const { mainAccounts } of balances.items)
      for (const each of mainAccounts)
        expect(Number(each.available) + Number(each.holds)).toBeCloseTo(Number(each.balance), 6);
  });

  it('one sub-account is read in every wallet, and the futures wallets of all', async () => {
    const list = request(Account.SubAccount.GetSpotSubAccountListV2Req, { currentPage: 1, pageSize: 10 });
    const [first] = (await client.subAccounts.getSpotSubAccountListV2(list)).items;
    const one = await client.subAccounts.getSpotSubAccountDetail(
      request(Account.SubAccount.GetSpotSubAccountDetailReq, { subUserId: first?.subUserId ?? '' }),
    );
    expect(one).toMatchObject({
      subName: 'deskalpha',
      mainAccounts: [{ currency: 'USDT', balance: '412886.55172' }, {}, {}],
    });
    expect(one.tradeAccounts.map(each => each.balance)).toEqual(['98114.2', '0.75', '12.25']);
    expect(one.marginAccounts.map(each => each.balance)).toEqual(['15000', '0.2']);
    const futures = await client.subAccounts.getFuturesSubAccountListV2(
      request(Account.SubAccount.GetFuturesSubAccountListV2Req, { currency }),
    );
    expect(futures.accounts).toHaveLength(111);
    expect(futures.accounts.find(each => each.accountName === 'hedgebook')?.availableBalance).toBe(75_000);
    const equity = futures.accounts.reduce((all, each) => all + each.accountEquity, 0);
    expect(futures.summary.accountEquityTotal).toBeCloseTo(equity, 4);
  });

  it('deposits and their addresses are read', async () => {
    const { items } = await client.deposits.getDepositHistory(
      request(Account.Deposit.GetDepositHistoryReq, { currency, status: 'SUCCESS' }),
    );
    expect(items.map(each => [each.amount, each.chain])).toEqual([
      ['45000', 'trx'],
      ['45000', 'trx'],
    ]);
    const old = await client.deposits.getDepositHistoryOld(
      request(Account.Deposit.GetDepositHistoryOldReq, { currency }),
    );
    expect(old.items.map(each => each.walletTxId)).toEqual(items.map(each => each.walletTxId));
    const addresses = await client.deposits.getDepositAddressV3(
      request(Account.Deposit.GetDepositAddressV3Req, { currency, chain: 'trx' }),
    );
    expect(addresses.data).toMatchObject([{ address: items[0]?.address, chainName: 'TRC20', currency }]);
    const one = request(Account.Deposit.GetDepositAddressV1Req, { currency, chain: 'trx' });
    expect(await client.deposits.getDepositAddressV1(one)).toMatchObject({ address: items[0]?.address });
    const all = request(Account.Deposit.GetDepositAddressV2Req, { currency });
    const listed = (await client.deposits.getDepositAddressV2(all)).data;
    expect(listed.map(each => each.address)).toContain(items[0]?.address);
  });

  it('a read-only key cannot move money', async () => {
    const viewer = universalClient(exchange.ready, 'viewer');
    await expect(
      viewer.transfers.flexTransfer(
        request(Account.Transfer.FlexTransferReq, {
          clientOid: 'universal-viewer',
          currency,
          amount: '1',
          type: 'INTERNAL',
          fromAccountType: 'MAIN',
          toAccountType: 'TRADE',
        }),
      ),
    ).rejects.toMatchObject({ err: { response: { status: 403, data: { code: '400007' } } } });
  });
});
