import { create } from 'zustand';

interface CommandState {
  /** what lies over the window to find something by the keyboard */
  readonly shown: 'none' | 'palette' | 'shortcuts' | 'appearance' | 'privacy';
  /** what was typed while the palette was on its way */
  readonly typed: string;
  readonly show: (shown: CommandState['shown']) => void;
  readonly gather: (key: string) => void;
}

export const useCommandStore = create<CommandState>()(set => ({
  shown: 'none',
  typed: '',
  show: shown => set({ shown, typed: '' }),
  gather: key => set(({ typed }) => ({ typed: typed + key })),
}));
