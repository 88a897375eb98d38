import { compare, type Decimal, isPositive } from '#shared/decimal.ts';
import type { OrderName } from '#state/ui-store.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks, ownPercent } from './attention-item.ts';

export interface UnknownAct {
  readonly id: string;
  readonly summary: string;
  readonly state: string;
}

export function unknownActs(acts: readonly UnknownAct[]): readonly AttentionItem[] {
  return acts
    .filter(({ state }) => state === 'unknown')
    .map(({ id, summary }) => ({
      key: `act ${id}`,
      tone: 'danger',
      word: t`unknown act`,
      title: visibleText(summary),
      text: t`Its answer was lost: it may have been done.`,
      advice: t`Look whether it is in the lists before you do it again.`,
      target: { kind: 'panel', panel: 'active' },
      rank: attentionRanks.unknownAct,
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
        text: isDue ? t`${pill}: its price is met and it waits still` : t`${pill}: ${ownPercent(distance)} away`,
        advice: isDue
          ? t`Look whether it fires; act by hand if it does not.`
          : t`Check that size and price are still meant.`,
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
      word: t`order ends`,
      title,
      text: left,
      advice: t`Extend it if it shall rest longer.`,
      target: { kind: 'order', of },
      rank: attentionRanks.ending,
    }));
}
