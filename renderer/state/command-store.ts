import { create } from 'zustand';

interface CommandState {
  /** what lies over the window to find something by the keyboard */
  readonly shown: 'none' | 'palette' | 'market' | 'shortcuts' | 'appearance' | 'privacy';
  /** what was typed while the palette was on its way */
  readonly typed: string;
  /** a market that is chosen is for this panel and all of its colour; null: for the whole window */
  readonly panel: string | null;
  readonly show: (shown: CommandState['shown'], panel?: string | null) => void;
  readonly gather: (key: string) => void;
}

export const useCommandStore = create<CommandState>()(set => ({
  shown: 'none',
  typed: '',
  panel: null,
  show: (shown, panel = null) => set({ shown, typed: '', panel }),
  gather: key => set(({ typed }) => ({ typed: typed + key })),
}));
