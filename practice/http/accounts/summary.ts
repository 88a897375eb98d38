import { spotFamilyOf } from '#practice/accounts/owners.ts';
import * as z from 'zod/mini';
import { walletId } from '#practice/accounts/wallet-id.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { read, readQuery, text } from '../endpoint/fields.ts';

/** What ordinary clients ask when they start: docs/exchange/endpoints.md §6.2. */

/** GET /api/v1/hf/accounts/opened: whether the high-frequency endpoints have the spot orders of the account. */
export function isHighFrequencyOpened(call: SignedCall): Answer {
  return accept(spotFamilyOf(call.exchange.directory, call.accountId) !== 'classic');
}

/** GET /api/ua/v1/account/mode: no account here is of the unified kind, whose endpoints are another family. */
export function getAccountMode(): Answer {
  return accept({ selfAccountMode: 'CLASSIC' });
}

/** Sub-accounts that a VIP 0 account may have by default; more cannot be bought here. */
const mostSubAccounts = 200;

/** GET /api/v2/user-info: the level, and how many sub-accounts there are and may be. */
export function getUserInfo(call: SignedCall): Answer {
  const { directory } = call.exchange;
  const subs = call.accountId === directory.master.accountId ? directory.subAccounts : [];
  const mayTrade = (what: string): number =>
    subs.filter(({ access }) => access === 'All' || access.split(',').includes(what)).length;
  return accept({
    level: 0,
    subQuantity: subs.length,
    spotSubQuantity: subs.length,
    marginSubQuantity: mayTrade('Margin'),
    futuresSubQuantity: mayTrade('Futures'),
    optionSubQuantity: 0,
    maxSubQuantity: mostSubAccounts,
    maxDefaultSubQuantity: mostSubAccounts,
    maxSpotSubQuantity: 0,
    maxMarginSubQuantity: 0,
    maxFuturesSubQuantity: 0,
    maxOptionSubQuantity: 0,
  });
}

const AccountPath = z.object({ accountId: text(64) });

/** GET /api/v1/accounts/{accountId}: one currency of one wallet, by the id that the list gives it. */
export function getAccount(call: SignedCall): Answer {
  const path = read(AccountPath, call.path);
  if (!path.ok) return path;
  const found = call.exchange.ledger
    .balances(call.accountId)
    .filter(({ wallet }) => wallet !== 'futures')
    .find(({ accountId, wallet, currency }) => walletId(accountId, wallet, currency) === path.value.accountId);
  if (found === undefined) return refuse('parameter', 'account not exists', 'accountId');
  return accept({
    currency: found.currency,
    balance: found.total,
    available: found.available,
    holds: found.held,
  });
}

const FeesQuery = z.object({ symbols: text(400) });
const mostSymbols = 10;

function readSymbols(call: SignedCall): Outcome<readonly string[]> {
  const query = readQuery(FeesQuery, call.query);
  if (!query.ok) return query;
  const symbols = query.value.symbols.split(',').map(symbol => symbol.trim());
  if (symbols.length <= mostSymbols) return accept(symbols);
  return refuse('parameter', `symbols must name at most ${mostSymbols} pairs`, 'symbols');
}

/** GET /api/v1/trade-fees?symbols: what the account really pays on each pair, in the order of the request. */
export function listTradeFees(call: SignedCall): Answer {
  const symbols = readSymbols(call);
  if (!symbols.ok) return symbols;
  const fees = [];
  for (const symbol of symbols.value) {
    const pair = call.exchange.spot.pair(symbol);
    if (pair === null) return refuse('symbol-unknown', `symbol not exists: ${symbol}`, 'symbols');
    fees.push({ symbol, takerFeeRate: pair.takerFeeRate, makerFeeRate: pair.makerFeeRate });
  }
  return accept(fees);
}
