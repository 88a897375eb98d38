import { create } from 'zustand';

/** How long a row that has come is lit, at most. */
const litMs = 800;

interface NewFills {
  /** fills that came a moment ago, by fillKey */
  readonly keys: ReadonlySet<string>;
}

/** Which rows of the list of fills have just come. */
export const useNewFills = create<NewFills>()(() => ({ keys: new Set() }));

/** Lights these rows for a moment. */
export function lightFills(keys: readonly string[]): void {
  if (keys.length === 0) return;
  useNewFills.setState(state => ({ keys: new Set([...state.keys, ...keys]) }));
  setTimeout(() => {
    useNewFills.setState(state => ({ keys: new Set([...state.keys].filter(key => !keys.includes(key))) }));
  }, litMs);
}
