import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import { rowKeys } from '#shared/domain/account/row-keys.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { BalanceChange, WalletChange } from '#client/feed/messages/wallets.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListReadContext, ListRows } from '../account-list.ts';
import { type Completion, createCompletion } from '../completion.ts';
import { lagMs } from './lag.ts';
import { balanceOfChange, type Wallets, type WalletsAnswer } from './wallets.ts';

export interface BalancesOptions {
  readonly wallets: Wallets;
  readonly clock: Clock;
  readonly log: Log;
  readonly rows: ListRows<Balance>;
  /** a frame reported an account that only the list names */
  readonly want: () => void;
}

export interface Balances {
  readonly takeSpot: (change: BalanceChange) => void;
  readonly takeFutures: (change: WalletChange) => void;
  /** All wallets. Answers whether it named the accounts of all frames. */
  readonly takeList: (answer: Pick<WalletsAnswer, 'balances' | 'isMissing'>, asked: ListReadContext) => boolean;
  /** The list never named the account of a frame: it is not waited for any more. */
  readonly giveUp: () => void;
  /** After a pause older frames may be newer than what is known, and an answer newer than any frame. */
  readonly forget: () => void;
  readonly stop: () => void;
}

const gapMs = 2_000;
const futuresAccount = (currency: string): string => `futures:${currency}`;

function nameOf(accountId: string, currency: string): string {
  return `${accountId} ${currency}`;
}

/** The newest frame of each account and currency, by the exchange's clock, and when it arrived by ours. */
function createFrames(clock: Clock) {
  const frames = new Map<string, { readonly timeMs: number; readonly reportedAtMs: number }>();
  return {
    /** false: a newer one has arrived already */
    hear(name: string, timeMs: number): boolean {
      if (timeMs < (frames.get(name)?.timeMs ?? 0)) return false;
      frames.set(name, { timeMs, reportedAtMs: clock.monotonicMs() });
      return true;
    },
    isHeardAfter: (name: string, atMs: number): boolean => (frames.get(name)?.reportedAtMs ?? -Infinity) > atMs,
    forget: () => frames.clear(),
  };
}

/** A frame that says which account it is about. */
type NamedChange = BalanceChange & { readonly accountId: string };

interface Overview {
  readonly requestedAtMs: number;
  readonly balance: Balance;
}

/** Reads the futures wallet of a currency after a partial frame. */
function completeFutures(
  { wallets, clock, log }: Pick<BalancesOptions, 'wallets' | 'clock' | 'log'>,
  take: (currency: string, overview: Overview) => void,
): Completion {
  return createCompletion<Overview>({
    clock,
    gapMs,
    ask: async (currency, signal): Promise<Result<Overview>> => {
      const requestedAtMs = clock.monotonicMs();
      const read = await wallets.futures(currency, signal);
      return read.ok ? succeed({ requestedAtMs, balance: read.value }) : read;
    },
    answered: (currency, overview) => {
      take(currency, overview);
      return true;
    },
    failed: (currency, { error, isLast }) => {
      if (isLast) log.warn('balances.not-completed', { currency, kind: error?.kind ?? 'missing' });
    },
  });
}

/** Whether a frame has reported a balance since the request. */
function overtakenBy(frames: ReturnType<typeof createFrames>) {
  return ({ accountId, currency }: Balance, requestedAtMs: number): boolean =>
    frames.isHeardAfter(nameOf(accountId, currency), requestedAtMs - lagMs);
}

/** The wallets of the account. A spot frame does not name its wallet: the list does, once for each account. */
export function createBalances({ wallets, clock, log, rows, want }: BalancesOptions): Balances {
  const frames = createFrames(clock);
  const isOvertaken = overtakenBy(frames);
  const walletNames = new Map<string, string>();
  /** spot frames that wait until their wallet is known */
  const waiting = new Map<string, NamedChange>();

  const show = (change: NamedChange): boolean => {
    const { accountId, currency, total, available, held } = change;
    const wallet = walletNames.get(accountId);
    if (wallet !== undefined) rows.set({ accountId, wallet, currency, total, available, held });
    return wallet !== undefined;
  };

  const completion = completeFutures({ wallets, clock, log }, (currency, { requestedAtMs, balance }) => {
    // the answer covers the partial frame that caused the request; a complete one that came since is newer
    if (!frames.isHeardAfter(nameOf(futuresAccount(currency), currency), requestedAtMs)) rows.set(balance);
  });

  return {
    takeSpot(change) {
      const { accountId } = change;
      // an older form does not name the account: only a read shows which balance it was
      if (accountId === null) {
        want();
        return;
      }
      const name = nameOf(accountId, change.currency);
      const named = { ...change, accountId };
      if (!frames.hear(name, change.timeMs)) return;
      const isShown = show(named);
      if (!isShown) waiting.set(name, named);
      // a frame may lack what is free or held; the list has it
      if (!isShown || change.available === null || change.held === null) want();
    },
    takeFutures(change) {
      const { currency, timeMs } = change;
      if (!frames.hear(nameOf(futuresAccount(currency), currency), timeMs)) return;
      const balance = balanceOfChange(change);
      if (balance === null) completion.want(currency);
      else rows.set(balance);
    },
    takeList({ balances, isMissing }, { requestedAtMs, unreadable }) {
      for (const balance of balances) {
        walletNames.set(balance.accountId, balance.wallet);
        if (!isOvertaken(balance, requestedAtMs)) rows.set(balance);
      }
      for (const [name, change] of waiting) if (show(change)) waiting.delete(name);
      const listed = new Set(balances.map(rowKeys.balances));
      for (const [key, balance] of rows.all()) {
        const named = { id: balance.accountId, symbol: null };
        const mayBeThere = isMissing(balance) || isMaybeUnreadable(unreadable, named);
        if (!listed.has(key) && !mayBeThere && !isOvertaken(balance, requestedAtMs)) rows.remove(key);
      }
      return waiting.size === 0;
    },
    giveUp() {
      log.warn('balances.not-completed', { count: waiting.size });
      waiting.clear();
    },
    forget() {
      frames.forget();
      waiting.clear();
    },
    stop: completion.stop,
  };
}
