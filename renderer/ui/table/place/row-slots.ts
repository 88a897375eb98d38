/** Which drawn row shows which row of the list. */
export interface RowSlots {
  /**
   * A slot for each of these rows. One that stays visible keeps its own, a new one takes that of a removed row above
   * it: the page then writes other texts instead of creating rows, and moves no row that stays. The slot of `kept`,
   * which may have the focus, is never reused.
   */
  readonly assign: (keys: readonly string[], kept: string | null) => readonly number[];
}

/** A slot with the place that it had among the rows drawn last. */
interface FreeSlot {
  readonly slot: number;
  readonly place: number;
}

export function createRowSlots(): RowSlots {
  let held = new Map<string, number>();
  let count = 0;
  return {
    assign(keys, kept) {
      const shown = new Set(keys);
      const places = new Map([...held.keys()].map((key, place) => [key, place]));
      const free: FreeSlot[] = [...held]
        .map(([key, slot], place) => ({ key, slot, place }))
        .filter(({ key }) => !shown.has(key) && key !== kept);
      const before = placesBefore(keys, places);
      let taken = 0;
      const slotFor = (key: string, index: number): number => {
        const own = held.get(key);
        if (own !== undefined) return own;
        const next = free[taken];
        // React would move every later row that stays: one new row costs less
        if (next === undefined || next.place > (before[index] ?? Infinity)) return count++;
        taken += 1;
        return next.slot;
      };
      held = new Map(keys.map((key, index) => [key, slotFor(key, index)]));
      return [...held.values()];
    },
  };
}

/** For each row the place that the next one which stays had; Infinity where none comes any more. */
function placesBefore(keys: readonly string[], places: ReadonlyMap<string, number>): readonly number[] {
  let next = Infinity;
  return keys
    .toReversed()
    .map(key => (next = Math.min(next, places.get(key) ?? Infinity)))
    .toReversed();
}
