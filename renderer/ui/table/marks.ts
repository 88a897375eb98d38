import { useCallback, useMemo, useState } from 'react';

/** The keys of the rows that are marked. */
export type MarkedKeys = ReadonlySet<string>;

const noKeys: MarkedKeys = new Set();

/** Marks a row that is not, and the other way round. */
export function toggled(marked: MarkedKeys, key: string): MarkedKeys {
  const next = new Set(marked);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Marks all rows between two, in the shown order; when one of the two was removed, only the other one. */
export function withRange(
  marked: MarkedKeys,
  keys: readonly string[],
  [from, to]: readonly [string, string],
): MarkedKeys {
  const ends = [keys.indexOf(from), keys.indexOf(to)].filter(index => index >= 0);
  if (ends.length === 0) return marked;
  return new Set([...marked, ...keys.slice(Math.min(...ends), Math.max(...ends) + 1)]);
}

/** Only rows that are still there count as marked: the same set for as long as all are. */
export function present(marked: MarkedKeys, keys: readonly string[]): MarkedKeys {
  const there = new Set(keys);
  return [...marked].every(key => there.has(key)) ? marked : new Set([...marked].filter(key => there.has(key)));
}

export type MarkEdit =
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'range'; readonly key: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** what is not shown is marked no more */
  | { readonly kind: 'shown' };

/** Marked rows of a table, stored by the component that acts on them or sums them. */
export interface Marks {
  readonly marked: MarkedKeys;
  /** `keys`: all rows in the order that is shown */
  readonly edit: (edit: MarkEdit, keys: readonly string[]) => void;
}

interface MarkState {
  readonly marked: MarkedKeys;
  /** where a range begins: the row that was marked last */
  readonly anchor: string | null;
}

function edited({ marked, anchor }: MarkState, edit: MarkEdit, keys: readonly string[]): MarkState {
  if (edit.kind === 'all') return { marked: new Set(keys), anchor };
  if (edit.kind === 'none') return { marked: noKeys, anchor: null };
  if (edit.kind === 'shown') return { marked: present(marked, keys), anchor };
  if (edit.kind === 'toggle') return { marked: toggled(marked, edit.key), anchor: edit.key };
  return { marked: withRange(marked, keys, [anchor ?? edit.key, edit.key]), anchor: anchor ?? edit.key };
}

/** `keys`: the present rows; undefined while they are unknown, when no row counts as removed. */
export function useMarks(keys: readonly string[] | undefined): Marks {
  const [state, setState] = useState<MarkState>({ marked: noKeys, anchor: null });
  const marked = useMemo(() => (keys === undefined ? state.marked : present(state.marked, keys)), [state.marked, keys]);
  const edit = useCallback<Marks['edit']>(
    (change, shown) => setState(now => edited({ ...now, marked: present(now.marked, shown) }, change, shown)),
    [],
  );
  return useMemo(() => ({ marked, edit }), [marked, edit]);
}
