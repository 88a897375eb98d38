import * as z from 'zod/mini';
import { add, type Decimal, divide, isZero, sum } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { MarginAccount, MarginAsset } from '#practice/margin/types.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, orElse, readQuery, symbol } from '../endpoint/fields.ts';

/** Margin accounts with their debts: docs/exchange/records.md §13.1. */

const valueScale = 8;
const quoteCurrency = orElse(choice('USDT', 'KCS', 'BTC'), 'USDT');

const CrossQuery = z.object({ quoteCurrency, queryType: z.exactOptional(choice('MARGIN', 'MARGIN_V2', 'ALL')) });
const IsolatedQuery = z.object({
  quoteCurrency,
  symbol: z.exactOptional(symbol),
  queryType: z.exactOptional(choice('ISOLATED', 'ISOLATED_V2', 'ALL')),
});

/** GET /api/v3/margin/accounts. */
export function getCrossAccount(call: SignedCall): Answer {
  const query = readQuery(CrossQuery, call.query);
  if (!query.ok) return query;
  const account = call.exchange.margin.account({ accountId: call.accountId, symbol: null });
  if (!account.ok) return account;
  const totals = totalsOf([account.value], query.value.quoteCurrency, call);
  if (!totals.ok) return totals;
  const { debtRatio, status, assets } = account.value;
  return accept({ ...totals.value, debtRatio, status, accounts: assets.map(writeAsset) });
}

/** GET /api/v3/isolated/accounts: every pair, or the one asked for. */
export function listIsolatedAccounts(call: SignedCall): Answer {
  const query = readQuery(IsolatedQuery, call.query);
  if (!query.ok) return query;
  const wanted = query.value.symbol;
  const symbols = wanted === undefined ? call.exchange.margin.terms.isolatedPairs.map(pair => pair.symbol) : [wanted];
  const accounts: MarginAccount[] = [];
  for (const name of symbols) {
    const account = call.exchange.margin.account({ accountId: call.accountId, symbol: name });
    if (!account.ok) return account;
    accounts.push(account.value);
  }
  const totals = totalsOf(accounts, query.value.quoteCurrency, call);
  if (!totals.ok) return totals;
  return accept({ ...totals.value, timestamp: call.nowMs, assets: accounts.map(writeIsolated) });
}

/** What the accounts have and owe together, in the currency asked for. */
function totalsOf(accounts: readonly MarginAccount[], currency: string, call: SignedCall): Outcome<JsonFields> {
  const price = call.exchange.margin.priceOf(currency);
  if (price === null || isZero(price)) return refuse('parameter', `${currency} has no price now`, 'quoteCurrency');
  const inCurrency = (values: readonly Decimal[]): Decimal =>
    divide(sum(values), price, { scale: valueScale, rounding: 'down' });
  return accept({
    totalAssetOfQuoteCurrency: inCurrency(accounts.map(account => account.assetValue)),
    totalLiabilityOfQuoteCurrency: inCurrency(accounts.map(account => account.debtValue)),
  });
}

function writeAsset(asset: MarginAsset): JsonValue {
  return {
    currency: asset.currency,
    total: asset.total,
    available: asset.available,
    hold: asset.held,
    liability: add(asset.principal, asset.interest),
    liabilityPrincipal: asset.principal,
    liabilityInterest: asset.interest,
    maxBorrowSize: asset.maxBorrow,
    borrowEnabled: true,
    transferInEnabled: true,
  };
}

function writeIsolated({ symbol: name, status, debtRatio, assets }: MarginAccount): JsonValue {
  const [base, quote] = assets.map(writeAsset);
  return { symbol: name, status, debtRatio, baseAsset: base, quoteAsset: quote };
}
