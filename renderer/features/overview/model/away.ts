import type { AttentionTarget } from '../attention/attention-item.ts';
import { t } from '#shared/words/t.ts';

/** Something that happened. */
export interface AwayItem {
  readonly key: string;
  readonly atMs: number;
  /** where it was only seen afterwards: it happened between this and then */
  readonly fromMs?: number;
  readonly kind: 'fill' | 'liquidation' | 'order' | 'transfer' | 'account';
  /** as a sentence */
  readonly text: string;
  readonly target: AttentionTarget;
}

export const activityLabels: Readonly<Record<AwayItem['kind'], string>> = {
  fill: t`fill`,
  liquidation: t`by exchange`,
  order: t`order`,
  transfer: t`money`,
  account: t`sub-account`,
};

const oneWords: Readonly<Record<AwayItem['kind'], string>> = { ...activityLabels, transfer: t`movement of money` };

const manyWords: Readonly<Record<AwayItem['kind'], string>> = {
  fill: t`fills`,
  liquidation: t`by exchange`,
  order: t`orders`,
  transfer: t`movements of money`,
  account: t`sub-accounts`,
};

/** What happened after a moment, each once, newest first. */
export function awayItems(all: readonly AwayItem[], sinceMs: number): readonly AwayItem[] {
  const after = new Map(all.filter(({ atMs }) => atMs > sinceMs).map(item => [item.key, item]));
  return [...after.values()].toSorted((a, b) => b.atMs - a.atMs);
}

/** How many of each kind: `3 fills · 1 order`; empty when nothing happened. */
export function awaySummary(items: readonly AwayItem[]): string {
  const counts = Map.groupBy(items, ({ kind }) => kind);
  return [...counts]
    .map(([kind, { length }]) => `${length} ${(length === 1 ? oneWords : manyWords)[kind]}`)
    .join(' · ');
}
