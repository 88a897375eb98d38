import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side } from '#shared/domain/scalars.ts';

/** One rung of the ladder that is being composed, by its place in the grid. */
export interface GhostRung {
  readonly row: number;
  readonly price: Decimal;
  readonly size: Decimal;
}

/** The ladder that is being composed, as book and charts show it. */
export interface GhostLadder {
  readonly market: Market;
  readonly side: Side;
  readonly rungs: readonly GhostRung[];
  /** a rung was dragged: it, or all by as much, as if typed into the grid */
  readonly move: (row: number, price: Decimal, isAll: boolean) => void;
}

interface LadderState {
  /** the sheet of a planned ladder is at the side of the window */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** what book and charts show: what is composed here, else what is composed in another window; null: neither */
  readonly ghosts: GhostLadder | null;
  readonly composed: GhostLadder | null;
  readonly received: GhostLadder | null;
  /** of the sheet of this window */
  readonly showGhosts: (ghosts: GhostLadder | null) => void;
  /** of another window */
  readonly showReceivedGhosts: (ghosts: GhostLadder | null) => void;
}

/** Whether a ladder is being composed, and where its rungs would lie. What is typed lives in the sheet itself. */
export const useLadderStore = create<LadderState>()(set => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
  ghosts: null,
  composed: null,
  received: null,
  showGhosts: composed => set(({ received }) => ({ composed, ghosts: composed ?? received })),
  showReceivedGhosts: received => set(({ composed }) => ({ received, ghosts: composed ?? received })),
}));

/** The ghosts of one market, or null. */
export function ghostsOf(ghosts: GhostLadder | null, { venue, symbol }: Market): GhostLadder | null {
  return ghosts?.market.venue === venue && ghosts.market.symbol === symbol ? ghosts : null;
}
