import { create } from 'zustand';

interface ComparisonState {
  readonly isOpen: boolean;
  /** what is wanted, as typed; it stays for the next time */
  readonly typed: string;
  /** nothing was typed since it was opened: the present text is replaced */
  readonly isUntouched: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  /** a key that was pressed while the sheet was on its way */
  readonly gather: (key: string) => void;
}

/** Whether "Where to trade" is open, and what was typed into it. */
export const useComparisonStore = create<ComparisonState>()(set => ({
  isOpen: false,
  typed: '',
  isUntouched: true,
  open: () => set({ isOpen: true, isUntouched: true }),
  close: () => set({ isOpen: false }),
  type: typed => set({ typed, isUntouched: false }),
  gather: key => set(({ typed, isUntouched }) => ({ typed: isUntouched ? key : typed + key, isUntouched: false })),
}));
