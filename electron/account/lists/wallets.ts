import type { Balance } from '#shared/domain/account/account.ts';
import { sum } from '#shared/decimal.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { WalletChange } from '#client/feed/messages.ts';
import type { CallOptions, FuturesOverview } from '#client/types.ts';

function futuresBalance(currency: string, figures: Pick<Balance, 'total' | 'available' | 'held'>): Balance {
  return { accountId: `futures:${currency}`, wallet: 'futures', currency, ...figures };
}

/** The futures wallet of one settlement currency as a balance. docs/exchange/endpoints.md §9.3. */
function balanceOfOverview(overview: FuturesOverview): Balance {
  const { currency, accountEquity, availableBalance, positionMargin, orderMargin, frozenFunds } = overview;
  const held = sum([positionMargin, orderMargin, frozenFunds]);
  return futuresBalance(currency, { total: accountEquity, available: availableBalance, held });
}

/** The same from a frame, or null when it does not say all of it. */
export function balanceOfChange(change: WalletChange): Balance | null {
  const { currency, equity, availableBalance: available, holdBalance, isolatedOrderMargin } = change;
  const { isolatedPositionMargin, crossOrderMargin, crossPositionMargin } = change;
  if (equity === null || available === null) return null;
  const parts = [holdBalance, isolatedOrderMargin, isolatedPositionMargin, crossOrderMargin, crossPositionMargin];
  const held = parts.filter(part => part !== null);
  if (held.length < parts.length) return null;
  return futuresBalance(currency, { total: equity, available, held: sum(held) });
}

export interface Wallets {
  /** All wallets of the key: those that the spot host lists, and the futures wallets, which only the futures host knows. */
  readonly all: (signal: AbortSignal) => Promise<Result<readonly Balance[]>>;
  /** The futures wallet of one settlement currency. */
  readonly futures: (currency: string, signal: AbortSignal) => Promise<Result<Balance>>;
}

export function createWallets(client: ExchangeClient): Wallets {
  let settleCurrencies: readonly string[] | null = null;
  /** The currencies that contracts settle in; asked once, because listings change by the month. */
  const currencies = async (options: CallOptions): Promise<readonly string[]> => {
    if (settleCurrencies !== null) return settleCurrencies;
    const contracts = await client.reference.contracts({}, options);
    if (!contracts.ok) return [];
    settleCurrencies = [...new Set(contracts.value.map(({ settleCurrency }) => settleCurrency))];
    return settleCurrencies;
  };
  const futures: Wallets['futures'] = async (currency, signal) => {
    const overview = await client.futures.overview({ currency }, { priority: 'visible', signal });
    return overview.ok ? succeed(balanceOfOverview(overview.value)) : overview;
  };
  return {
    futures,
    /** A key without futures rights still gets the others; a wallet that is not known is missing, never zero. */
    async all(signal) {
      const options: CallOptions = { priority: 'visible', signal };
      const asked = await currencies(options);
      const [listed, ...contracts] = await Promise.all([
        client.accounts.balances({}, options),
        ...asked.map(currency => futures(currency, signal)),
      ]);
      if (!listed.ok) return listed;
      return succeed([...listed.value, ...contracts.flatMap(wallet => (wallet.ok ? [wallet.value] : []))]);
    },
  };
}
