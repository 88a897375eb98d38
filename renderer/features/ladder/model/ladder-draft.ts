import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import type { Side, TradeType } from '#shared/domain/scalars.ts';
import type { SizeShape } from '#shared/order-entry/ladder/rungs.ts';
import { t } from '#shared/words/t.ts';

/** One row of the grid. */
export interface RowText {
  readonly price: string;
  readonly size: string;
}

/** `sync`, `async`: batches of a pair; `batch`: one of a contract; `single`: one order a request. */
export type SendMode = 'sync' | 'async' | 'batch' | 'single';

/** A ladder as typed. */
export interface LadderDraft {
  readonly side: Side;
  readonly near: string;
  readonly far: string;
  readonly count: string;
  readonly shape: SizeShape;
  readonly skew: string;
  /** of all rungs together */
  readonly size: string;
  /** when the exchange cancels what is left, as a time of day or a length; empty: it stays */
  readonly life: string;
  readonly isPostOnly: boolean;
  /** `sync`: 20 rows a request, which say at once whether they rest; `async`: 5, acknowledged alone */
  readonly mode: 'sync' | 'async';
  /** of contracts. `batch`: 20 rows a request, each answered for itself */
  readonly futuresMode: 'batch' | 'single';
  /** of a pair: which account the rungs are paid out of */
  readonly account: Exclude<TradeType, 'futures'>;
  /** on margin: borrow what is lacking */
  readonly isAutoBorrow: boolean;
  /** on margin: pay back with what the rungs bring */
  readonly isAutoRepay: boolean;
  readonly leverage: string;
  readonly marginMode: MarginMode;
  /** changed by hand or pasted; null: the rows follow the range */
  readonly rows: readonly RowText[] | null;
}

export type LadderEdit = Partial<LadderDraft>;

export const firstDraft: LadderDraft = {
  side: 'buy',
  near: 'b',
  far: '-0.5%',
  count: '10',
  shape: 'flat',
  skew: '2',
  size: '',
  life: '',
  isPostOnly: true,
  mode: 'sync',
  futuresMode: 'batch',
  account: 'spot',
  isAutoBorrow: false,
  isAutoRepay: false,
  leverage: '5',
  marginMode: 'isolated',
  rows: null,
};

export interface GivenTemplate {
  readonly name: string;
  readonly edit: (side: Side) => LadderEdit;
}

function away(side: Side, share: string): string {
  return `${side === 'buy' ? '-' : '+'}${share}%`;
}

/** All lie relative to the middle, so that they mean the same on any day. */
export const templates: readonly GivenTemplate[] = [
  {
    name: t`Touch to 0.5 %`,
    edit: side => ({
      near: side === 'buy' ? 'b' : 'a',
      far: away(side, '0.5'),
      count: '10',
      shape: 'flat',
      rows: null,
    }),
  },
  {
    name: t`0.2 to 2 %, growing`,
    edit: side => ({
      near: away(side, '0.2'),
      far: away(side, '2'),
      count: '12',
      shape: 'linear',
      skew: '3',
      rows: null,
    }),
  },
  {
    name: t`1 to 5 %, steep`,
    edit: side => ({
      near: away(side, '1'),
      far: away(side, '5'),
      count: '8',
      shape: 'geometric',
      skew: '1.5',
      rows: null,
    }),
  },
];

/** The other side with the range turned over. What was typed as a price stays. */
export function turned(draft: LadderDraft, side: Side): LadderEdit {
  const turn = (text: string) => {
    if (text === 'b' || text === 'a') return side === 'buy' ? 'b' : 'a';
    return /^[+-].*%$/.test(text) ? away(side, text.slice(1, -1)) : text;
  };
  return draft.side === side ? {} : { side, near: turn(draft.near), far: turn(draft.far), rows: null };
}
