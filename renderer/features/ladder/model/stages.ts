import { hasFills } from '#shared/domain/fills/filled-size.ts';
import { compare } from '#shared/decimal.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { t } from '#shared/words/t.ts';

/** What is known of a row by its own answer. */
export type RowAnswer =
  | { readonly kind: 'waiting' | 'sending' }
  /** the exchange took it, and we heard so then, epoch ms */
  | { readonly kind: 'placed'; readonly atMs: number }
  | { readonly kind: 'refused'; readonly reason: string }
  /** the answer did not say; `chunk` is the key of the action that main looks up */
  | { readonly kind: 'lost'; readonly chunk: string };

export interface SentRow extends Rung {
  readonly row: number;
  readonly attempt: number;
  readonly mark: string;
  readonly answer: RowAnswer;
}

/** The known state of a rung. `absent`: proven not to be at the exchange. */
export type RungStage =
  | { readonly kind: 'waiting' | 'sending' | 'accepted' | 'unknown' | 'absent' | 'unlisted' }
  | { readonly kind: 'open' | 'part-filled' | 'filled' | 'cancelled'; readonly filled: Decimal | null }
  | { readonly kind: 'rejected'; readonly reason: string };

export type StageKind = RungStage['kind'];

/** What is known of the account. */
export interface LadderSight {
  /** undefined: not known as a whole */
  readonly active: readonly Order[] | undefined;
  readonly done: readonly Order[] | undefined;
  /** when the orders that are done were read; null: not yet */
  readonly doneAsOfMs: number | null;
  readonly intents: readonly Intent[] | undefined;
}

/** So long after it was found out a reading of what is done certainly knows of it. */
const settleMs = 1000;
/** An order that was taken is in some list by then, wherever it is. */
const listedMs = 10_000;

export function stageOfOrder({ isActive, isCancelled, filledSize: filled, size }: Order): RungStage {
  if (isActive) return { kind: hasFills({ filledSize: filled }) ? 'part-filled' : 'open', filled };
  const isWhole = !isCancelled || (size !== null && filled !== null && compare(filled, size) >= 0);
  return { kind: isWhole ? 'filled' : 'cancelled', filled };
}

/** What the exchange shows beats what it answered. */
export function stageOfRow(row: SentRow, order: Order | undefined, sight: LadderSight): RungStage {
  if (order !== undefined) return stageOfOrder(order);
  const { answer } = row;
  if (answer.kind === 'refused') return { kind: 'rejected', reason: answer.reason };
  if (answer.kind === 'lost') return stageOfLost(answer.chunk, sight);
  if (answer.kind !== 'placed') return { kind: answer.kind };
  return { kind: isReadSince(answer.atMs + listedMs, sight) ? 'unlisted' : 'accepted' };
}

/** Whether all that is active is known, and what is done was read after that moment. */
function isReadSince(sinceMs: number, { active, done, doneAsOfMs }: LadderSight): boolean {
  return active !== undefined && done !== undefined && (doneAsOfMs ?? 0) > sinceMs;
}

/**
 * Main looks every row of a lost answer up by its mark. When it has found that some were placed, those that no list
 * shows afterwards were not.
 */
function stageOfLost(chunk: string, sight: LadderSight): RungStage {
  const intent = sight.intents?.find(({ key }) => key === chunk);
  if (intent === undefined) return { kind: 'unknown' };
  if (intent.state === 'found-absent') return { kind: 'absent' };
  if (intent.state === 'rejected')
    return { kind: 'rejected', reason: intent.detail ?? t`The exchange rejected it and gave no reason.` };
  const isFound = intent.state === 'found-done' || intent.state === 'acknowledged';
  return { kind: isFound && isReadSince(intent.updatedAtMs + settleMs, sight) ? 'absent' : 'unknown' };
}

/** Whether such a row may be sent again: only what is certainly not there. */
export function isAbsent({ kind }: RungStage): boolean {
  return kind === 'absent' || kind === 'rejected';
}
