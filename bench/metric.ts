/** One line of the bench. `ours` and `peer` are of the same run, `ratio` is theirs; a metric may have more figures. */
export interface Metric {
  readonly metric: string;
  readonly ours: number;
  /** null without a reference */
  readonly peer: number | null;
  readonly peerName: string;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

/** A contender of a comparison. */
export type Contender = 'ours' | 'peer';
export const contenders: readonly Contender[] = ['ours', 'peer'];
