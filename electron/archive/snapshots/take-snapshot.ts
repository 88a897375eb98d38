import type { SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { ReadCost } from '#shared/domain/link.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { BalanceSnapshot, ListedAccount, SnapshotBalance } from '../archive-store.ts';
import { costOf } from '../streams/stream.ts';
import { accountPart, listPart, mainOnly } from './missing-parts.ts';

export type SnapshotClient = Pick<ExchangeClient, 'accounts' | 'futures' | 'margin' | 'reference'>;

export interface SnapshotOptions {
  readonly client: SnapshotClient;
  readonly accountId: number;
  readonly nowMs: () => number;
  /** Waits until a request may be sent; false: the snapshot is given up. */
  readonly waitForShare: (cost: ReadCost) => Promise<boolean>;
  readonly signal: AbortSignal;
}

interface PartRead {
  readonly rows: readonly SnapshotBalance[];
  /** accounts or wallets of the part that are unknown */
  readonly missing: BalanceSnapshot['missing'];
  /** the sub-accounts of the list; absent: the part is another one */
  readonly listed?: readonly ListedAccount[];
}

function whole(rows: readonly SnapshotBalance[]): Result<PartRead> {
  return succeed({ rows, missing: [] });
}

/** A part of a snapshot: the requests that it needs, and their cost one by one. */
interface SnapshotPart {
  readonly name: string;
  readonly cost: ReadCost;
  readonly read: (client: SnapshotClient, options: CallOptions) => Promise<Result<PartRead>>;
}

/** Margin amounts are whole in the margin accounts only, because the list of balances has no debts. */
const marginWallets = new Set(['margin', 'isolated']);

const wallets: SnapshotPart = {
  name: 'wallets',
  cost: costOf('accounts.balances'),
  async read({ accounts }, options) {
    const read = await accounts.balances({}, options);
    if (!read.ok) return read;
    const rows = read.value.filter(({ wallet }) => !marginWallets.has(wallet));
    return whole(
      rows.map(({ wallet, currency, total, available, held }) => {
        return { owner: '', wallet, currency, total, available, held, owed: null, unrealised: null };
      }),
    );
  },
};

interface MarginAmounts {
  readonly currency: string;
  readonly total: string;
  readonly available: string | null;
  readonly held: string | null;
  readonly liability: string;
}

function toMarginRow(wallet: string, { currency, total, available, held, liability }: MarginAmounts): SnapshotBalance {
  return { owner: '', wallet, currency, total, available, held, owed: liability, unrealised: null };
}

const crossMargin: SnapshotPart = {
  name: 'cross-margin',
  cost: costOf('margin.crossAccount'),
  async read({ margin }, options) {
    const read = await margin.crossAccount({ quoteCurrency: 'USDT' }, options);
    return read.ok ? whole(read.value.holdings.map(holding => toMarginRow('cross', holding))) : read;
  },
};

const isolatedMargin: SnapshotPart = {
  name: 'isolated-margin',
  cost: costOf('margin.isolatedAccounts'),
  async read({ margin }, options) {
    const read = await margin.isolatedAccounts({ quoteCurrency: 'USDT' }, options);
    if (!read.ok) return read;
    return whole(
      read.value.pairs.flatMap(({ symbol, base, quote }) =>
        [base, quote].map(holding => toMarginRow(`isolated ${symbol}`, holding)),
      ),
    );
  },
};

function futuresWallet(currency: string): SnapshotPart {
  return {
    name: `futures:${currency}`,
    cost: costOf('futures.overview'),
    async read({ futures }, options) {
      const read = await futures.overview({ currency }, options);
      if (!read.ok) return read;
      const { accountEquity: total, availableBalance: available, unrealisedPnl: unrealised } = read.value;
      return whole([{ owner: '', wallet: 'futures', currency, total, available, held: null, owed: null, unrealised }]);
    },
  };
}

const listCut = 'The list of sub-accounts is longer than Fathom reads at once.';
const unreadable = 'The exchange sent invalid amounts.';

/** What is unknown of a sub-account. */
function missingOf({ userId, isReadable, isMainOnly }: SubAccountHoldings): BalanceSnapshot['missing'] {
  if (!isReadable) return [{ part: accountPart(userId), reason: unreadable }];
  return isMainOnly === true ? [{ part: accountPart(userId), reason: mainOnly }] : [];
}

/** Pages of sub-accounts and, where the list has main wallets only, some accounts one by one. */
const subAccounts: SnapshotPart = {
  name: listPart,
  cost: costOf('accounts.subAccounts'),
  async read({ accounts }, options) {
    const read = await accounts.allSubHoldings({}, options);
    if (!read.ok) return read;
    const { items, isComplete } = read.value;
    const rows = items.flatMap(({ userId, balances }) =>
      balances.map(({ wallet, currency, total, available, held }) => {
        return { owner: userId, wallet, currency, total, available, held, owed: null, unrealised: null };
      }),
    );
    const cut = isComplete ? [] : [{ part: listPart, reason: listCut }];
    const listed = items.map(({ userId, otherWalletsAsOfMs = null }) => ({ userId, otherWalletsAsOfMs }));
    return succeed({ rows, missing: [...cut, ...items.flatMap(missingOf)], listed });
  },
};

/** The currencies that contracts settle in. */
async function settleCurrencies(client: SnapshotClient, options: CallOptions): Promise<Result<readonly string[]>> {
  const contracts = await client.reference.contracts({}, { ...options, unreadable: leaveOut });
  return contracts.ok
    ? succeed([...new Set(contracts.value.flatMap(({ settleCurrency }) => settleCurrency ?? []))].toSorted())
    : contracts;
}

/** Open futures positions; null: unknown. */
async function openPositions(client: SnapshotClient, options: CallOptions): Promise<BalanceSnapshot['positions']> {
  const read = await client.futures.positions({}, options);
  if (!read.ok) return null;
  return read.value.map(position => ({
    symbol: position.symbol,
    positionSide: position.positionSide ?? null,
    lots: position.quantity,
    entryPrice: position.averageEntryPrice,
    markPrice: position.markPrice,
    unrealised: position.unrealisedPnl,
    settleCurrency: position.settleCurrency,
  }));
}

/** What follows the balances: positions, and the list of sub-accounts. Null: the snapshot was given up. */
async function readRest(
  { client, nowMs, waitForShare, signal }: SnapshotOptions,
  asked: CallOptions,
): Promise<Pick<BalanceSnapshot, 'positions' | 'subAccountList'> | null> {
  if (!(await waitForShare(costOf('futures.positions')))) return null;
  const positions = await openPositions(client, asked);
  if (signal.aborted || !(await waitForShare(costOf('accounts.subUsers')))) return null;
  const listed = await client.accounts.allSubAccounts({}, asked);
  if (signal.aborted) return null;
  return { positions, subAccountList: listed.ok ? { atMs: nowMs(), ...listed.value } : undefined };
}

/**
 * What all wallets hold now. A part that does not answer is named as missing with the reason; it is never zero. Null: the
 * snapshot was given up.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<BalanceSnapshot | null> {
  const { client, accountId, nowMs, waitForShare, signal } = options;
  const asked: CallOptions = { priority: 'background', signal };
  // that of the wallets, which the ledger is compared with: requests may wait long for their share
  let atMs = nowMs();
  const rows: SnapshotBalance[] = [];
  const missing: { part: string; reason: string }[] = [];
  const listedAccounts: ListedAccount[] = [];
  if (!(await waitForShare(costOf('futures.contracts')))) return null;
  const currencies = await settleCurrencies(client, asked);
  if (!currencies.ok) missing.push({ part: 'futures', reason: currencies.error.message });
  const futures = currencies.ok ? currencies.value.map(futuresWallet) : [];
  for (const part of [wallets, ...futures, crossMargin, isolatedMargin, subAccounts]) {
    if (!(await waitForShare(part.cost))) return null;
    const read = await part.read(client, asked);
    if (signal.aborted) return null;
    if (part === wallets) atMs = nowMs();
    if (read.ok) {
      rows.push(...read.value.rows);
      missing.push(...read.value.missing);
      listedAccounts.push(...(read.value.listed ?? []));
    } else missing.push({ part: part.name, reason: read.error.message });
  }
  const rest = await readRest(options, asked);
  return rest === null ? null : { accountId, atMs, rows: oneRowEach(rows), missing, listedAccounts, ...rest };
}

/** A wallet that is listed twice in a currency keeps its first row. */
function oneRowEach(rows: readonly SnapshotBalance[]): readonly SnapshotBalance[] {
  const byKey = new Map<string, SnapshotBalance>();
  for (const row of rows) {
    const key = JSON.stringify([row.owner, row.wallet, row.currency]);
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()];
}
