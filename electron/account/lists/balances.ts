import type { Balance } from '#shared/domain/account.ts';
import { sum } from '#shared/decimal.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { BalanceChange, WalletChange } from '#client/feed/messages.ts';
import type { CallOptions, FuturesOverview } from '#client/types.ts';
import { createBatch } from '#time/batch.ts';
import { createCompletion } from '../completion.ts';
import type { OwnNeeds } from './orders.ts';

export interface OwnBalances {
  readonly takeSpot: (change: BalanceChange) => void;
  readonly takeFutures: (change: WalletChange) => void;
  /** After a pause older frames may be newer than what is known. */
  readonly forget: () => void;
  readonly stop: () => void;
}

const gapMs = 2_000;
const spotKey = 'spot';

function futuresBalance(currency: string, figures: Pick<Balance, 'total' | 'available' | 'held'>): Balance {
  return { accountId: `futures:${currency}`, wallet: 'futures', currency, ...figures };
}

/** The futures wallet of one settlement currency as a balance. facts.md §4.6. */
export function balanceOfOverview(overview: FuturesOverview): Balance {
  const { currency, accountEquity, availableBalance, positionMargin, orderMargin, frozenFunds } = overview;
  const held = sum([positionMargin, orderMargin, frozenFunds]);
  return futuresBalance(currency, { total: accountEquity, available: availableBalance, held });
}

/** The same from a frame, or null when it does not say all of it. */
function balanceOfChange(change: WalletChange): Balance | null {
  const { currency, equity, availableBalance: available, holdBalance, isolatedOrderMargin } = change;
  const { isolatedPositionMargin, crossOrderMargin, crossPositionMargin } = change;
  if (equity === null || available === null) return null;
  const parts = [holdBalance, isolatedOrderMargin, isolatedPositionMargin, crossOrderMargin, crossPositionMargin];
  const held = parts.filter(part => part !== null);
  if (held.length < parts.length) return null;
  return futuresBalance(currency, { total: equity, available, held: sum(held) });
}

async function readBalances(client: ExchangeClient, key: string, options: CallOptions): Promise<Result<Balance[]>> {
  if (key === spotKey) {
    const read = await client.accounts.balances({}, options);
    return read.ok ? succeed([...read.value]) : read;
  }
  const overview = await client.futures.overview({ currency: key }, options);
  return overview.ok ? succeed([balanceOfOverview(overview.value)]) : overview;
}

function keyOf(accountId: string, currency: string): string {
  return `${accountId} ${currency}`;
}

/** Whether a frame is the newest word on an account and currency, by the exchange's clock. */
function createOrder() {
  const toldAtMs = new Map<string, number>();
  return {
    isNews(key: string, timeMs: number): boolean {
      if (timeMs < (toldAtMs.get(key) ?? 0)) return false;
      toldAtMs.set(key, timeMs);
      return true;
    },
    forget: () => toldAtMs.clear(),
  };
}

/** Spot frames that wait until their wallet is known. */
function createWallets(publish: (balance: Balance) => void) {
  const wallets = new Map<string, string>();
  const waiting = new Map<string, BalanceChange>();
  /** false: its wallet must be asked for */
  const tell = (change: BalanceChange): boolean => {
    const { accountId, currency, total, available, held } = change;
    const wallet = wallets.get(accountId);
    const key = keyOf(accountId, currency);
    if (wallet === undefined) waiting.set(key, change);
    else {
      waiting.delete(key);
      publish({ accountId, wallet, currency, total, available, held });
    }
    return wallet !== undefined;
  };
  return {
    tell,
    /** whether nothing waits any more */
    learn(balances: readonly Balance[]): boolean {
      for (const { accountId, wallet } of balances) wallets.set(accountId, wallet);
      for (const change of waiting.values()) tell(change);
      return waiting.size === 0;
    },
    drop: () => waiting.clear(),
  };
}

/** Own wallets. A spot frame does not name its wallet: REST does, once for each account. `missed`: it never did. */
export function createOwnBalances(
  { client, world, log }: OwnNeeds,
  publish: (balances: Balance[]) => void,
  missed: (venue: 'spot' | 'futures') => void,
): OwnBalances {
  const order = createOrder();
  const batch = createBatch<Balance>({
    world,
    most: null,
    flush: balances =>
      publish([...new Map(balances.map(balance => [keyOf(balance.accountId, balance.currency), balance])).values()]),
  });
  const wallets = createWallets(batch.add);
  const completion = createCompletion<Balance[]>({
    world,
    gapMs,
    ask: (key, signal) => readBalances(client, key, { priority: 'visible', signal }),
    answered: (key, balances) => {
      if (key === spotKey) return wallets.learn(balances);
      for (const balance of balances) batch.add(balance);
      return true;
    },
    failed: (key, { error, isLast }) => {
      if (!isLast) return;
      log.warn('balances.not-completed', { key, kind: error?.kind ?? 'missing' });
      if (key === spotKey) wallets.drop();
      missed(key === spotKey ? 'spot' : 'futures');
    },
  });
  return {
    takeSpot(change) {
      const isNews = order.isNews(keyOf(change.accountId, change.currency), change.timeMs);
      if (isNews && !wallets.tell(change)) completion.want(spotKey);
    },
    takeFutures(change) {
      if (!order.isNews(keyOf('futures', change.currency), change.timeMs)) return;
      const balance = balanceOfChange(change);
      if (balance === null) completion.want(change.currency);
      else batch.add(balance);
    },
    forget: order.forget,
    stop() {
      completion.stop();
      batch.stop();
    },
  };
}
