import type { Balance } from '#shared/domain/account.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { balanceOfOverview } from '#account/lists/balances.ts';
import { asPanel } from './needs.ts';

const settleCurrencies = new WeakMap<ExchangeClient, Promise<readonly string[]>>();

/** The currencies that contracts settle in; asked once a client, because listings change by the month. */
async function askSettleCurrencies(client: ExchangeClient): Promise<readonly string[]> {
  const contracts = await client.reference.contracts({}, asPanel);
  if (contracts.ok) return [...new Set(contracts.value.map(contract => contract.settleCurrency))];
  settleCurrencies.delete(client);
  return [];
}

function settleCurrenciesOf(client: ExchangeClient): Promise<readonly string[]> {
  const known = settleCurrencies.get(client) ?? askSettleCurrencies(client);
  settleCurrencies.set(client, known);
  return known;
}

/** The futures wallet of one settlement currency, or nothing when this key may not see it. facts.md §4.6. */
async function readFuturesWallet(client: ExchangeClient, currency: string): Promise<readonly Balance[]> {
  const overview = await client.futures.overview({ currency }, asPanel);
  if (!overview.ok) return [];
  return [balanceOfOverview(overview.value)];
}

/**
 * All wallets of the key: those that the spot host lists, and the futures wallets, which only the futures host knows. A
 * key without futures rights still gets the others; a wallet that is not known is missing, never zero.
 */
export async function readWallets(client: ExchangeClient): Promise<Result<Balance[]>> {
  const currencies = await settleCurrenciesOf(client);
  const [listed, ...futures] = await Promise.all([
    client.accounts.balances({}, asPanel),
    ...currencies.map(currency => readFuturesWallet(client, currency)),
  ]);
  return listed.ok ? succeed([...listed.value, ...futures.flat()]) : listed;
}
