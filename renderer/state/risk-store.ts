import { create } from 'zustand';

interface RiskState {
  /** whose move is looked at; null: all coins together */
  readonly coin: string | null;
  readonly lookAt: (coin: string | null) => void;
}

/** Which coin's moves the risk page looks at. */
export const useRiskStore = create<RiskState>()(set => ({ coin: null, lookAt: coin => set({ coin }) }));
