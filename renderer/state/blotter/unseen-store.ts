import { create } from 'zustand';
import type { Created } from '#shared/rules/newest-first.ts';

interface UnseenRow extends Created {
  readonly symbol: string;
}

/** Rows of one source; a source is read apart from the others and may come later. */
export interface UnseenPart {
  readonly part: string;
  /** null: not known yet */
  readonly rows: readonly UnseenRow[] | null;
}

export interface Seen {
  /** whose rows: those of another account are none that were seen */
  readonly scope: string;
  /** when the newest row was made that was there at the last look: by part, and by part and market where one was listed alone */
  readonly newestMs: Readonly<Record<string, number>>;
}

interface Look {
  readonly scope: string;
  /** the one that is listed; null: all */
  readonly symbol: string | null;
  readonly parts: readonly UnseenPart[];
  /** the rows are on the screen */
  readonly isShown: boolean;
}

const keyOf = (part: string, symbol: string | null) => (symbol === null ? part : `${part} ${symbol}`);

/** What has been seen after this look; the same object where it is nothing new. What is known for the first time counts as seen. */
export function seenAfter(old: Seen | undefined, { scope, symbol, parts, isShown }: Look): Seen {
  const before = old?.scope === scope ? old : { scope, newestMs: {} };
  const newestMs: Record<string, number> = { ...before.newestMs };
  for (const { part, rows } of parts) {
    const key = keyOf(part, symbol);
    // of all markets it is known what was seen of each
    if (rows === null || ((key in newestMs || part in newestMs) && !isShown)) continue;
    newestMs[key] = rows.reduce((newest, { createdAtMs }) => Math.max(newest, createdAtMs ?? 0), newestMs[key] ?? 0);
  }
  const isSame = before === old && Object.entries(newestMs).every(([part, ms]) => before.newestMs[part] === ms);
  return isSame ? before : { scope, newestMs };
}

/** How many rows are newer than what was seen. */
export function unseenCount(seen: Seen | undefined, { scope, symbol, parts, isShown }: Look): number {
  if (isShown || seen?.scope !== scope) return 0;
  const { newestMs } = seen;
  return parts.reduce((count, { part, rows }) => {
    if (!(part in newestMs || keyOf(part, symbol) in newestMs)) return count;
    const isNews = (row: UnseenRow) =>
      row.createdAtMs !== null &&
      row.createdAtMs > Math.max(newestMs[part] ?? 0, newestMs[keyOf(part, row.symbol)] ?? 0);
    return count + (rows ?? []).filter(isNews).length;
  }, 0);
}

/** The exchange restarted at that moment: its earlier rows cannot have been seen. */
export function restartSeen(old: Seen, beganMs: number): Seen {
  const newestMs = Object.fromEntries(Object.entries(old.newestMs).map(([key, ms]) => [key, Math.max(ms, beganMs)]));
  return { ...old, newestMs };
}

interface UnseenState {
  readonly seen: Readonly<Record<string, Seen>>;
  /** the list of this name was drawn, or its rows have changed */
  readonly look: (name: string, look: Look) => void;
  /** the exchange of this scope restarted, with earlier rows of its own */
  readonly restart: (scope: string, beganMs: number) => void;
}

/** What of each list of the blotter has been looked at. It does not outlive the window. */
export const useUnseenStore = create<UnseenState>()((set, get) => ({
  seen: {},
  look: (name, look) => {
    const { seen } = get();
    const next = seenAfter(seen[name], look);
    if (next !== seen[name]) set({ seen: { ...seen, [name]: next } });
  },
  restart: (scope, beganMs) =>
    set(({ seen }) => ({
      seen: Object.fromEntries(
        Object.entries(seen).map(([name, each]) => [name, each.scope === scope ? restartSeen(each, beganMs) : each]),
      ),
    })),
}));
