import { create } from 'zustand';

interface LadderState {
  /** the sheet that composes a ladder lies over the window */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether a ladder is being composed. What is typed lives in the sheet itself. */
export const useLadderStore = create<LadderState>()(set => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
