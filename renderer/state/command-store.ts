import { create } from 'zustand';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';

interface TransferStart {
  readonly currency: string;
  readonly from: TransferEnd;
}

export const ownTransfer: TransferStart = { currency: 'USDT', from: { wallet: 'main', symbol: null, userId: null } };

interface CommandState {
  /** what lies over the window to find something by the keyboard */
  readonly shown:
    | 'none'
    | 'palette'
    | 'market'
    | 'shortcuts'
    | 'appearance'
    | 'privacy'
    | 'safety'
    | 'policy'
    | 'transfer';
  /** what a transfer that is shown begins with */
  readonly transfer: TransferStart;
  /** what was typed while the palette was on its way */
  readonly typed: string;
  /** Enter was pressed while it was on its way: the best of what was typed is meant */
  readonly isEntered: boolean;
  /** a market that is chosen is for this panel and all of its colour; null: for the whole window */
  readonly panel: string | null;
  readonly show: (shown: CommandState['shown'], panel?: string | null) => void;
  readonly showTransfer: (transfer: TransferStart) => void;
  readonly gather: (key: string) => void;
  readonly enter: () => void;
}

export const useCommandStore = create<CommandState>()(set => ({
  shown: 'none',
  typed: '',
  isEntered: false,
  panel: null,
  transfer: ownTransfer,
  showTransfer: transfer => set({ shown: 'transfer', transfer }),
  show: (shown, panel = null) => set({ shown, typed: '', isEntered: false, panel }),
  // after Enter nothing more is meant for it
  gather: key => set(({ typed, isEntered }) => ({ typed: isEntered ? typed : typed + key })),
  enter: () => set(({ typed }) => ({ isEntered: typed !== '' })),
}));
