import { add, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import type { Deposits } from '../accounts/deposits/deposits.ts';
import type { MovementRecord } from '../accounts/movements/movements.ts';
import type { WalletBalance } from '../accounts/types.ts';
import type { Withdrawals } from '../accounts/withdrawals/types.ts';
import type { FuturesTransaction } from '../futures/account-types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { MarginVenue } from '../margin/types.ts';
import type { SpotVenue } from '../spot/types.ts';
import { type EarlierDesk, type EarlierOptions, openEarlierDesk, type EarlierStep } from './earlier-desk.ts';
import { planFuturesMonths } from './futures-months.ts';
import { planMarginMonths } from './margin-months.ts';
import { planMoneyMonths, planTransfers } from './money-months.ts';
import { remembering } from './price-path.ts';
import { planOrderAtTheEdge, planSpotMonths } from './spot-months.ts';

/** Orders, fills, loans, payments and ledgers of all wallets but the futures one. */
export interface WalletMonths {
  readonly spot: SpotVenue;
  readonly margin: MarginVenue;
  readonly deposits: Deposits;
  /** the living exchange has those of the past on record as well */
  readonly withdrawals: Withdrawals;
  /** newest first */
  movements(accountId: string): readonly MovementRecord[];
}

/** Orders, fills, positions and funding of contracts, and the ledger of the futures wallet. */
export interface FuturesMonths {
  readonly futures: FuturesVenue;
  /** newest first */
  transactions(accountId: string): readonly FuturesTransaction[];
}

type Opening = Pick<WalletBalance, 'wallet' | 'currency' | 'total'>;

/** The events before the prepared days: only their lists, without trading. Each half is computed at its first read. */
export interface EarlierMonths {
  wallets(): WalletMonths;
  futures(): FuturesMonths;
  /** what the wallets of an account held before the first movement; empty ones are left out */
  readonly opening: (accountId: string) => readonly Opening[];
}

interface CreateOptions extends EarlierOptions {
  /** what an account's wallets hold when the earlier months are over */
  readonly endBalances: (accountId: string) => readonly WalletBalance[];
}

const masterRounds = 24;
const subRounds = 2;

/** All steps in the order of their time; those of one moment as they were planned. */
function runAll(desk: EarlierDesk, steps: readonly EarlierStep[]): void {
  for (const { atMs, run } of steps.toSorted((a, b) => a.atMs - b.atMs)) {
    desk.clock.advanceTo(atMs);
    run();
  }
  desk.clock.advanceTo(desk.endMs);
}

function keyOf({ wallet, currency }: Pick<WalletBalance, 'wallet' | 'currency'>): string {
  return `${wallet} ${currency}`;
}

/** By wallet and currency: what is to be added to a balance of the earlier months, so that the last ones are those of the end. */
function correctionsOf(
  { ledger }: EarlierDesk,
  accountId: string,
  endBalances: readonly WalletBalance[],
): ReadonlyMap<string, Decimal> {
  const ends = new Map(endBalances.map(balance => [keyOf(balance), balance.total]));
  return new Map(
    ledger.balances(accountId).map(each => [keyOf(each), subtract(ends.get(keyOf(each)) ?? '0', each.total)]),
  );
}

function correctTransactions(
  rows: readonly FuturesTransaction[],
  endBalances: readonly WalletBalance[],
): readonly FuturesTransaction[] {
  const last = new Map<string, Decimal>();
  for (const { currency, balance } of rows) if (!last.has(currency)) last.set(currency, balance);
  const endOf = (currency: string): Decimal =>
    endBalances.find(each => each.wallet === 'futures' && each.currency === currency)?.total ?? '0';
  return rows.map(row => {
    const correction = subtract(endOf(row.currency), last.get(row.currency) ?? '0');
    return withBalance(row, add(row.balance, correction));
  });
}

function withBalance<Row extends { readonly balance: Decimal }>(row: Row, balance: Decimal): Row {
  return { ...row, balance };
}

interface Played {
  readonly desk: EarlierDesk;
  /** of an account, by wallet and currency */
  readonly corrections: (accountId: string) => ReadonlyMap<string, Decimal>;
  readonly funded: (accountId: string) => readonly WalletBalance[];
}

function play(options: CreateOptions, plan: (desk: EarlierDesk) => readonly EarlierStep[]): Played {
  const desk = openEarlierDesk(options);
  const accountIds = [options.masterId, options.subId];
  const funded = new Map(accountIds.map(accountId => [accountId, desk.ledger.balances(accountId)]));
  runAll(desk, plan(desk));
  const corrections = new Map(
    accountIds.map(accountId => [accountId, correctionsOf(desk, accountId, options.endBalances(accountId))]),
  );
  return {
    desk,
    funded: accountId => funded.get(accountId) ?? [],
    corrections: accountId => corrections.get(accountId) ?? new Map(),
  };
}

function playWallets(options: CreateOptions) {
  const played = play(options, desk => [
    ...planMoneyMonths(desk),
    ...planSpotMonths(desk, options.masterId, masterRounds),
    ...planSpotMonths(desk, options.subId, subRounds),
    ...planOrderAtTheEdge(desk),
    ...planMarginMonths(desk),
  ]);
  const { spot, margin, deposits, withdrawals, movements } = played.desk;
  const listOf = remembering((accountId: string): readonly MovementRecord[] => {
    const corrections = played.corrections(accountId);
    return movements.list(accountId).map(row => withBalance(row, add(row.balance, corrections.get(keyOf(row)) ?? '0')));
  }, Infinity);
  return { ...played, lists: { spot, margin, deposits, withdrawals, movements: listOf } };
}

function playFutures(options: CreateOptions) {
  const played = play(options, desk => [...planTransfers(desk), ...planFuturesMonths(desk)]);
  const { futures } = played.desk;
  const listOf = remembering(
    (accountId: string) => correctTransactions(futures.transactions(accountId), options.endBalances(accountId)),
    Infinity,
  );
  return { ...played, lists: { futures, transactions: listOf } };
}

function openingOf({ funded, corrections }: Played, accountId: string): readonly Opening[] {
  return funded(accountId).map(each => ({
    wallet: each.wallet,
    currency: each.currency,
    total: add(each.total, corrections(accountId).get(keyOf(each)) ?? '0'),
  }));
}

/**
 * Half a year of two accounts, played in venues of its own. It ends with the balances that the living exchange begins
 * with: the accounts are funded amply, and the difference is put right in the balances of the rows afterwards.
 */
export function createEarlierMonths(options: CreateOptions): EarlierMonths {
  let wallets: ReturnType<typeof playWallets> | null = null;
  let futures: ReturnType<typeof playFutures> | null = null;
  const ofWallets = () => (wallets ??= playWallets(options));
  const ofFutures = () => (futures ??= playFutures(options));
  return {
    wallets: () => ofWallets().lists,
    futures: () => ofFutures().lists,
    opening(accountId) {
      const known = [
        ...openingOf(ofWallets(), accountId).filter(({ wallet }) => wallet !== 'futures'),
        ...openingOf(ofFutures(), accountId).filter(({ wallet }) => wallet === 'futures'),
      ];
      const keys = new Set(known.map(keyOf));
      const untouched = options.endBalances(accountId).filter(each => !keys.has(keyOf(each)));
      return [...known, ...untouched].filter(({ total }) => !isZero(total));
    },
  };
}
