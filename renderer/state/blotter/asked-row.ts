import { create } from 'zustand';

/** A requested row, in a table that may not be on the screen yet. */
export interface AskedRow {
  readonly tableId: string;
  /** the name of the row in that table */
  readonly key: string;
}

interface AskedRowState {
  /** a new object each time; null: none, or it was shown */
  readonly asked: AskedRow | null;
  readonly ask: (row: AskedRow) => void;
  /** the row has the focus, or is no longer requested */
  readonly drop: () => void;
}

/** Which row of which table the window is to show next. The table that has it shows it, and drops it. */
export const useAskedRow = create<AskedRowState>()(set => ({
  asked: null,
  ask: ({ tableId, key }) => set({ asked: { tableId, key } }),
  drop: () => set({ asked: null }),
}));
