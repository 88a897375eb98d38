import { absolute, add, compare, type Decimal, isZero, subtract, sum } from '#shared/decimal.ts';
import type { ListCoverage } from '#shared/domain/archive/archived-page.ts';
import { isDetailChange, isSameChange } from '#shared/domain/overseen/account-details.ts';
import type { BalanceMove, RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { ChangeOptions } from './changes.ts';

/** A change of the history; `moves` is empty where a window saw it. */
export type ListedChange = NotedChange & Pick<RecordedChange, 'moves'>;

/** The newest snapshot whose changes are in the archive, epoch ms; null: there is none. */
export function comparedToMs(coverage: ListCoverage | null): number | null {
  return coverage?.covered.at(-1)?.toMs ?? null;
}

/** Whether the archive has this balance change as the difference of two snapshots. */
function isInSnapshots({ kind, sinceMs, atMs }: NotedChange, coverage: ListCoverage | null): boolean {
  const toMs = comparedToMs(coverage);
  if (kind !== 'balance' || toMs === null || coverage === null || coverage.startMs === null) return false;
  return sinceMs >= coverage.startMs && atMs <= toMs;
}

interface HistoryOptions {
  readonly recorded: readonly RecordedChange[];
  /** what windows saw, newest first */
  readonly seen: readonly NotedChange[];
  readonly coverage: ListCoverage | null;
}

function withoutMoves(change: NotedChange): ListedChange {
  return { ...change, moves: [] };
}

/** The archived changes, and those that windows saw and the archive does not have yet, newest first. */
export function joinHistory({ recorded, seen, coverage }: HistoryOptions): readonly ListedChange[] {
  const keys = new Set(recorded.map(({ key }) => key));
  const isRecorded = (change: NotedChange) =>
    keys.has(change.key) || (isDetailChange(change) && recorded.some(each => isSameChange(each, change)));
  const unrecorded = seen.filter(change => !isRecorded(change) && !isInSnapshots(change, coverage));
  return [...unrecorded.map(withoutMoves), ...recorded].toSorted((a, b) => b.atMs - a.atMs);
}

/** What the account has more or less of each coin in all wallets together: a transfer between them is none. */
function netMoves(moves: readonly BalanceMove[]): readonly { readonly coin: string; readonly amount: Decimal }[] {
  const amounts = new Map<string, Decimal>();
  for (const { coin, before, after } of moves)
    amounts.set(coin, add(amounts.get(coin) ?? '0', subtract(after, before)));
  return [...amounts].filter(([, amount]) => !isZero(amount)).map(([coin, amount]) => ({ coin, amount }));
}

/** Whether a change is listed: coins that came and went are worth the least movement at current prices, or have no price. */
export function isListed({ moves }: ListedChange, { valuation, least }: ChangeOptions): boolean {
  if (moves.length === 0) return true;
  const values = netMoves(moves).map(({ coin, amount }) => valuation.valueOf(coin, absolute(amount)));
  if (values.length === 0) return false;
  const known = values.filter(value => value !== null);
  return known.length < values.length || compare(sum(known), least) >= 0;
}
