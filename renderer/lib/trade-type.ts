import type { MarginType } from '#shared/domain/account/margin.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';

const words: Readonly<Record<TradeType, string>> = {
  spot: t`Spot`,
  cross: t`Cross`,
  isolated: t`Isolated`,
  futures: t`Futures`,
};

const marginWords: Readonly<Record<MarginType, string>> = { cross: t`cross`, isolated: t`isolated` };

/** Which kind of margin, within a sentence. */
export function marginTypeText(type: MarginType): string {
  return marginWords[type];
}

/** The market of an order or a fill as a word on the screen. */
export function tradeTypeText(tradeType: TradeType): string {
  return words[tradeType];
}

/** Which margin account an order or a fill is on; undefined: none. */
export function marginTypeOf(tradeType: TradeType): MarginType | undefined {
  return tradeType === 'cross' || tradeType === 'isolated' ? tradeType : undefined;
}
