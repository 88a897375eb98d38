import { type Decimal, multiply } from '#shared/decimal.ts';
import type { OrderName } from '#state/ui-store.ts';
import { formatDecimal } from '#lib/format.ts';
import { ownText } from '#lib/own/privacy.ts';

/** Where the press on an item leads. */
export type AttentionTarget =
  | { readonly kind: 'panel'; readonly panel: string }
  | { readonly kind: 'contract'; readonly symbol: string }
  | { readonly kind: 'order'; readonly of: OrderName }
  | { readonly kind: 'account'; readonly userId: string };

export type AttentionTone = 'danger' | 'warning' | 'neutral';

/** Something that deserves a look, what is wrong with it and what to do. */
export interface AttentionItem {
  readonly key: string;
  readonly tone: AttentionTone;
  /** the kind of trouble in a word or two */
  readonly word: string;
  readonly title: string;
  readonly text: string;
  /** what follows from it, a line each; absent: nothing else */
  readonly consequences?: readonly string[];
  /** what to do, as a sentence */
  readonly advice: string;
  readonly target: AttentionTarget;
  /** the smaller the earlier; equal ones keep their order */
  readonly rank: number;
}

/** What comes first: what may have happened already, then what ends money, then what is not seen, then what may wait. */
export const attentionRanks = {
  unknownAction: 0,
  liquidationNow: 1,
  debtNow: 2,
  feed: 3,
  stopDue: 4,
  accountDanger: 5,
  liquidationNear: 6,
  debtNear: 7,
  stuck: 8,
  rule: 9,
  stopNear: 10,
  ending: 11,
  accountNote: 12,
} as const;

/** The worst first. */
export function rankAttention(items: readonly AttentionItem[]): readonly AttentionItem[] {
  return items.toSorted((a, b) => a.rank - b.rank);
}

/** A share of something of the user's, as text. */
export function ownPercent(fraction: Decimal): string {
  return ownText(`${formatDecimal(multiply(fraction, '100'), { maximumDecimals: 2 })} %`, 'figure');
}
