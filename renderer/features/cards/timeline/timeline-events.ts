import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { AuditRow } from '#shared/domain/safety/audit.ts';
import type { OrderType, Side } from '#shared/domain/scalars.ts';
import { actionKindText, actionStateText } from '#lib/action-texts.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { catalogue, t } from '#shared/words/t.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';

export interface TimelineEvent {
  readonly key: string;
  /** null: unknown time; it is last */
  readonly atMs: number | null;
  /** whose clock the moment is by */
  readonly source: string;
  readonly title: string;
  readonly detail: string | null;
}

/** What is known of one order. */
export interface TimelineFacts {
  readonly profileId: string;
  readonly orderId: string;
  /** the order or stop as it was last read; null: unknown */
  readonly record: Order | StopOrder | null;
  /** of any order; of a repeated one the last form counts */
  readonly fills: readonly Fill[];
  /** of all profiles */
  readonly audit: readonly AuditRow[];
}

export function isStop(record: Order | StopOrder): record is StopOrder {
  return 'stop' in record;
}

/** What Fathom did, and how far it came. */
function stepTitle({ kind, state }: AuditRow): string {
  const come = actionStateText(state);
  if (kind.startsWith('place-')) return t`Placing: ${come}`;
  if (kind.startsWith('cancel-')) return t`Cancellation: ${come}`;
  return kind === 'amend-order' ? t`Changing: ${come}` : `${actionKindText(kind)}: ${come}`;
}

/** The journal's English text, in the language of the page. */
function inWords(written: string): string {
  if (catalogue === null) return written;
  return written === 'allowed' ? t`allowed` : catalogue.translate(written);
}

/**
 * The steps of this computer: an action is journalled by the client's own id, a cancellation by that of the exchange.
 */
function stepsOf({ profileId, orderId, record, audit }: TimelineFacts): readonly TimelineEvent[] {
  const keys = new Set([orderId, ...(record?.clientOid == null ? [] : [record.clientOid])]);
  return audit
    .filter(row => row.profileId === profileId && keys.has(row.key))
    .toSorted((a, b) => a.n - b.n)
    .map(row => ({
      key: `audit ${row.n}`,
      atMs: row.atMs,
      source: 'Fathom',
      title: stepTitle(row),
      detail:
        [row.summary, row.detail, row.verdict]
          .flatMap(text => (text === null || text === '' ? [] : [inWords(text)]))
          .join(' · ') || null,
    }));
}

const orderWords: Readonly<Record<OrderType, Readonly<Record<Side, string>>>> = {
  limit: { buy: t`limit buy`, sell: t`limit sell` },
  market: { buy: t`market buy`, sell: t`market sell` },
  unknown: sideLabels,
};

function termsOf(record: Order | StopOrder): string {
  const { side, type, size, funds, price } = record;
  const amount = size === null ? (funds === null ? '' : t` for ${formatOwn(funds)}`) : ` ${formatOwn(size)}`;
  const at = price === null ? '' : t` at ${formatOwn(price)}`;
  const trigger = record.stopPrice === null ? '' : t`, trigger ${formatOwn(record.stopPrice)}`;
  return `${orderWords[type][side]}${amount}${at}${trigger}`;
}

const liquidityWords: Readonly<Record<Fill['liquidity'], string>> = {
  maker: t`maker`,
  taker: t`taker`,
  unknown: t`liquidity unknown`,
};

const causeWords: Readonly<Record<Exclude<Fill['cause'], 'trade'>, string>> = {
  liquidation: t`liquidation`,
  deleveraging: t`auto-deleveraging`,
  settlement: t`settlement`,
  unknown: t`cause unknown`,
};

function fillEvent(fill: Fill): TimelineEvent {
  const { tradeId, createdAtMs, size, price, liquidity, fee, feeCurrency, cause } = fill;
  const paid = fee === null ? t`pending` : `${formatOwn(fee)} ${feeCurrency ?? ''}`;
  const by = cause === 'trade' ? '' : ` · ${causeWords[cause]}`;
  return {
    key: `fill ${tradeId}`,
    atMs: createdAtMs,
    source: t`Exchange`,
    title: t`Filled ${formatOwn(size)} at ${formatOwn(price)}`,
    detail: t`${liquidityWords[liquidity]} · fee ${paid} · trade ${tradeId}${by}`,
  };
}

/** What the exchange says has become of it; nothing while it rests. */
function endOf(record: Order | StopOrder): readonly TimelineEvent[] {
  if (isStop(record)) {
    if (record.status !== 'triggered') return [];
    const detail = t`The triggered order has its own id.`;
    return [{ key: 'end', atMs: null, source: t`Exchange`, title: t`Triggered`, detail }];
  }
  if (record.isActive) return [];
  const filled = record.filledSize === null ? t`filled amount unknown` : t`filled ${formatOwn(record.filledSize)}`;
  return [
    {
      key: 'end',
      atMs: record.updatedAtMs,
      source: t`Exchange`,
      title: record.isCancelled ? t`Cancelled` : t`Done`,
      detail: record.size === null || record.filledSize === null ? filled : t`${filled} of ${formatOwn(record.size)}`,
    },
  ];
}

function byMoment({ atMs: a }: TimelineEvent, { atMs: b }: TimelineEvent): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

/** All that is known to have happened to an order, the newest last. */
export function timelineOf(facts: TimelineFacts): readonly TimelineEvent[] {
  const { record, fills, orderId } = facts;
  const taken: readonly TimelineEvent[] =
    record === null
      ? []
      : [
          {
            key: 'taken',
            atMs: record.createdAtMs,
            source: t`Exchange`,
            title: isStop(record) ? t`Stop order accepted` : t`Order accepted`,
            detail: termsOf(record),
          },
        ];
  const ofOrder = fills.filter(fill => fill.orderId === orderId);
  const own = [...new Map(ofOrder.map(fill => [fill.tradeId, fill])).values()]
    .toSorted((a, b) => newestFirst(b, a))
    .map(fillEvent);
  const events = [...stepsOf(facts), ...taken, ...own, ...(record === null ? [] : endOf(record))];
  return events.toSorted(byMoment);
}
