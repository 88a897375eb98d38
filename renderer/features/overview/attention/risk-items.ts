import { compare, type Decimal, isPositive } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks, ownPercent } from './attention-item.ts';

/** A position or a margin account, as the risk page knows it. */
export interface AtRisk {
  readonly id: string;
  readonly title: string;
  readonly symbol: string | null;
  /** how far prices may move against it, as a fraction; null: not known, or nothing liquidates it */
  readonly distance: Decimal | null;
  /** who says so: the exchange, or Fathom, which may know that it is at least so far */
  readonly basis: 'reported' | 'computed' | 'lower-bound';
  /** share of the way to liquidation, 1 is liquidation */
  readonly ratio: Decimal | null;
  readonly isMargin: boolean;
  /** the whole futures wallet is its collateral */
  readonly isCross: boolean;
}

/** Bands of the risk page: under 5 % act now, under 15 % watch. */
const [nowBelow, nearBelow] = ['0.05', '0.15'] as const;
/** Of the way to liquidation. */
const [debtNowFrom, debtNearFrom] = ['0.9', '0.75'] as const;

export function riskItems(rows: readonly AtRisk[]): readonly AttentionItem[] {
  return rows.flatMap(row => liquidationItem(row) ?? debtItem(row) ?? []);
}

function dueText(basis: AtRisk['basis'], isMargin: boolean): string {
  if (isMargin) return t`at its liquidation threshold`;
  if (basis === 'reported') return t`at its liquidation price`;
  return t`possibly due for liquidation (estimate by Fathom, no price from the exchange)`;
}

function distanceText(distance: Decimal, { basis, isMargin }: AtRisk): string {
  if (!isPositive(distance)) return dueText(basis, isMargin);
  const far = ownPercent(distance);
  if (basis === 'lower-bound')
    return t`at least ${far} from liquidation (estimate by Fathom, no price from the exchange)`;
  // a missing price of a margin account is normal and not reported
  if (basis === 'computed' && !isMargin)
    return t`about ${far} from liquidation (estimate by Fathom, no price from the exchange)`;
  return t`${far} from liquidation`;
}

function adviceOf({ isMargin, isCross }: AtRisk): string {
  if (isMargin) return t`Repay a part or add collateral.`;
  return isCross
    ? t`Transfer funds to the futures wallet, reduce the position, or set a stop before that price.`
    : t`Add margin, reduce the position, or set a stop before that price.`;
}

function liquidationItem(row: AtRisk): AttentionItem | null {
  const { id, title, distance, symbol, isMargin } = row;
  if (distance === null || compare(distance, nearBelow) >= 0) return null;
  const isNow = compare(distance, nowBelow) < 0;
  return {
    key: `risk ${id}`,
    tone: isNow ? 'danger' : 'warning',
    word: t`liquidation`,
    title: visibleText(title),
    text: distanceText(distance, row),
    advice: adviceOf(row),
    target: isMargin || symbol === null ? { kind: 'panel', panel: 'margin' } : { kind: 'contract', symbol },
    rank: isNow ? attentionRanks.liquidationNow : attentionRanks.liquidationNear,
  };
}

function debtItem({ id, title, ratio, isMargin }: AtRisk): AttentionItem | null {
  if (ratio === null || compare(ratio, debtNearFrom) < 0) return null;
  const isNow = compare(ratio, debtNowFrom) >= 0;
  return {
    key: `debt ${id}`,
    tone: isNow ? 'danger' : 'warning',
    word: isMargin ? t`debt` : t`margin ratio`,
    title: visibleText(title),
    text: t`${ownPercent(ratio)} of the liquidation threshold`,
    advice: isMargin ? t`Repay a part or add collateral.` : t`Add margin or reduce the position.`,
    target: { kind: 'panel', panel: isMargin ? 'margin' : 'positions' },
    rank: isNow ? attentionRanks.debtNow : attentionRanks.debtNear,
  };
}
