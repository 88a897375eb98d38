import { create } from 'zustand';

type Theme = 'dark' | 'light';
type Density = 'low' | 'medium' | 'high';

/** What the user looks at. Nothing of the exchange and nothing typed lives here. */
interface UiState {
  /** the spot pair on the screen; may not exist on the chosen profile, see chooseSymbol */
  readonly symbol: string;
  readonly blotterTab: string;
  /** the blotter lists the pair on the screen only */
  readonly isBlotterNarrow: boolean;
  readonly theme: Theme;
  readonly density: Density;
  /** which sheet over the whole window is open */
  readonly openSheet: 'none' | 'profiles' | 'connect';
  readonly selectSymbol: (symbol: string) => void;
  readonly selectBlotterTab: (tab: string) => void;
  readonly toggleBlotterNarrow: () => void;
  readonly toggleTheme: () => void;
  readonly setDensity: (density: Density) => void;
  readonly showSheet: (sheet: UiState['openSheet']) => void;
}

export const useUiStore = create<UiState>()(set => ({
  symbol: 'BTC-USDT',
  blotterTab: 'active',
  isBlotterNarrow: false,
  theme: 'dark',
  density: 'medium',
  openSheet: 'none',
  selectSymbol: symbol => set({ symbol }),
  selectBlotterTab: blotterTab => set({ blotterTab }),
  toggleBlotterNarrow: () => set(({ isBlotterNarrow }) => ({ isBlotterNarrow: !isBlotterNarrow })),
  toggleTheme: () => set(({ theme }) => ({ theme: theme === 'dark' ? 'light' : 'dark' })),
  setDensity: density => set({ density }),
  showSheet: openSheet => set({ openSheet }),
}));
