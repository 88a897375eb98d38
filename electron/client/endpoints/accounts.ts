import * as z from 'zod/mini';
import type { ApiKeyInfo, Balance, FeeRate, SubAccount, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { fail } from '#shared/errors.ts';
import type { Send } from '../rest/transport.ts';
import type { AccountCalls, PageQuery } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import {
  count,
  countOrNull,
  decimal,
  decimalOrNull,
  epochMsOrNull,
  flagOrNull,
  id,
  text,
  textOrNull,
} from '../wire/scalars.ts';
import { collectPages, pageOf } from './pages.ts';
import { createWalletRotation, holdingsOrUnreadable } from './sub-accounts/holdings.ts';

const pageSize = 100;
const maxPages = 50;

/** docs/exchange/records.md §10.1. */
const balanceRow = z.pipe(
  z.object({ id, type: text, currency: id, balance: decimal, available: decimalOrNull, holds: decimalOrNull }),
  z.transform(
    (wire): Balance => ({
      accountId: wire.id,
      wallet: wire.type,
      currency: wire.currency,
      total: wire.balance,
      available: wire.available,
      held: wire.holds,
    }),
  ),
);

/** docs/exchange/records.md §10.4, sub-account info. */
const subUserRow = z.pipe(
  z.object({
    userId: id,
    uid: textOrNull,
    subName: text,
    status: countOrNull,
    type: countOrNull,
    access: textOrNull,
    createdAt: epochMsOrNull,
    remarks: textOrNull,
  }),
  z.transform(({ subName, createdAt, ...rest }): SubAccount => ({ ...rest, name: subName, createdAtMs: createdAt })),
);

/** docs/exchange/records.md §10.3. */
export const feeBody = z.pipe(
  z.object({ takerFeeRate: decimal, makerFeeRate: decimal }),
  z.transform((wire): FeeRate => wire),
);

export const symbolFeeRow = z.object({ symbol: id, takerFeeRate: decimal, makerFeeRate: decimal });
const mostFees = 10;

function splitList(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** docs/exchange/records.md §10.2. Of the key itself only the last four characters go further. */
const apiKeyBody = z.pipe(
  z.object({
    apiKey: id,
    apiVersion: count,
    permission: textOrNull,
    ipWhitelist: textOrNull,
    remark: textOrNull,
    isMaster: flagOrNull,
    createdAt: epochMsOrNull,
  }),
  z.transform(
    (wire): ApiKeyInfo => ({
      keyHint: wire.apiKey.slice(-4),
      version: wire.apiVersion,
      permissions: splitList(wire.permission),
      ipWhitelist: splitList(wire.ipWhitelist),
      remark: wire.remark,
      isMaster: wire.isMaster,
      createdAtMs: wire.createdAt,
    }),
  ),
);

function queryOf(input: PageQuery) {
  return { currentPage: input.page, pageSize: input.pageSize };
}

/** Accounts: docs/exchange/endpoints.md §6. */
export function createAccountCalls(send: Send, nowMs: () => number): AccountCalls {
  const joinOtherWallets = createWalletRotation(nowMs);
  const subAccounts: AccountCalls['subAccounts'] = (input, options) =>
    send({ endpoint: 'accounts.subUsers', query: queryOf(input) }, pageOf(subUserRow), options);
  const subHoldings: AccountCalls['subHoldings'] = (input, options) =>
    send({ endpoint: 'accounts.subAccounts', query: queryOf(input) }, pageOf(holdingsOrUnreadable), options);
  const allHoldings: AccountCalls['allSubHoldings'] = (_input, options) =>
    collectPages<SubAccountHoldings>({
      fetchPage: page => subHoldings({ page, pageSize }, options),
      idOf: holdings => holdings.userId,
      pageSize,
      maxPages,
    });

  return {
    balances: ({ currency, wallet }, options) =>
      send({ endpoint: 'accounts.balances', query: { currency, type: wallet } }, listOf(balanceRow), options),
    subAccounts,
    allSubAccounts: (_input, options) =>
      collectPages<SubAccount>({
        fetchPage: page => subAccounts({ page, pageSize }, options),
        idOf: account => account.userId,
        pageSize,
        maxPages,
      }),
    subHoldings,
    async allSubHoldings(_input, options) {
      const listed = await allHoldings({}, options);
      if (!listed.ok) return listed;
      return await joinOtherWallets(listed.value, userId =>
        send({ endpoint: 'accounts.subAccount', path: { subUserId: userId } }, holdingsOrUnreadable, options),
      );
    },
    async tradeFees({ symbols }, options) {
      if (symbols.length < 1 || symbols.length > mostFees) {
        return fail('invalid-request', `Name 1 to ${mostFees} pairs.`, { field: 'symbols' });
      }
      const query = { symbols: symbols.join(',') };
      return await send({ endpoint: 'accounts.tradeFees', query }, listOf(symbolFeeRow), options);
    },
    hfOpened: (_input, options) => send({ endpoint: 'accounts.hfOpened' }, z.boolean(), options),
    baseFee: ({ currencyType }, options) => {
      const code = currencyType === undefined ? undefined : currencyType === 'fiat' ? 1 : 0;
      return send({ endpoint: 'accounts.baseFee', query: { currencyType: code } }, feeBody, options);
    },
    apiKey: (_input, options) => send({ endpoint: 'accounts.apiKey' }, apiKeyBody, options),
  };
}
