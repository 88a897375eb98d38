import { t } from '#shared/words/t.ts';

/** The definition of each figure of a position, shown as the tooltip of its column and of its line in a sheet. */
export const positionHints = {
  addedMargin: t`Margin added by you`,
  change: t`Size of the position before and after, in lots`,
  distance: t`Adverse move of the mark price until liquidation; ≈ and ≥ are estimates by Fathom`,
  entry: t`Average entry price`,
  leverage: t`Effective leverage, approximate: the exchange rounds it and updates late`,
  liquidation: t`Mark price at which the exchange liquidates the position`,
  liquidationChange: t`Mark price at which the exchange liquidates the position, before and after; ≈ is an estimate by Fathom`,
  lots: t`Position size in lots`,
  margin: t`Position margin without unrealised PnL`,
  marginMode: t`Isolated: the position has its own margin. Cross: the whole futures wallet is its margin`,
  mark: t`Mark price of the exchange, which decides liquidation`,
  notional: t`Value of the position at mark, in the settlement currency`,
  positionMode: t`One-way: one position per contract. Hedge: a long and a short one`,
  riskLevel: t`Level of the risk limit: largest position value and leverage`,
  coverage: t`Share of the position that untriggered stop-loss orders close`,
  unrealised: t`At the mark price, before fees and funding`,
} as const;
