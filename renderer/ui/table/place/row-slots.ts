/** Which drawn row shows which row of the list. */
export interface RowSlots {
  /**
   * A slot for each of these rows. One that stays in sight keeps its own, a new one takes that of a row which went: the
   * page then writes other texts instead of making rows. That of `kept`, which may have the focus, nobody takes.
   */
  readonly assign: (keys: readonly string[], kept: string | null) => readonly number[];
}

export function createRowSlots(): RowSlots {
  let held = new Map<string, number>();
  let count = 0;
  return {
    assign(keys, kept) {
      const shown = new Set(keys);
      // in the order in which they stand, so that none is moved in the page
      const free = [...held].filter(([key]) => !shown.has(key) && key !== kept).map(([, slot]) => slot);
      let taken = 0;
      const slotFor = (key: string): number => held.get(key) ?? free[taken++] ?? count++;
      held = new Map(keys.map(key => [key, slotFor(key)]));
      return [...held.values()];
    },
  };
}
