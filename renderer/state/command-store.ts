import { create } from 'zustand';

interface CommandState {
  /** what lies over the window to find something by the keyboard */
  readonly shown: 'none' | 'palette' | 'shortcuts';
  readonly show: (shown: CommandState['shown']) => void;
}

export const useCommandStore = create<CommandState>()(set => ({
  shown: 'none',
  show: shown => set({ shown }),
}));
