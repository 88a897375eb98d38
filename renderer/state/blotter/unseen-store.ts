import { create } from 'zustand';

/** Rows of one source, by when each was made; a source is read apart from the others and may come later. */
export interface UnseenPart {
  readonly part: string;
  /** null: not known yet */
  readonly momentsMs: readonly number[] | null;
}

export interface Seen {
  /** whose rows: those of another account or market are none that were seen */
  readonly scope: string;
  /** the newest row that was there when it was looked at last, by part */
  readonly newestMs: Readonly<Record<string, number>>;
}

interface Look {
  readonly scope: string;
  readonly parts: readonly UnseenPart[];
  /** the rows are on the screen */
  readonly isShown: boolean;
}

const newestOf = (momentsMs: readonly number[]) => momentsMs.reduce((newest, each) => Math.max(newest, each), 0);

/** What has been seen after this look; the same object where it is nothing new. What is known for the first time counts as seen. */
export function seenAfter(old: Seen | undefined, { scope, parts, isShown }: Look): Seen {
  const before = old?.scope === scope ? old : { scope, newestMs: {} };
  const newestMs: Record<string, number> = { ...before.newestMs };
  for (const { part, momentsMs } of parts) {
    if (momentsMs === null || (part in newestMs && !isShown)) continue;
    newestMs[part] = Math.max(newestMs[part] ?? 0, newestOf(momentsMs));
  }
  const isSame = before === old && Object.entries(newestMs).every(([part, ms]) => before.newestMs[part] === ms);
  return isSame ? before : { scope, newestMs };
}

/** How many rows are newer than what was seen. */
export function unseenCount(seen: Seen | undefined, { scope, parts, isShown }: Look): number {
  if (isShown || seen?.scope !== scope) return 0;
  return parts.reduce((count, { part, momentsMs }) => {
    const newestMs = seen.newestMs[part];
    return newestMs === undefined ? count : count + (momentsMs ?? []).filter(each => each > newestMs).length;
  }, 0);
}

interface UnseenState {
  readonly seen: Readonly<Record<string, Seen>>;
  /** the list of this name was drawn, or its rows have changed */
  readonly look: (name: string, look: Look) => void;
}

/** What of each list of the blotter has been looked at. It does not outlive the window. */
export const useUnseenStore = create<UnseenState>()((set, get) => ({
  seen: {},
  look: (name, look) => {
    const { seen } = get();
    const next = seenAfter(seen[name], look);
    if (next !== seen[name]) set({ seen: { ...seen, [name]: next } });
  },
}));
