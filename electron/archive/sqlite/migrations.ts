/**
 * The schema, one step a version; `user_version` holds how many steps were taken. Steps only go forward, and a released step
 * is never edited. New names of streams or records need a step as well, without SQL: an earlier version then leaves the file as it is. Decimals are exact text; `*_key` is derived from the text for sorting.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE accounts (
     account_id INTEGER PRIMARY KEY,
     profile_id TEXT NOT NULL,
     run_id TEXT NOT NULL,
     UNIQUE (profile_id, run_id)
   ) STRICT;
   CREATE TABLE pages (
     page_id INTEGER PRIMARY KEY,
     account_id INTEGER NOT NULL REFERENCES accounts (account_id),
     stream TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     request TEXT NOT NULL,
     received_at_ms INTEGER NOT NULL,
     row_count INTEGER NOT NULL,
     text_bytes INTEGER NOT NULL,
     sha256 TEXT NOT NULL,
     body BLOB NOT NULL
   ) STRICT;
   CREATE INDEX pages_by_account ON pages (account_id);
   CREATE TABLE rows (
     account_id INTEGER NOT NULL REFERENCES accounts (account_id),
     record TEXT NOT NULL,
     key TEXT NOT NULL,
     version INTEGER NOT NULL,
     is_current INTEGER NOT NULL,
     stream TEXT NOT NULL,
     page_id INTEGER NOT NULL REFERENCES pages (page_id),
     time_ms INTEGER NOT NULL,
     first_seen_ms INTEGER NOT NULL,
     changed_ms INTEGER NOT NULL,
     price TEXT,
     size TEXT,
     amount TEXT,
     fee TEXT,
     balance TEXT,
     symbol TEXT,
     currency TEXT,
     wallet TEXT,
     kind TEXT,
     side TEXT,
     status TEXT,
     fee_currency TEXT,
     order_id TEXT,
     trade_id TEXT,
     rest TEXT NOT NULL,
     price_key REAL GENERATED ALWAYS AS (CAST(price AS REAL)) VIRTUAL,
     size_key REAL GENERATED ALWAYS AS (CAST(size AS REAL)) VIRTUAL,
     amount_key REAL GENERATED ALWAYS AS (CAST(amount AS REAL)) VIRTUAL,
     fee_key REAL GENERATED ALWAYS AS (CAST(fee AS REAL)) VIRTUAL,
     balance_key REAL GENERATED ALWAYS AS (CAST(balance AS REAL)) VIRTUAL,
     PRIMARY KEY (account_id, record, key, version)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX rows_by_time ON rows (account_id, record, time_ms, key) WHERE is_current = 1;
   CREATE INDEX rows_by_page ON rows (page_id);
   CREATE TABLE lines (
     account_id INTEGER NOT NULL REFERENCES accounts (account_id),
     stream TEXT NOT NULL,
     symbol TEXT NOT NULL,
     start_ms INTEGER NOT NULL,
     last_read_at_ms INTEGER,
     PRIMARY KEY (account_id, stream, symbol)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE coverage (
     account_id INTEGER NOT NULL,
     stream TEXT NOT NULL,
     symbol TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('sealed', 'read', 'gaps')),
     from_ms INTEGER NOT NULL,
     to_ms INTEGER NOT NULL CHECK (from_ms < to_ms),
     PRIMARY KEY (account_id, stream, symbol, from_ms),
     FOREIGN KEY (account_id, stream, symbol) REFERENCES lines (account_id, stream, symbol)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE snapshots (
     snapshot_id INTEGER PRIMARY KEY,
     account_id INTEGER NOT NULL REFERENCES accounts (account_id),
     at_ms INTEGER NOT NULL,
     missing TEXT NOT NULL
   ) STRICT;
   CREATE INDEX snapshots_by_time ON snapshots (account_id, at_ms);
   CREATE TABLE snapshot_balances (
     snapshot_id INTEGER NOT NULL REFERENCES snapshots (snapshot_id),
     owner TEXT NOT NULL,
     wallet TEXT NOT NULL,
     currency TEXT NOT NULL,
     total TEXT,
     available TEXT,
     held TEXT,
     owed TEXT,
     PRIMARY KEY (snapshot_id, owner, wallet, currency)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE snapshot_balances ADD COLUMN unrealised TEXT;
   ALTER TABLE snapshots ADD COLUMN positions TEXT;`,
  // rows of a line between this time and its start were deleted
  'ALTER TABLE lines ADD COLUMN deleted_from_ms INTEGER;',
  // no change of tables: earlier versions cannot read all names of streams, nor the rows that keep a list of sub-accounts
  '',
];
