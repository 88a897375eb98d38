import { compare, type Decimal, isPositive } from '#shared/decimal.ts';
import type { OrderName } from '#state/ui-store.ts';
import { formatOwnSummary } from '#lib/own/own-figures.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks, ownPercent } from './attention-item.ts';

export interface UnknownAction {
  readonly id: string;
  readonly summary: string;
  readonly state: string;
}

export function unknownActions(actions: readonly UnknownAction[]): readonly AttentionItem[] {
  return actions
    .filter(({ state }) => state === 'unknown')
    .map(({ id, summary }) => ({
      key: `act ${id}`,
      tone: 'danger',
      word: t`outcome unknown`,
      title: formatOwnSummary(visibleText(summary)),
      text: t`No response received: the action may have been done.`,
      advice: t`Check the lists before you repeat it.`,
      target: { kind: 'panel', panel: 'active' },
      rank: attentionRanks.unknownAction,
    }));
}

export interface NearStop {
  readonly key: string;
  readonly title: string;
  /** the stop in one line */
  readonly pill: string;
  /** of the watched price to the trigger, as a fraction; zero or less is due; null: not known */
  readonly distance: Decimal | null;
  readonly of: OrderName;
}

/** Nearer than this a stop is near, as a fraction of the price. */
const stopNearBelow = '0.01';

/** The nearest first. */
export function stopItems(stops: readonly NearStop[]): readonly AttentionItem[] {
  const near = stops.flatMap(stop =>
    stop.distance === null || compare(stop.distance, stopNearBelow) >= 0 ? [] : [{ stop, distance: stop.distance }],
  );
  return near
    .toSorted((a, b) => compare(a.distance, b.distance))
    .map(({ stop: { key, title, pill, of }, distance }) => {
      const isDue = !isPositive(distance);
      return {
        key: `stop ${key}`,
        tone: isDue ? 'danger' : 'warning',
        word: isDue ? t`stop due` : t`stop near`,
        title: visibleText(title),
        text: isDue ? t`${pill}: trigger price reached, still untriggered` : t`${pill}: ${ownPercent(distance)} away`,
        advice: isDue ? t`Check whether it triggers; otherwise close manually.` : t`Check size and price.`,
        target: { kind: 'order', of },
        rank: isDue ? attentionRanks.stopDue : attentionRanks.stopNear,
      };
    });
}

export interface EndingOrder {
  readonly key: string;
  readonly title: string;
  /** what is left, in ms */
  readonly leftMs: number;
  readonly left: string;
  readonly of: OrderName;
}

const endingWithinMs = 5 * 60_000;

/** The next to end first. */
export function endingItems(orders: readonly EndingOrder[]): readonly AttentionItem[] {
  return orders
    .filter(({ leftMs }) => leftMs < endingWithinMs)
    .toSorted((a, b) => a.leftMs - b.leftMs)
    .map(({ key, title, left, of }) => ({
      key: `ending ${key}`,
      tone: 'neutral',
      word: t`order expires`,
      title,
      text: left,
      advice: t`Extend the expiry if needed.`,
      target: { kind: 'order', of },
      rank: attentionRanks.ending,
    }));
}
