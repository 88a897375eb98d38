import { create } from 'zustand';

/** A requested row, in a table that may not be on the screen yet. */
export interface RowRequest {
  readonly tableId: string;
  /** the name of the row in that table */
  readonly key: string;
}

interface RowRequestState {
  /** a new object each time; null: none, or it was shown */
  readonly request: RowRequest | null;
  readonly requestRow: (row: RowRequest) => void;
  /** the row has the focus, or is no longer requested */
  readonly clear: () => void;
}

/** Which row of which table the window is to show next. The table that has it shows it, and drops it. */
export const useRowRequest = create<RowRequestState>()(set => ({
  request: null,
  requestRow: ({ tableId, key }) => set({ request: { tableId, key } }),
  clear: () => set({ request: null }),
}));
