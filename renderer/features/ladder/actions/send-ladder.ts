import type { BatchOutcome } from '#shared/domain/account/order.ts';
import type { Failure } from '#shared/errors.ts';
import { rejectionText } from '#lib/errors/rejection-text.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { secondsTo } from '#lib/moments/end-text.ts';
import { futuresOrderOf, marginOrderOf, type OrderForm, spotOrderOf } from '../model/ladder-orders.ts';
import type { SentLadder } from '../model/ladder-views.ts';
import { newLadderId, writeMark } from '../model/marks.ts';
import type { RowAnswer, SentRow } from '../model/stages.ts';
import { ladderOf, useLaddersStore } from './ladders-store.ts';
import { t } from '#shared/words/t.ts';

/** Rows of one request. docs/exchange/endpoints.md §3.3, §8.5 */
const chunkSizes = { sync: 20, async: 5, batch: 20, single: 1 } as const;

const underWay = new Set<string>();

/**
 * Sends the unsent orders of a ladder in batches, each batch once. It pauses after a batch whose answer was lost or that
 * was rejected as a whole, because the next batch may depend on it, and when the user pauses it.
 */
async function runLadder(id: string): Promise<void> {
  if (underWay.has(id)) return;
  underWay.add(id);
  try {
    for (let ladder = ladderOf(id); ladder?.phase === 'sending'; ladder = ladderOf(id)) {
      const chunk = ladder.rows.filter(({ answer }) => answer.kind === 'waiting').slice(0, chunkSizes[ladder.mode]);
      if (chunk.length === 0) {
        useLaddersStore.getState().change(id, { phase: 'sent', heldBecause: null });
        return;
      }
      await sendChunk(ladder, chunk);
      await waitFor(chunk.length, ladder.rowsPerSecond);
    }
  } finally {
    underWay.delete(id);
  }
}

/** No more rows a second than the policy lets pass. */
function waitFor(rows: number, perSecond: number): Promise<void> {
  const ms = Math.ceil((rows * 1000) / Math.max(1, perSecond)) + 50;
  return new Promise(resolve => {
    setTimeout(resolve, ms);
  });
}

async function sendChunk(ladder: SentLadder, chunk: readonly SentRow[]): Promise<void> {
  const { answer, change } = useLaddersStore.getState();
  if (ladder.endMs !== null && secondsTo(ladder.endMs, Date.now()) === null) {
    const over: RowAnswer = { kind: 'refused', reason: t`The expiry of this scaled order has passed: not sent.` };
    answer(ladder.id, new Map(chunk.map(({ mark }) => [mark, over])));
    return;
  }
  answer(ladder.id, new Map(chunk.map(({ mark }) => [mark, { kind: 'sending' }])));
  const key = chunk[0]?.mark ?? '';
  try {
    const outcomes = await place(ladder, chunk);
    answer(ladder.id, new Map(outcomes.map(outcome => [outcome.clientOid, answerOf(outcome, key)])));
    if (outcomes.some(({ outcome }) => outcome === 'unknown')) hold(ladder.id, { kind: 'lost' });
  } catch (thrown) {
    const error = toFailure(thrown);
    const sharedAnswer = answerOfFailure(error, key);
    answer(ladder.id, new Map(chunk.map(({ mark }) => [mark, sharedAnswer])));
    hold(ladder.id, error.isOutcomeUnknown ? { kind: 'lost' } : { kind: 'said', words: rejectionText(error) });
  }
  if (ladderOf(ladder.id)?.rows.every(({ answer: each }) => each.kind !== 'waiting') === true)
    change(ladder.id, { phase: 'sent', heldBecause: null });
}

function hold(id: string, because: NonNullable<SentLadder['heldBecause']>): void {
  useLaddersStore.getState().change(id, { phase: 'held', heldBecause: because });
}

type Outcome = Pick<BatchOutcome, 'clientOid' | 'outcome' | 'failMessage'>;

async function place(ladder: SentLadder, chunk: readonly SentRow[]): Promise<readonly Outcome[]> {
  const { profileId, form, mode, endMs } = ladder;
  const confirmed = 'summary';
  const left = (clientOid: string) => ({
    clientOid,
    cancelAfterS: endMs === null ? undefined : (secondsTo(endMs, Date.now()) ?? undefined),
  });
  if (form.kind === 'spot') {
    const orders = chunk.map(row => spotOrderOf(form, row, left(row.mark)));
    return call('orders.placeBatch', { profileId, mode: mode === 'sync' ? 'sync' : 'async', orders, confirmed });
  }
  if (form.kind === 'futures' && mode === 'batch') {
    const orders = chunk.map(row => futuresOrderOf(form, row, row.mark));
    return call('orders.placeFuturesBatch', { profileId, orders, confirmed });
  }
  const placed: Outcome[] = [];
  for (const row of chunk) {
    if (form.kind === 'margin')
      await call('margin.place', { profileId, order: marginOrderOf(form, row, left(row.mark)), confirmed });
    else await call('orders.placeFutures', { profileId, order: futuresOrderOf(form, row, row.mark), confirmed });
    placed.push({ clientOid: row.mark, outcome: 'acknowledged', failMessage: null });
  }
  return placed;
}

function answerOf({ outcome, failMessage }: Outcome, chunk: string): RowAnswer {
  if (outcome === 'unknown') return { kind: 'lost', chunk };
  if (outcome === 'rejected')
    return { kind: 'refused', reason: failMessage ?? t`The exchange rejected it and gave no reason.` };
  return { kind: 'placed', atMs: Date.now() };
}

function answerOfFailure(error: Failure, chunk: string): RowAnswer {
  return error.isOutcomeUnknown ? { kind: 'lost', chunk } : { kind: 'refused', reason: rejectionText(error) };
}

type NewLadder = Pick<SentLadder, 'profileId' | 'market' | 'form' | 'mode' | 'endMs' | 'rowsPerSecond'> & {
  readonly rungs: readonly Pick<SentRow, 'price' | 'size'>[];
};

/** Begins a ladder: every mark is made once, before the first byte. */
export function startLadder({ rungs, ...rest }: NewLadder): void {
  const id = newLadderId();
  const rows = rungs.map(
    ({ price, size }, row): SentRow => ({
      price,
      size,
      row,
      attempt: 0,
      mark: writeMark({ ladder: id, count: rungs.length, row, attempt: 0 }),
      answer: { kind: 'waiting' },
    }),
  );
  useLaddersStore.getState().add({ ...rest, id, rows, phase: 'sending', heldBecause: null, sentAtMs: Date.now() });
  void runLadder(id);
}

export function pauseLadder(id: string): void {
  hold(id, { kind: 'said', words: t`you pressed pause.` });
}

/** Sends the rows that wait. `form`: with margin mode and leverage of now; absent: as it was reviewed. */
export function resumeLadder(id: string, form?: OrderForm): void {
  const changed = form === undefined ? {} : { form };
  useLaddersStore.getState().change(id, { ...changed, phase: 'sending', heldBecause: null });
  void runLadder(id);
}

/** Sends rows again that are proven absent, under marks of their own. `form`: see {@link resumeLadder}. */
export function retryRows(id: string, rows: ReadonlySet<number>, form?: OrderForm): void {
  const ladder = ladderOf(id);
  if (ladder === undefined) return;
  const renewed = ladder.rows.map((each): SentRow => {
    if (!rows.has(each.row)) return each;
    const attempt = each.attempt + 1;
    const mark = writeMark({ ladder: id, count: ladder.rows.length, row: each.row, attempt });
    const { price, size, row } = each;
    return { price, size, row, attempt, mark, answer: { kind: 'waiting' } };
  });
  useLaddersStore.getState().change(id, { rows: renewed });
  resumeLadder(id, form);
}
