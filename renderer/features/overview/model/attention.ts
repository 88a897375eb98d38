import { compare, type Decimal, isPositive, multiply } from '#shared/decimal.ts';
import type { OrderName } from '#state/ui-store.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { t } from '#shared/words/t.ts';

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
  /** what to do, as a sentence */
  readonly advice: string;
  readonly target: AttentionTarget;
  /** the smaller the earlier; equals stay as they were told */
  readonly rank: number;
}

/** What comes first: what may have happened already, then what ends money, then what is not seen, then what may wait. */
const ranks = {
  unknownAct: 0,
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
      rank: ranks.unknownAct,
    }));
}

/** A position or a margin account, as the risk page knows it. */
export interface AtRisk {
  readonly id: string;
  readonly title: string;
  readonly symbol: string | null;
  /** how far prices may move against it, as a fraction; null: not known, or nothing liquidates it */
  readonly distance: Decimal | null;
  /** who says so: the exchange, or Fathom, which may know that it is at least so far */
  readonly basis: 'told' | 'reckoned' | 'least';
  /** share of the way to liquidation, 1 is liquidation */
  readonly ratio: Decimal | null;
  readonly isMargin: boolean;
  /** the whole futures wallet stands behind it */
  readonly isCross: boolean;
}

/** Bands of the risk page: under 5 % act now, under 15 % watch. */
const [nowBelow, nearBelow] = ['0.05', '0.15'] as const;
/** Of the way to liquidation. */
const [debtNowFrom, debtNearFrom] = ['0.9', '0.75'] as const;

const percentText = (fraction: Decimal) =>
  ownText(`${formatDecimal(multiply(fraction, '100'), { maximumDecimals: 2 })} %`, 'figure');

export function riskItems(rows: readonly AtRisk[]): readonly AttentionItem[] {
  return rows.flatMap(row => liquidationItem(row) ?? debtItem(row) ?? []);
}

function dueText(basis: AtRisk['basis'], isMargin: boolean): string {
  if (isMargin) return t`at its line of liquidation`;
  if (basis === 'told') return t`at its liquidation price`;
  return t`perhaps due for liquidation, as Fathom reckons: the exchange states no price`;
}

function distanceText(distance: Decimal, { basis, isMargin }: AtRisk): string {
  if (!isPositive(distance)) return dueText(basis, isMargin);
  const far = percentText(distance);
  if (basis === 'least') return t`at least ${far} from liquidation, as Fathom reckons: the exchange states no price`;
  // that no price is stated for a margin account is nothing that one has to be told
  if (basis === 'reckoned' && !isMargin)
    return t`about ${far} from liquidation, as Fathom reckons: the exchange states no price`;
  return t`${far} from liquidation`;
}

function adviceOf({ isMargin, isCross }: AtRisk): string {
  if (isMargin) return t`Repay a part or transfer collateral in.`;
  return isCross
    ? t`Transfer money to its futures wallet, reduce it, or set a stop before that price.`
    : t`Add margin, reduce it, or set a stop before that price.`;
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
    rank: isNow ? ranks.liquidationNow : ranks.liquidationNear,
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
    text: t`${percentText(ratio)} of the way to liquidation`,
    advice: isMargin ? t`Repay a part or transfer collateral in.` : t`Add margin or reduce it.`,
    target: { kind: 'panel', panel: isMargin ? 'margin' : 'positions' },
    rank: isNow ? ranks.debtNow : ranks.debtNear,
  };
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
        text: isDue ? t`${pill}: its price is met and it waits still` : t`${pill}: ${percentText(distance)} away`,
        advice: isDue
          ? t`Look whether it fires; act by hand if it does not.`
          : t`Check that size and price are still meant.`,
        target: { kind: 'order', of },
        rank: isDue ? ranks.stopDue : ranks.stopNear,
      };
    });
}

export interface StuckWithdrawal {
  readonly key: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly status: string;
  /** how long it has been under way, in words */
  readonly age: string;
}

export function stuckItems(withdrawals: readonly StuckWithdrawal[]): readonly AttentionItem[] {
  return withdrawals.map(({ key, currency, amount, status, age }) => ({
    key: `withdrawal ${key}`,
    tone: 'warning',
    word: t`stuck`,
    title: `${ownText(formatDecimal(amount))} ${visibleText(currency)}`,
    text: t`withdrawal ${status} for ${age}`,
    advice: t`Check the address and the chain; ask the exchange if it stays.`,
    target: { kind: 'panel', panel: 'withdrawals' },
    rank: ranks.stuck,
  }));
}

export interface AccountFinding {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly kind: string;
  readonly tone: AttentionTone;
  readonly word: string;
  /** half a sentence that goes on from the name */
  readonly text: string;
}

const accountAdvice: Readonly<Record<string, string>> = {
  drop: t`Open the account and see what left it.`,
  unreadable: t`Ask the exchange: what it tells of this account makes no sense.`,
  untold: t`Its figures are told to its own key only.`,
};
const ruleAdvice = t`Talk to its trader, or change the rule.`;
const frozenNamed = 3;

/** Frozen accounts are no news, and many are one line. */
function frozenItem(frozen: readonly AccountFinding[]): readonly AttentionItem[] {
  const [first, ...others] = frozen;
  if (first === undefined) return [];
  const names = frozen.slice(0, frozenNamed).map(({ name }) => visibleText(name));
  const more = frozen.length > names.length ? t` and ${frozen.length - names.length} more` : '';
  const isOne = others.length === 0;
  return [
    {
      key: 'accounts frozen',
      tone: 'neutral',
      word: t`frozen`,
      title: isOne ? visibleText(first.name) : t`${frozen.length} sub-accounts`,
      text: isOne ? t`is frozen and holds money` : t`are frozen and hold money: ${names.join(', ')}${more}`,
      advice: t`Nothing can be moved there until the exchange opens it again.`,
      target: { kind: 'account', userId: first.userId },
      rank: ranks.accountNote,
    },
  ];
}

export function accountItems(findings: readonly AccountFinding[]): readonly AttentionItem[] {
  const rankOf = { danger: ranks.accountDanger, warning: ranks.rule, neutral: ranks.accountNote };
  const others = findings
    .filter(({ kind }) => kind !== 'frozen')
    .map(
      ({ key, userId, name, kind, tone, word, text }): AttentionItem => ({
        key: `account ${key}`,
        tone,
        word: tone === 'warning' ? t`rule: ${word}` : word,
        title: visibleText(name),
        text,
        advice: accountAdvice[kind] ?? ruleAdvice,
        target: { kind: 'account', userId },
        rank: rankOf[tone],
      }),
    );
  return [...others, ...frozenItem(findings.filter(({ kind }) => kind === 'frozen'))];
}

export interface FeedTopic {
  readonly venue: string;
  readonly label: string;
  readonly state: string;
  readonly detail: string | null;
}

export function feedItems(topics: readonly FeedTopic[]): readonly AttentionItem[] {
  return topics
    .filter(({ state }) => state === 'stale' || state === 'dead')
    .map(({ venue, label, state, detail }) => ({
      key: `feed ${venue} ${label}`,
      tone: state === 'dead' ? 'danger' : 'warning',
      word: t`stale feed`,
      title: `${venue} ${label}`,
      text: detail ?? t`nothing was heard for too long`,
      advice: t`Trust the age beside each figure; what is shown is asked for meanwhile.`,
      target: { kind: 'panel', panel: 'overview' },
      rank: ranks.feed,
    }));
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
      rank: ranks.ending,
    }));
}
