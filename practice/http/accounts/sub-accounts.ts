import * as z from 'zod/mini';
import { compare, type Decimal, divide, isZero } from '#shared/decimal.ts';
import { walletTypeOf } from '#practice/accounts/isolated-wallet.ts';
import type { SubAccountRecord, WalletBalance } from '#practice/accounts/types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { readQuery } from '../endpoint/fields.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import { type PageRequest, pageFields, pageOf } from '../endpoint/pages.ts';

/**
 * Sub-accounts, docs/exchange/records.md §10.4, §10.5 and docs/exchange/endpoints.md §6. A sub-account's own key sees
 * none.
 */

/** Everything is valued in this currency. */
const valueCurrency = 'BTC';
const quoteCurrency = 'USDT';

function readPage(call: SignedCall): Outcome<PageRequest> {
  const { minimumPageSize } = call.dialect;
  return readQuery(z.object(pageFields({ minimumPageSize, maximumPageSize: 100, defaultPageSize: 10 })), call.query);
}

function subAccountsOf(call: SignedCall): readonly SubAccountRecord[] {
  const { directory } = call.exchange;
  return call.accountId === directory.master.accountId ? directory.subAccounts : [];
}

/** GET /api/v2/sub/user: who they are. */
export function listSubAccounts(call: SignedCall): Answer {
  const page = readPage(call);
  return page.ok ? accept(pageOf(subAccountsOf(call), page.value, sub => writeInfo(sub, call))) : page;
}

function writeInfo(sub: SubAccountRecord, call: SignedCall): JsonValue {
  return {
    userId: sub.userId,
    uid: sub.uid,
    subName: sub.subName,
    status: sub.status,
    type: sub.type,
    access: sub.access,
    createdAt: sub.createdAtMs,
    remarks: sub.remarks,
    ...(call.dialect.hasExtraFields ? tradeTypes(sub, call) : {}),
  };
}

/** What it may trade, and what it has opened: a wallet that holds something has been opened. */
function tradeTypes(sub: SubAccountRecord, call: SignedCall): JsonFields {
  const wallets = new Set(heldBalances(sub, call).map(balance => walletTypeOf(balance.wallet)));
  const hasMargin = wallets.has('margin') || wallets.has('isolated');
  const opened = ['Spot', ...(wallets.has('futures') ? ['Futures'] : []), ...(hasMargin ? ['Margin'] : [])];
  return {
    tradeTypes: sub.access === 'All' ? ['Spot', 'Futures', 'Margin'] : sub.access.split(','),
    openedTradeTypes: opened,
    hostedStatus: null,
  };
}

/** GET /api/v2/sub-accounts: what they hold. */
export function listSubAccountBalances(call: SignedCall): Answer {
  const page = readPage(call);
  if (!page.ok) return page;
  const published = subAccountsOf(call).filter(({ figures }) => figures !== 'omitted');
  return accept(pageOf(published, page.value, sub => writeHoldings(sub, call, call.dialect.hasExtraFields)));
}

/** GET /api/v1/sub-accounts/{subUserId}: what one of them holds, in all wallets: the document says nothing of this endpoint. */
export function getSubAccountBalances(call: SignedCall): Answer {
  const sub = subAccountsOf(call).find(({ userId }) => userId === call.path['subUserId']);
  if (sub === undefined) return refuse('parameter', 'subUserId is no sub-account', 'subUserId');
  return accept(writeHoldings(sub, call, true));
}

function writeHoldings(sub: SubAccountRecord, call: SignedCall, hasOthers: boolean): JsonValue {
  const balances = heldBalances(sub, call);
  const rows = (...types: readonly ReturnType<typeof walletTypeOf>[]): JsonValue =>
    balances
      .filter(balance => types.includes(walletTypeOf(balance.wallet)))
      .map(balance => (sub.figures === 'garbled' ? writeGarbled(balance, call) : writeBalance(balance, call)));
  const others = {
    tradeAccounts: rows('trade'),
    marginAccounts: rows('margin', 'isolated'),
    // another name of the trade wallet, whose balances stand above
    tradeHFAccounts: [],
  };
  return {
    subUserId: sub.userId,
    subName: sub.subName,
    mainAccounts: rows('main'),
    ...(hasOthers ? others : {}),
  };
}

function heldBalances(sub: SubAccountRecord, call: SignedCall): readonly WalletBalance[] {
  return call.exchange.ledger.balances(sub.accountId).filter(balance => !isZero(balance.total));
}

/** As a service answers whose own bookkeeping failed: the row is there and its amounts are not. */
function writeGarbled(balance: WalletBalance, call: SignedCall): JsonValue {
  return { ...writeBalance(balance, call), balance: null, available: null, holds: null, baseAmount: null };
}

function writeBalance(balance: WalletBalance, call: SignedCall): JsonFields {
  const price = pricePerValueUnit(balance.currency, call);
  const isPriced = compare(price, '0') > 0;
  return {
    currency: balance.currency,
    balance: balance.total,
    available: balance.available,
    holds: balance.held,
    baseCurrency: valueCurrency,
    baseCurrencyPrice: price,
    baseAmount: isPriced ? divide(balance.total, price, { scale: 8, rounding: 'down' }) : '0',
    ...(call.dialect.hasExtraFields ? { tag: 'DEFAULT' } : {}),
  };
}

/** What one bitcoin costs in that currency, by the last trades against USDT; 0 when it has no market here. */
function pricePerValueUnit(currency: string, call: SignedCall): Decimal {
  if (currency === valueCurrency) return '1';
  const bitcoin = call.exchange.spot.lastPrice(`${valueCurrency}-${quoteCurrency}`);
  const own = currency === quoteCurrency ? '1' : call.exchange.spot.lastPrice(`${currency}-${quoteCurrency}`);
  if (bitcoin === null || own === null || isZero(own)) return '0';
  return divide(bitcoin, own, { scale: 8, rounding: 'half-even' });
}
