import { t } from '#shared/words/t.ts';

/** The definition of each term of a contract, shown as the tooltip of its line in a card or a sheet. */
export const contractHints = {
  crossLeverage: t`Leverage of cross positions and orders of the contract`,
  initialMargin: t`Share of the value that opening a position needs as margin`,
  levelLimit: t`Largest position value of the level`,
  maintenanceMargin: t`Share of the value that the margin must not fall below`,
  makerFee: t`Fee rate of an order that rests in the book, as the exchange reports it`,
  maximumLeverage: t`Highest leverage that the exchange allows`,
  takerFee: t`Fee rate of an order that executes at once, as the exchange reports it`,
} as const;
