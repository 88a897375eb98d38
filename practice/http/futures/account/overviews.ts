import * as z from 'zod/mini';
import { type Decimal, sum } from '#shared/decimal.ts';
import { ownerOf } from '#practice/accounts/owners.ts';
import type { FuturesOverview } from '#practice/futures/types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { orElse, readQuery, text } from '#practice/http/endpoint/fields.ts';

/** The futures wallet: docs/exchange/endpoints.md §9.3. */

const OverviewQuery = z.object({ currency: orElse(text(16), 'XBT') });

/** XBT by default, and only settle currencies of contracts. */
function currencyOf(call: SignedCall): Outcome<string> {
  const query = readQuery(OverviewQuery, call.query);
  if (!query.ok) return query;
  const { currency } = query.value;
  const settleCurrencies = new Set(call.exchange.futures.contracts.map(contract => contract.settleCurrency));
  if (settleCurrencies.has(currency)) return accept(currency);
  return refuse('parameter', `currency must be one of ${[...settleCurrencies].join(', ')}`, 'currency');
}

function writeOverview(overview: FuturesOverview): JsonFields {
  return {
    accountEquity: numeric(overview.accountEquity),
    unrealisedPNL: numeric(overview.unrealisedPnl),
    marginBalance: numeric(overview.marginBalance),
    positionMargin: numeric(overview.positionMargin),
    orderMargin: numeric(overview.orderMargin),
    frozenFunds: numeric(overview.frozenFunds),
    availableBalance: numeric(overview.availableBalance),
    currency: overview.currency,
  };
}

/** GET /api/v1/account-overview?currency. */
export function getOverview(call: SignedCall): Answer {
  const currency = currencyOf(call);
  if (!currency.ok) return currency;
  const overview = call.exchange.futures.overview(call.accountId, currency.value);
  return accept({
    ...writeOverview(overview),
    riskRatio: numeric(overview.riskRatio),
    maxWithdrawAmount: numeric(overview.availableBalance),
  });
}

/** The own account, and for the master's key those of its sub-accounts before it. */
function accountsOf({ accountId, exchange }: SignedCall): readonly string[] {
  const { master, subAccounts } = exchange.directory;
  return accountId === master.accountId ? [...subAccounts.map(sub => sub.accountId), accountId] : [accountId];
}

interface NamedOverview {
  readonly accountName: string;
  readonly overview: FuturesOverview;
}

function writeNamed({ accountName, overview }: NamedOverview): JsonFields {
  return { accountName, ...writeOverview(overview) };
}

/** GET /api/v1/account-overview-all?currency: the futures wallets of an owner, and what they come to together. */
export function listOverviews(call: SignedCall): Answer {
  const currency = currencyOf(call);
  if (!currency.ok) return currency;
  const { directory, futures } = call.exchange;
  const rows = accountsOf(call).map(
    (accountId): NamedOverview => ({
      accountName: ownerOf(directory, accountId).subName ?? 'main',
      overview: futures.overview(accountId, currency.value),
    }),
  );
  const total = (figure: (overview: FuturesOverview) => Decimal) => numeric(sum(rows.map(row => figure(row.overview))));
  return accept({
    summary: {
      accountEquityTotal: total(each => each.accountEquity),
      unrealisedPNLTotal: total(each => each.unrealisedPnl),
      marginBalanceTotal: total(each => each.marginBalance),
      positionMarginTotal: total(each => each.positionMargin),
      orderMarginTotal: total(each => each.orderMargin),
      frozenFundsTotal: total(each => each.frozenFunds),
      availableBalanceTotal: total(each => each.availableBalance),
      currency: currency.value,
    },
    accounts: rows.map(writeNamed),
  });
}
