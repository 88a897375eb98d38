export type ExitMode = 'reduce' | 'stop' | 'profit' | 'reverse';
/** `market`: immediate, never worse than the slippage cap; `touch`: immediate at the best price only; `price`: rests. */
export type ExitWay = 'touch' | 'market' | 'price';

/** An exit as it is typed. */
export interface ExitDraft {
  readonly mode: ExitMode;
  readonly size: string;
  readonly way: ExitWay;
  readonly price: string;
  /** of a stop: a price, or how far from mark */
  readonly trigger: string;
}

/** Closing is a market order by default: an order at the best price alone may leave most of the position open. */
export function emptyExit(mode: ExitMode, size: string): ExitDraft {
  return { mode, size, way: 'market', price: '', trigger: '' };
}
