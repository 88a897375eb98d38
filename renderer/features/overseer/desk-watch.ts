import { create } from 'zustand';
import type { SeenDesk } from '#shared/domain/account/oversight.ts';
import type { DeskChange } from './model/changes.ts';

/** A change with the moment at which it was noticed. */
export interface NotedChange extends DeskChange {
  readonly key: string;
  readonly atMs: number;
}

/** What the window has seen of the sub-accounts of one profile since it was opened. */
export interface WatchedDesk {
  /** as they were at the first look */
  readonly first: SeenDesk;
  readonly last: SeenDesk;
  /** newest first */
  readonly changes: readonly NotedChange[];
  /** when the figures of each account were last told */
  readonly knownAtMs: Readonly<Record<string, number>>;
}

interface DeskWatch {
  readonly desks: Readonly<Record<string, WatchedDesk>>;
  /** the newest look; `changes` are those between the last one and it */
  readonly look: (profileId: string, desk: SeenDesk, changes: readonly DeskChange[]) => void;
}

const mostChanges = 500;

/** Outlives the page: who looks at the market for an hour finds the changes when they come back. */
export const useDeskWatch = create<DeskWatch>()(set => ({
  desks: {},
  look: (profileId, desk, changes) =>
    set(({ desks }) => {
      const before = desks[profileId];
      const noted = changes.map(
        (change, index): NotedChange => ({
          ...change,
          key: `${desk.atMs}:${index}`,
          atMs: desk.atMs,
        }),
      );
      const told = Object.entries(desk.accounts).filter(([, { coins }]) => coins !== null);
      const next: WatchedDesk = {
        first: before?.first ?? desk,
        last: desk,
        changes: [...noted, ...(before?.changes ?? [])].slice(0, mostChanges),
        knownAtMs: { ...before?.knownAtMs, ...Object.fromEntries(told.map(([id]) => [id, desk.atMs])) },
      };
      return { desks: { ...desks, [profileId]: next } };
    }),
}));
