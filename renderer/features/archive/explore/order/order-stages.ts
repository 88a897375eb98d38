import type { ArchivedOrder, ExploredRow } from '#shared/domain/archive/explore.ts';
import { isDecimal } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { sideText, statusText } from '../model/explore-texts.ts';
import { t } from '#shared/words/t.ts';

/** Something that happened to an order. */
export interface OrderStage {
  readonly key: string;
  readonly atMs: number;
  readonly title: string;
  readonly detail: string;
}

function amountText(text: string | null | undefined): string {
  return typeof text === 'string' && isDecimal(text) ? formatOwn(text) : '–';
}

function priceText({ price }: ExploredRow): string {
  return price === null ? t`at market` : t`at ${formatOwn(price)}`;
}

function placedStage(row: ExploredRow): OrderStage {
  const { createdAtMs, side, size, amount, kind, key } = row;
  const what = size === null ? t`for ${amountText(amount)}` : amountText(size);
  const detail = [sideText(side ?? ''), what, priceText(row), visibleText(kind ?? '')].join(' ');
  return { key: `placed ${key}`, atMs: createdAtMs, title: t`Placed`, detail };
}

/** When the exchange changed the order; where it does not say, when the version was read. */
function changedAtMs({ rest, changedAtMs: readAtMs }: ExploredRow): number {
  const stated = Number(rest['updatedAtMs'] ?? Number.NaN);
  return Number.isFinite(stated) && stated > 0 ? stated : readAtMs;
}

const comparedFields = [
  ['price', t`price`],
  ['size', t`size`],
  ['amount', t`value`],
] as const;

function changesBetween(before: ExploredRow, after: ExploredRow): readonly string[] {
  const fields = comparedFields
    .filter(([field]) => before[field] !== after[field])
    .map(([field, title]) => t`${title} ${amountText(before[field])} → ${amountText(after[field])}`);
  const [filledBefore, filledAfter] = [before.rest['filledSize'], after.rest['filledSize']];
  return filledBefore === filledAfter
    ? fields
    : [...fields, t`filled ${amountText(filledBefore)} → ${amountText(filledAfter)}`];
}

function endTitle(status: string | null): string {
  if (status === 'cancelled') return t`Cancelled`;
  return status === 'done' ? t`Filled or ended` : statusText(status ?? '');
}

/** The later versions of an order: changes of its fields, and its end. */
function changeStages(versions: readonly ExploredRow[]): readonly OrderStage[] {
  return versions.flatMap((row, index) => {
    const before = versions[index - 1];
    const isEnd = row.status !== 'active' && row.status !== before?.status;
    const changes = before === undefined ? [] : changesBetween(before, row);
    if (!isEnd && changes.length === 0) return [];
    const title = isEnd ? endTitle(row.status) : t`Changed`;
    return [{ key: `version ${row.version}`, atMs: changedAtMs(row), title, detail: changes.join(', ') }];
  });
}

function fillStage(row: ExploredRow): OrderStage {
  const fee = row.fee === null ? '' : t`, fee ${formatOwn(row.fee)} ${visibleText(row.feeCurrency ?? '')}`;
  return {
    key: `fill ${row.key}`,
    atMs: row.createdAtMs,
    title: t`Fill`,
    detail: `${amountText(row.size)} ${priceText(row)}${fee}`,
  };
}

/** What happened to an archived order, oldest first. Of one time: placed, fills, changes. */
export function orderStages({ versions, fills }: ArchivedOrder): readonly OrderStage[] {
  const [first] = versions;
  const stages = [
    ...(first === undefined ? [] : [placedStage(first)]),
    ...fills.map(fillStage),
    ...changeStages(versions),
  ];
  return stages.toSorted((a, b) => a.atMs - b.atMs);
}
