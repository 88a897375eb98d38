import { add, type Decimal, divide, isPositive, subtract, sum } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side, TradeType } from '#shared/domain/scalars.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import type { SendMode } from './ladder-draft.ts';
import { type OrderForm, tradeTypeOf } from './ladder-orders.ts';
import { readMark } from './marks.ts';
import {
  isAbsent,
  type LadderSight,
  type RungStage,
  type SentRow,
  type StageKind,
  stageOfOrder,
  stageOfRow,
} from './stages.ts';
import { t } from '#shared/words/t.ts';

/** A ladder that this window has sent, or is sending. */
export interface SentLadder {
  readonly id: string;
  readonly profileId: string;
  readonly market: Market;
  readonly form: OrderForm;
  readonly mode: SendMode;
  readonly rows: readonly SentRow[];
  /** `held`: pause was pressed, or an answer had an error */
  readonly phase: 'sending' | 'held' | 'sent';
  /** `lost`: an answer did not come, or not of every row; else the reason in words */
  readonly heldBecause: { readonly kind: 'lost' } | { readonly kind: 'said'; readonly words: string } | null;
  readonly sentAtMs: number;
  /** when the exchange ends what is left, all rungs together; null: it stays */
  readonly endMs: number | null;
  readonly rowsPerSecond: number;
}

/** One rung on the screen; what is not known of one from before a restart is null. */
export interface RungView {
  readonly row: number;
  readonly price: Decimal | null;
  readonly size: Decimal | null;
  /** null: the exchange did not say it of every order */
  readonly filled: Decimal | null;
  /** null: the same */
  readonly filledFunds: Decimal | null;
  readonly stage: RungStage;
  /** where it rests */
  readonly order: Order | undefined;
}

/** A ladder as one thing. */
export interface LadderStanding {
  readonly id: string;
  readonly market: Market;
  readonly side: Side;
  /** which account its orders are on */
  readonly tradeType: TradeType;
  readonly rungs: readonly RungView[];
  /** null: it was sent before this window opened, and is known by its marks alone */
  readonly sent: SentLadder | null;
  /** null: the exchange does not state when its orders were made */
  readonly sinceMs: number | null;
}

/** Every ladder that this window sent or that the marks of the orders of the account identify, the newest first. */
export function ladderViews(sent: readonly SentLadder[], sight: LadderSight): readonly LadderStanding[] {
  const marked = ordersByLadder([...(sight.done ?? []), ...(sight.active ?? [])]);
  const own = sent.map(ladder => viewOfSent(ladder, marked.get(ladder.id)?.orders ?? new Map<string, Order>(), sight));
  const known = new Set(sent.map(({ id }) => id));
  const found = [...marked].filter(([id]) => !known.has(id)).map(([id, orders]) => viewOfMarks(id, orders));
  return [...own, ...found].toSorted((a, b) => newestFirst({ createdAtMs: a.sinceMs }, { createdAtMs: b.sinceMs }));
}

interface MarkedOrders {
  /** of any of them, for what all have in common */
  readonly first: Order;
  /** rungs that the ladder has, as its marks say */
  readonly count: number;
  readonly orders: Map<string, Order>;
}

/**
 * Each by its id; an order that is done is active no more. One that was changed leaves its mark to the one that came
 * instead.
 */
function ordersByLadder(orders: readonly Order[]): ReadonlyMap<string, MarkedOrders> {
  const found = new Map<string, MarkedOrders>();
  for (const order of orders) {
    const { clientOid } = order;
    const mark = readMark(clientOid);
    if (mark === null) continue;
    const of = found.get(mark.ladder) ?? { first: order, count: mark.count, orders: new Map<string, Order>() };
    const before = of.orders.get(order.id);
    // a reading of what is done is younger than one of what is active: an order never comes back
    if (before === undefined || before.isActive) of.orders.set(order.id, order);
    found.set(mark.ladder, of);
  }
  return found;
}

function viewOfSent(ladder: SentLadder, orders: ReadonlyMap<string, Order>, sight: LadderSight): LadderStanding {
  const { id, market, form, rows, sentAtMs: sinceMs } = ladder;
  const rungs = rows.map((row): RungView => {
    const { size } = row;
    const attempts = attemptsOf(orders, row.row);
    const order = currentOf(attempts, row.mark);
    // it may have been changed by hand
    const price = order?.price ?? row.price;
    const stage = stageOfRow(row, order, sight);
    const last = attempts.at(-1);
    // an extension of which nothing new came to be: what became of the old one is what is known
    const known = isAbsent(stage) && last !== undefined ? stageOfOrder(last) : stage;
    return rungView({ row: row.row, price, size, stage: known }, order, attempts);
  });
  const { side } = form.order;
  return { id, market, side, tradeType: tradeTypeOf(form), rungs, sent: ladder, sinceMs };
}

/** All orders that a row has had, the last attempt last: an extended rung continues under another client id. */
function attemptsOf(orders: ReadonlyMap<string, Order>, row: number): readonly Order[] {
  return [...orders.values()]
    .flatMap(order => {
      const mark = readMark(order.clientOid);
      return mark?.row === row ? [{ order, attempt: mark.attempt }] : [];
    })
    .toSorted((a, b) => a.attempt - b.attempt || newestFirst(b.order, a.order))
    .map(({ order }) => order);
}

/** The open one; else the last of the client id. */
function currentOf(attempts: readonly Order[], mark: string): Order | undefined {
  return attempts.find(({ isActive }) => isActive) ?? attempts.findLast(({ clientOid }) => clientOid === mark);
}

/** The sum; null when one of the amounts is not known. */
function sumOfKnown(amounts: readonly (Decimal | null)[]): Decimal | null {
  const known = amounts.filter(amount => amount !== null);
  return known.length === amounts.length ? sum(known) : null;
}

function rungView(
  rung: Pick<RungView, 'row' | 'price' | 'size' | 'stage'>,
  order: Order | undefined,
  attempts: readonly Order[],
): RungView {
  return {
    ...rung,
    filled: sumOfKnown(attempts.map(({ filledSize }) => filledSize)),
    filledFunds: sumOfKnown(attempts.map(({ filledFunds }) => filledFunds)),
    order: order?.isActive === true ? order : undefined,
  };
}

/** Of each rung the last attempt. Rungs that no list shows were refused, or are too old to be listed. */
function viewOfMarks(id: string, { first, count, orders }: MarkedOrders): LadderStanding {
  const rungs = Array.from({ length: count }, (_, row): RungView => {
    const attempts = attemptsOf(orders, row);
    const last = attempts.at(-1);
    const order = currentOf(attempts, last?.clientOid ?? '');
    const stage = order === undefined ? ({ kind: 'unlisted' } as const) : stageOfOrder(order);
    return rungView({ row, price: order?.price ?? null, size: wholeSize(order, attempts), stage }, order, attempts);
  });
  const { venue, symbol, side, tradeType } = first;
  const moments = [...orders.values()].flatMap(({ createdAtMs }) => createdAtMs ?? []);
  const sinceMs = moments.length === 0 ? null : Math.min(...moments);
  return { id, market: { venue, symbol }, side, tradeType, rungs, sent: null, sinceMs };
}

/** With what earlier attempts have filled: the next one is placed without that. */
function wholeSize(order: Order | undefined, attempts: readonly Order[]): Decimal | null {
  if (order === undefined || order.size === null) return null;
  const before = sumOfKnown(attempts.filter(each => each !== order).map(({ filledSize }) => filledSize));
  return before === null ? null : add(order.size, before);
}

const stages: readonly (readonly [StageKind, string])[] = [
  ['sending', t`sending`],
  ['waiting', t`waiting`],
  ['accepted', t`accepted`],
  ['open', t`open`],
  ['part-filled', t`part-filled`],
  ['filled', t`filled`],
  ['cancelled', t`cancelled`],
  ['rejected', t`rejected`],
  ['absent', t`not placed`],
  ['unlisted', t`not listed`],
  ['unknown', t`unknown`],
];

/** `12 open, 2 filled, 3 rejected, 1 unknown of 18`. Nothing is left out, and nothing is ever called done. */
export function progressText({ rungs }: Pick<LadderStanding, 'rungs'>): string {
  if (rungs.length === 0) return t`0 of 0: nothing was sent, which is an error.`;
  const counted = stages.flatMap(([kind, word]) => {
    const count = rungs.filter(({ stage }) => stage.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return t`${counted.join(', ')} of ${rungs.length}`;
}

export type LadderTone = 'good' | 'bad' | 'unsure' | 'plain';

/** Good only when every rung has filled. */
export function toneOf({ rungs }: Pick<LadderStanding, 'rungs'>): LadderTone {
  const has = (kind: StageKind) => rungs.some(({ stage }) => stage.kind === kind);
  if (has('unknown')) return 'unsure';
  if (rungs.length === 0 || has('rejected') || has('absent')) return 'bad';
  return rungs.every(({ stage }) => stage.kind === 'filled') ? 'good' : 'plain';
}

export interface LadderProgress {
  /** null: the exchange did not say it of every order */
  readonly filled: Decimal | null;
  /** of what still rests or waits, at most; rungs of unknown size are not in it */
  readonly left: Decimal;
  /** null: nothing has filled, or it is a contract, whose lots are not worth their price: see its position */
  readonly averagePrice: Decimal | null;
}

export function progressOfLadder({ rungs, market }: LadderStanding): LadderProgress {
  const filled = sumOfKnown(rungs.map(rung => rung.filled));
  const funds = sumOfKnown(rungs.map(({ filledFunds }) => filledFunds));
  const left = sum(
    rungs.map(({ size, filled: part, stage }) => (isLeft(stage) && size !== null ? subtract(size, part ?? '0') : '0')),
  );
  const isSpot = market.venue === 'spot';
  const averagePrice =
    isSpot && filled !== null && isPositive(filled) && funds !== null && isPositive(funds)
      ? divide(funds, filled, { scale: 8, rounding: 'half-even' })
      : null;
  return { filled, left, averagePrice };
}

function isLeft({ kind }: RungStage): boolean {
  return kind === 'open' || kind === 'part-filled' || kind === 'accepted' || kind === 'waiting' || kind === 'sending';
}

/** Why rows were refused, and how many for each reason, the commonest first. */
export function rejections({ rungs }: Pick<LadderStanding, 'rungs'>): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { stage } of rungs) {
    if (stage.kind === 'rejected') counts.set(stage.reason, (counts.get(stage.reason) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** Why it does not continue; null: it does, or all has been sent. */
export function heldText({ sent, rungs }: LadderStanding): string | null {
  if (sent?.phase !== 'held' || sent.heldBecause === null) return null;
  if (sent.heldBecause.kind === 'said') return t`Held: ${sent.heldBecause.words}`;
  return rungs.some(({ stage }) => stage.kind === 'unknown')
    ? t`On hold: a response is missing. Fathom is checking the outcome of each row.`
    : t`On hold: a response was missing. The outcome of each row is now known.`;
}
