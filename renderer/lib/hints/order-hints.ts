import { t } from '#shared/words/t.ts';

/** The definition of each figure of an order, shown as the tooltip of its column and of its line in a sheet. */
export const orderHints = {
  accepted: t`Time at which the exchange accepted it`,
  account: t`Profile and its mode: live, practice or read-only`,
  breakEven: t`Price at which PnL is zero after taker fees for entry and exit, without funding`,
  cost: t`Margin and fee that the exchange holds for the order`,
  estPnl: t`Est. PnL of the closed lots against entry; spot: est. cost or proceeds. Before fees`,
  estFill: t`Est. fill by the order book now; slippage from mid`,
  filled: t`Executed part of the size`,
  flags: t`Time in force, post-only, hidden, iceberg, reduce-only`,
  market: t`Spot, cross margin, isolated margin or futures`,
  openNow: t`Open orders of this choice, as the exchange reports them now`,
  orderPrice: t`Limit price after the trigger; a market order has none`,
  policy: t`Use of the limits of the profile; Fathom checks them before it sends`,
  positionAfter: t`Position of the contract after the order`,
  price: t`Limit price of the order`,
  remaining: t`Size minus its executed part`,
  side: t`Buy or sell`,
  size: t`Base currency on spot, lots on futures`,
  symbol: t`Market or contract, as the exchange names it`,
  triggerPrice: t`Price that triggers the order`,
  value: t`Price times size, in the quote or settlement currency`,
} as const;
