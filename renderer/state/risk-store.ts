import { create } from 'zustand';

interface RiskState {
  readonly isOpen: boolean;
  /** whose move is looked at; null: all coins together */
  readonly coin: string | null;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly lookAt: (coin: string | null) => void;
}

/** Whether the risk page is open, and which coin's moves it looks at. */
export const useRiskStore = create<RiskState>()(set => ({
  isOpen: false,
  coin: null,
  toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
  close: () => set({ isOpen: false }),
  lookAt: coin => set({ coin }),
}));
