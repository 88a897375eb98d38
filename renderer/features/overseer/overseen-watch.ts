import { create } from 'zustand';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import type { AccountChange } from './model/changes.ts';

/** A change with the moment at which it was noticed. */
export interface NotedChange extends AccountChange {
  readonly key: string;
  readonly atMs: number;
}

/** What the window has seen of the sub-accounts of one profile since it was opened. */
export interface WatchedAccounts {
  /** as they were at the first look */
  readonly first: SeenAccounts;
  readonly last: SeenAccounts;
  /** newest first */
  readonly changes: readonly NotedChange[];
  /** when the figures of each account were last told */
  readonly knownAtMs: Readonly<Record<string, number>>;
}

interface OverseenWatch {
  readonly watched: Readonly<Record<string, WatchedAccounts>>;
  /** the newest look; `changes` are those between the last one and it */
  readonly look: (profileId: string, overseen: SeenAccounts, changes: readonly AccountChange[]) => void;
}

const mostChanges = 500;

/** Outlives the page: who looks at the market for an hour finds the changes when they come back. */
export const useOverseenWatch = create<OverseenWatch>()(set => ({
  watched: {},
  look: (profileId, overseen, changes) =>
    set(({ watched }) => {
      const before = watched[profileId];
      const noted = changes.map(
        (change, index): NotedChange => ({
          ...change,
          key: `${overseen.atMs}:${index}`,
          atMs: overseen.atMs,
        }),
      );
      const told = Object.entries(overseen.accounts).filter(([, { coins }]) => coins !== null);
      const next: WatchedAccounts = {
        first: before?.first ?? overseen,
        last: overseen,
        changes: [...noted, ...(before?.changes ?? [])].slice(0, mostChanges),
        knownAtMs: { ...before?.knownAtMs, ...Object.fromEntries(told.map(([id]) => [id, overseen.atMs])) },
      };
      return { watched: { ...watched, [profileId]: next } };
    }),
}));
