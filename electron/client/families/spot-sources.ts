import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';
import type { AccountKind } from './account-kind.ts';
import type { PairFinder } from './pair-finder.ts';

/** Where the spot lists of both families come from. */
export interface SpotListsOptions {
  readonly client: Pick<ExchangeClient, 'spot' | 'spotHf'>;
  readonly kind: AccountKind;
  readonly finder: PairFinder;
  /** an active order of the classic list that its high-frequency list does not have */
  readonly classicOnly: (orderId: string) => void;
  readonly nowMs: () => number;
}

/** Reads a list of each pair at once. The first failure fails the read. */
export async function readPairs<T>(
  pairs: readonly string[],
  read: (symbol: string) => Promise<Result<readonly T[]>>,
): Promise<Result<readonly T[]>> {
  const rows: T[] = [];
  for (const answer of await Promise.all(pairs.map(read))) {
    if (!answer.ok) return answer;
    rows.push(...answer.value);
  }
  return succeed(rows);
}
