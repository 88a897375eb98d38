import type { DatabaseSync } from 'node:sqlite';
import { add, type Decimal, isDecimal, multiply } from '#shared/decimal.ts';
import type { MovementKind } from '#shared/policy/movements.ts';
import { statementOf } from './statement.ts';

/** What one order counts towards the day of its profile: an amount of the currency that the policy was in then. */
export interface CountedOrder {
  /** the client mark of the order */
  readonly mark: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** it is no order and counts for this kind; settings are counted one by one, in no currency */
  readonly movement?: CountedMovement;
}

interface CountedMovement {
  readonly kind: MovementKind;
  /** the user confirmed it by typing, in the trusted window */
  readonly isTyped: boolean;
}

/** Sums by currency. */
export type SpentByCurrency = Readonly<Record<string, Decimal>>;

const insertStatement =
  'INSERT INTO spendings (intent_id, mark, currency, amount, rule, is_typed) VALUES (?, ?, ?, ?, ?, ?)';

export function insertSpendings(database: DatabaseSync, intentId: string, spendings: readonly CountedOrder[]): void {
  const insert = statementOf(database, insertStatement);
  for (const { mark, currency, amount, movement } of spendings) {
    insert.run(intentId, mark, currency, amount, movement?.kind ?? 'orders', movement?.isTyped === true ? 1 : 0);
  }
}

/** The orders with these marks were refused, so they count no more. */
export function deleteSpendings(database: DatabaseSync, intentId: string, marks: readonly string[]): void {
  const remove = database.prepare('DELETE FROM spendings WHERE intent_id = ? AND mark = ?');
  for (const mark of marks) remove.run(intentId, mark);
}

/** An order that ended, and the part of it that was filled. */
export interface FilledOrder {
  readonly profileId: string;
  readonly mark: string;
  /** orders that began earlier are not searched */
  readonly sinceMs: number;
  /** a fraction, from 0 to 1 */
  readonly part: Decimal;
}

/**
 * Counts the filled part of an order instead of all of it. The whole amount is kept, so that it may be called again.
 */
export function countFilledPart(database: DatabaseSync, { profileId, mark, sinceMs, part }: FilledOrder): void {
  const query = `SELECT s.intent_id, s.amount FROM intents AS i JOIN spendings AS s ON s.intent_id = i.id
    WHERE i.profile_id = ? AND i.created_at_ms >= ? AND s.mark = ? AND s.rule = 'orders'`;
  const update = statementOf(database, 'UPDATE spendings SET filled_amount = ? WHERE intent_id = ? AND mark = ?');
  for (const row of statementOf(database, query).all(profileId, sinceMs, mark)) {
    const filled = multiply(amountOf(String(row['amount'])), part);
    update.run(filled, String(row['intent_id']), mark);
  }
}

/** Of the actions begun since a moment that were not refused as a whole; one whose outcome is unknown counts. */
function sumSpendings(database: DatabaseSync, profileId: string, sinceMs: number): SpentByCurrency {
  const query = `SELECT s.currency, COALESCE(s.filled_amount, s.amount) AS amount
    FROM intents AS i JOIN spendings AS s ON s.intent_id = i.id
    WHERE i.profile_id = ? AND i.created_at_ms >= ? AND i.state NOT IN ('rejected', 'found-absent')
      AND s.rule = 'orders'`;
  const sums = new Map<string, Decimal>();
  for (const row of database.prepare(query).iterate(profileId, sinceMs)) {
    count(sums, String(row['currency']), amountOf(String(row['amount'])));
  }
  // the exchange names the currencies: one may be called like a property of every object
  return Object.fromEntries(sums);
}

/** Throws when it is none. */
function amountOf(text: string): Decimal {
  if (!isDecimal(text)) throw new TypeError(`not an amount: ${text.slice(0, 40)}`);
  return text;
}

function count(sums: Map<string, Decimal>, currency: string, amount: Decimal): void {
  sums.set(currency, add(sums.get(currency) ?? '0', amount));
}

/** Of one kind, by currency. */
export interface MovedSums {
  readonly hour: SpentByCurrency;
  readonly day: SpentByCurrency;
  readonly sinceTyped: SpentByCurrency;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** How far back unconfirmed ones are searched. */
const longestUntypedMs = 30 * dayMs;

/** Of the actions of a kind that were not refused as a whole; one whose outcome is unknown counts. Newest first. */
export function sumMoved(
  database: DatabaseSync,
  { profileId, kind, nowMs }: { readonly profileId: string; readonly kind: MovementKind; readonly nowMs: number },
): MovedSums {
  const query = `SELECT s.currency, s.amount, s.is_typed, i.created_at_ms FROM spendings AS s
    JOIN intents AS i ON i.id = s.intent_id
    WHERE s.rule = ? AND s.rule <> 'orders' AND i.profile_id = ? AND i.created_at_ms > ?
      AND i.state NOT IN ('rejected', 'found-absent') ORDER BY i.rowid DESC`;
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const hour = new Map<string, Decimal>();
  const day = new Map<string, Decimal>();
  const sinceTyped = new Map<string, Decimal>();
  let isBeforeTyped = false;
  for (const row of statementOf(database, query).all(kind, profileId, nowMs - longestUntypedMs)) {
    const [currency, amount, atMs] = [
      String(row['currency']),
      amountOf(String(row['amount'])),
      Number(row['created_at_ms']),
    ];
    if (row['is_typed'] === 1) isBeforeTyped = true;
    if (atMs > nowMs - hourMs) count(hour, currency, amount);
    if (atMs >= todayMs) count(day, currency, amount);
    if (!isBeforeTyped) count(sinceTyped, currency, amount);
  }
  return {
    hour: Object.fromEntries(hour),
    day: Object.fromEntries(day),
    sinceTyped: Object.fromEntries(sinceTyped),
  };
}

/** Sums that are asked for with each order are kept until something is given back or another day begins. */
export function createSpendingSums(database: () => DatabaseSync) {
  const kept = new Map<string, { readonly sinceMs: number; sums: SpentByCurrency }>();
  return {
    of: (profileId: string, sinceMs: number): SpentByCurrency => {
      const known = kept.get(profileId);
      if (known?.sinceMs === sinceMs) return known.sums;
      const sums = sumSpendings(database(), profileId, sinceMs);
      kept.set(profileId, { sinceMs, sums });
      return sums;
    },
    forget: (profileId: string) => void kept.delete(profileId),
    forgetAll: () => kept.clear(),
    add: (profileId: string, spendings: readonly CountedOrder[]) => {
      const known = kept.get(profileId);
      if (known === undefined) return;
      const sums = new Map(Object.entries(known.sums));
      for (const { currency, amount } of spendings.filter(each => each.movement === undefined))
        count(sums, currency, amount);
      known.sums = Object.fromEntries(sums);
    },
  };
}
