import type { TradeType } from '#shared/domain/scalars.ts';

const words: Readonly<Record<TradeType, string>> = {
  spot: 'Spot',
  cross: 'Cross',
  isolated: 'Isolated',
  futures: 'Futures',
};

/** The market of an order or a fill as a word on the screen. */
export function tradeTypeText(tradeType: TradeType): string {
  return words[tradeType];
}
