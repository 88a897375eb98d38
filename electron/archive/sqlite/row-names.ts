import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import { fromStoredText } from '../records/stored-text.ts';

/** Which symbols and currencies the current rows of an account have, by the stream that gave them first. */
export function createRowNames(database: DatabaseSync) {
  const symbols = database.prepare(
    `SELECT DISTINCT symbol FROM rows WHERE account_id = ? AND stream = ? AND is_current = 1
     AND symbol IS NOT NULL ORDER BY symbol`,
  );
  const currencies = database.prepare(
    `SELECT DISTINCT currency FROM rows WHERE account_id = ? AND is_current = 1 AND currency IS NOT NULL
     AND stream IN (SELECT value FROM json_each(?)) ORDER BY currency`,
  );
  return {
    symbols: (accountId: number, stream: StreamName): readonly string[] =>
      symbols.all(accountId, stream).map(({ symbol }) => fromStoredText(z.string().parse(symbol))),
    currencies: (accountId: number, streams: readonly StreamName[]): readonly string[] =>
      currencies
        .all(accountId, JSON.stringify(streams))
        .map(({ currency }) => fromStoredText(z.string().parse(currency))),
  };
}
