export type ExitMode = 'reduce' | 'stop' | 'profit' | 'reverse';
/** `touch`: what stands at the best price, at once; `market`: at once, never worse than the cap; `price`: rests. */
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

export function emptyExit(mode: ExitMode, size: string): ExitDraft {
  return { mode, size, way: 'touch', price: '', trigger: '' };
}
