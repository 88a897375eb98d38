import { whole } from '#shared/domain/completeness.ts';
import type { EventPayload } from '#shared/contract.ts';
import type { AccountRows, ListStatus } from '#shared/domain/account/account-list.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { type Failure, succeed } from '#shared/errors.ts';
import type { ListContent } from '#shared/list-messages.ts';
import type { FakeDesk } from './fake-desk.ts';

/** Rows of some lists, or why one has none. */
export type FakeLists = { readonly [L in AccountListName]?: readonly AccountRows[L][] | Failure };

export interface FakeAccount {
  /** Publishes a whole list, from now on to each new subscriber, and at once to the present ones. */
  readonly publish: <L extends AccountListName>(
    list: L,
    rows: readonly AccountRows[L][],
    status?: Partial<ListStatus>,
  ) => void;
  /** the lists that the window watches, with their paces */
  readonly watched: () => string[];
}

/** How a list is that was read a moment ago and is pushed. */
export function liveStatus(change: Partial<ListStatus> = {}): ListStatus {
  return {
    feed: 'live',
    detail: null,
    asOfMs: Date.now(),
    completeness: whole,
    intervalMs: 60_000,
    isRefreshing: false,
    error: null,
    nextAttemptAtMs: null,
    cost: { pool: 'spot', weight: 2 },
    ...change,
  };
}

/** For tests: main's account, as far as a list is given. It publishes each list whole to a subscribed window. */
export function serveAccount(desk: FakeDesk, given: FakeLists): FakeAccount {
  const lists: { [L in AccountListName]?: readonly AccountRows[L][] | Failure } = { ...given };
  const statuses = new Map<AccountListName, Partial<ListStatus>>();
  let watched = new Map<AccountListName, string>();
  let profileId = '';
  let serial = 0;
  const push = (list: AccountListName): void => {
    const known = lists[list];
    if (known === undefined || !watched.has(list)) return;
    serial += 1;
    const failed = 'kind' in known ? { error: known, asOfMs: null, feed: 'polled' as const } : {};
    const status = liveStatus({ ...failed, ...statuses.get(list) });
    const upserts = 'kind' in known ? [] : known;
    const content: ListContent<unknown> = { serial, kind: 'whole', upserts, removed: [], status };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows were given for this very list
    desk.push('account.changed', { profileId, list, ...content } as EventPayload<'account.changed'>);
  };
  desk.answer('watch.set', input => {
    if (input.isRepeat) return succeed({});
    ({ profileId } = input);
    const accounts = input.watches.filter(watch => watch.kind === 'account');
    watched = new Map(accounts.map(({ list, pace }) => [list, pace]));
    for (const list of watched.keys()) push(list);
    return succeed({});
  });
  return {
    publish(list, rows, status = {}) {
      Object.assign(lists, { [list]: rows });
      statuses.set(list, status);
      push(list);
    },
    watched: () => [...watched].map(([list, pace]) => `${list} ${pace}`),
  };
}
