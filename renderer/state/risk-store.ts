import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';

/** Moves of the shock table as fractions, the deepest fall first; without any of its own a coin has those of all. */
export interface ScenarioMoves {
  /** null: as the table came */
  readonly all: readonly Decimal[] | null;
  readonly ofCoins: Readonly<Record<string, readonly Decimal[]>>;
}

interface RiskState {
  /** whose move is looked at; null: all coins together */
  readonly coin: string | null;
  readonly selectCoin: (coin: string | null) => void;
  /** the positions of linked accounts stand in the list as well */
  readonly isJoined: boolean;
  readonly join: (isJoined: boolean) => void;
  readonly moves: ScenarioMoves;
  /** `coin` null: of every row that has none of its own; `moves` null: as before anything was typed */
  readonly setMoves: (coin: string | null, moves: readonly Decimal[] | null) => void;
}

function changed(
  { all, ofCoins }: ScenarioMoves,
  coin: string | null,
  moves: readonly Decimal[] | null,
): ScenarioMoves {
  if (coin === null) return { all: moves, ofCoins };
  const { [coin]: _, ...others } = ofCoins;
  return { all, ofCoins: moves === null ? others : { ...others, [coin]: moves } };
}

/** The coin and the price moves of the Risk page; kept while the window is open. */
export const useRiskStore = create<RiskState>()(set => ({
  coin: null,
  selectCoin: coin => set({ coin }),
  isJoined: false,
  join: isJoined => set({ isJoined }),
  moves: { all: null, ofCoins: {} },
  setMoves: (coin, moves) => set(state => ({ moves: changed(state.moves, coin, moves) })),
}));
