import type { DatabaseSync } from 'node:sqlite';

/** A time when actions were lost from the journal, and since when: null = all before it. */
export interface JournalLoss {
  readonly foundAtMs: number;
  readonly lastKeptMs: number | null;
}

/** The latest loss that this profile's orders have not been compared with yet. */
export function uncheckedLoss(database: DatabaseSync, profileId: string): JournalLoss | null {
  const row = database
    .prepare(
      `SELECT found_at_ms AS foundAtMs, last_kept_ms AS lastKeptMs FROM losses
       WHERE found_at_ms NOT IN (SELECT found_at_ms FROM checked_losses WHERE profile_id = ?)
       ORDER BY found_at_ms DESC LIMIT 1`,
    )
    .get(profileId);
  if (row === undefined) return null;
  const { foundAtMs, lastKeptMs } = row;
  return { foundAtMs: Number(foundAtMs), lastKeptMs: lastKeptMs === null ? null : Number(lastKeptMs) };
}

export function markChecked(database: DatabaseSync, profileId: string): void {
  database.prepare('INSERT OR IGNORE INTO checked_losses SELECT found_at_ms, ? FROM losses').run(profileId);
}
