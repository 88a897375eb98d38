import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { AuditRow } from '#shared/domain/safety/audit.ts';
import type { OrderType, Side } from '#shared/domain/scalars.ts';
import { actKindText, actStateText } from '#lib/act-words.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { sideWords } from '#lib/side-words.ts';
import { catalogue, t } from '#shared/words/t.ts';

export interface TimelineEvent {
  readonly key: string;
  /** null: nobody told when; it stands last */
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
  /** the order or stop as it was read last; null: nobody told it */
  readonly record: Order | StopOrder | null;
  /** of any order; one that was told twice counts as it was told last */
  readonly fills: readonly Fill[];
  /** of all profiles */
  readonly audit: readonly AuditRow[];
}

export function isStop(record: Order | StopOrder): record is StopOrder {
  return 'stop' in record;
}

/** What Fathom did, and how far it came. */
function stepTitle({ kind, state }: AuditRow): string {
  const come = actStateText(state);
  if (kind.startsWith('place-')) return t`Placing: ${come}`;
  if (kind.startsWith('cancel-')) return t`Cancellation: ${come}`;
  return kind === 'amend-order' ? t`Changing: ${come}` : `${actKindText(kind)}: ${come}`;
}

/** What the journal wrote in English, told in the language of the page. */
function inWords(written: string): string {
  if (catalogue === null) return written;
  return written === 'allowed' ? t`allowed` : catalogue.translate(written);
}

/** The steps of this computer: an act is journalled by the client's own id, a cancellation by that of the exchange. */
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
  unknown: sideWords,
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
  unknown: t`liquidity not told`,
};

const causeWords: Readonly<Record<Exclude<Fill['cause'], 'trade'>, string>> = {
  liquidation: t`liquidation`,
  deleveraging: t`auto-deleveraging`,
  settlement: t`settlement`,
  unknown: t`cause not told`,
};

function fillEvent(fill: Fill): TimelineEvent {
  const { tradeId, createdAtMs, size, price, liquidity, fee, feeCurrency, cause } = fill;
  const paid = fee === null ? t`not told yet` : `${formatOwn(fee)} ${feeCurrency ?? ''}`;
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
    const detail = t`The order that it fired has an id of its own.`;
    return [{ key: 'end', atMs: null, source: t`Exchange`, title: t`Triggered`, detail }];
  }
  if (record.isActive) return [];
  const filled = t`filled ${formatOwn(record.filledSize)}`;
  return [
    {
      key: 'end',
      atMs: record.updatedAtMs,
      source: t`Exchange`,
      title: record.isCancelled ? t`Cancelled` : t`Done`,
      detail: record.size === null ? filled : t`${filled} of ${formatOwn(record.size)}`,
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
            title: isStop(record) ? t`Stop order taken` : t`Order taken`,
            detail: termsOf(record),
          },
        ];
  const ofOrder = fills.filter(fill => fill.orderId === orderId);
  const own = [...new Map(ofOrder.map(fill => [fill.tradeId, fill])).values()]
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
    .map(fillEvent);
  const events = [...stepsOf(facts), ...taken, ...own, ...(record === null ? [] : endOf(record))];
  return events.toSorted(byMoment);
}
