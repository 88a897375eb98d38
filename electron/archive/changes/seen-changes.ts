import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';

/** Changes that windows saw and that the archive does not have yet. */
export interface SeenChanges {
  readonly list: () => readonly NotedChange[];
  /** They are in the archive now. */
  readonly remove: (keys: ReadonlySet<string>) => void;
}
