import { create } from 'zustand';
import type { Position } from '#shared/domain/market/futures.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';

interface TransferStart {
  readonly currency: string;
  readonly from: TransferEnd;
}

export const ownTransfer: TransferStart = { currency: 'USDT', from: { wallet: 'main', symbol: null, userId: null } };

/** An action whose sheet the palette opens. Nothing is sent before that sheet is confirmed. */
export type PaletteAction =
  | { readonly kind: 'kill-switch' }
  | { readonly kind: 'cancel-orders'; readonly scope: 'screen' | 'all' }
  /** symbol null: on cross margin */
  | { readonly kind: 'borrow' | 'repay'; readonly symbol: string | null }
  | { readonly kind: 'close-position' | 'add-margin'; readonly position: Position };

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
    | 'transfer'
    | 'action';
  /** what a transfer that is shown begins with */
  readonly transfer: TransferStart;
  /** the action whose sheet is shown */
  readonly action: PaletteAction | null;
  /** what was typed while the palette was on its way */
  readonly typed: string;
  /** Enter was pressed while it loaded: the best match of the typed text is chosen */
  readonly isEntered: boolean;
  /** a market that is chosen is for this panel and all of its colour; null: for the whole window */
  readonly panel: string | null;
  readonly show: (shown: CommandState['shown'], panel?: string | null) => void;
  readonly showTransfer: (transfer: TransferStart) => void;
  readonly showAction: (action: PaletteAction) => void;
  readonly gather: (key: string) => void;
  readonly enter: () => void;
}

export const useCommandStore = create<CommandState>()(set => ({
  shown: 'none',
  typed: '',
  isEntered: false,
  panel: null,
  transfer: ownTransfer,
  action: null,
  showAction: action => set({ shown: 'action', action }),
  showTransfer: transfer => set({ shown: 'transfer', transfer }),
  show: (shown, panel = null) => set({ shown, typed: '', isEntered: false, panel }),
  // after Enter no more keys go to it
  gather: key => set(({ typed, isEntered }) => ({ typed: isEntered ? typed : typed + key })),
  enter: () => set(({ typed }) => ({ isEntered: typed !== '' })),
}));
