import type { DatabaseSync } from 'node:sqlite';
import { add, type Decimal, isDecimal } from '#shared/decimal.ts';
import { statementOf } from './statement.ts';

/** What one order counts towards the day of its profile: an amount of the currency that the policy was in then. */
export interface CountedOrder {
  /** the client mark of the order */
  readonly mark: string;
  readonly currency: string;
  readonly amount: Decimal;
}

/** Sums by currency. */
export type SpentByCurrency = Readonly<Record<string, Decimal>>;

export function insertSpendings(database: DatabaseSync, intentId: string, spendings: readonly CountedOrder[]): void {
  const insert = statementOf(database, 'INSERT INTO spendings VALUES (?, ?, ?, ?)');
  for (const { mark, currency, amount } of spendings) insert.run(intentId, mark, currency, amount);
}

/** The orders with these marks were refused, so they count no more. */
export function deleteSpendings(database: DatabaseSync, intentId: string, marks: readonly string[]): void {
  const remove = database.prepare('DELETE FROM spendings WHERE intent_id = ? AND mark = ?');
  for (const mark of marks) remove.run(intentId, mark);
}

/** Of the acts begun since a moment that were not refused as a whole; one whose outcome is unknown counts. */
function sumSpendings(database: DatabaseSync, profileId: string, sinceMs: number): SpentByCurrency {
  const query = `SELECT s.currency, s.amount FROM intents AS i JOIN spendings AS s ON s.intent_id = i.id
    WHERE i.profile_id = ? AND i.created_at_ms >= ? AND i.state NOT IN ('rejected', 'found-absent')`;
  const sums: Record<string, Decimal> = {};
  for (const row of database.prepare(query).iterate(profileId, sinceMs)) {
    const [currency, amount] = [String(row['currency']), String(row['amount'])];
    if (!isDecimal(amount)) throw new TypeError(`not an amount: ${amount.slice(0, 40)}`);
    sums[currency] = add(sums[currency] ?? '0', amount);
  }
  return sums;
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
      const sums: Record<string, Decimal> = { ...known.sums };
      for (const { currency, amount } of spendings) sums[currency] = add(sums[currency] ?? '0', amount);
      known.sums = sums;
    },
  };
}
