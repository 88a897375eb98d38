/**
 * The journal's schema, one step a version; `user_version` is the number of applied steps. A released step is never
 * edited: a new one is added.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE intents (
     id TEXT PRIMARY KEY,
     profile_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     key TEXT NOT NULL,
     symbol TEXT NOT NULL,
     summary TEXT NOT NULL,
     body TEXT NOT NULL,
     state TEXT NOT NULL,
     detail TEXT,
     created_at_ms INTEGER NOT NULL,
     updated_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX intents_by_profile ON intents (profile_id, created_at_ms);
   CREATE TABLE intent_steps (
     intent_id TEXT NOT NULL REFERENCES intents (id),
     state TEXT NOT NULL,
     detail TEXT,
     at_ms INTEGER NOT NULL
   ) STRICT;`,
  // unreadable entries stay in place and are named here, so that each is reported once
  `CREATE TABLE unreadable_intents (
     intent_id TEXT PRIMARY KEY,
     reason TEXT NOT NULL,
     found_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE losses (
     found_at_ms INTEGER PRIMARY KEY,
     last_kept_ms INTEGER
   ) STRICT;
   CREATE TABLE checked_losses (
     found_at_ms INTEGER NOT NULL REFERENCES losses (found_at_ms),
     profile_id TEXT NOT NULL,
     PRIMARY KEY (found_at_ms, profile_id)
   ) STRICT;`,
  // what each order counts towards the day of its profile
  `CREATE TABLE spendings (
     intent_id TEXT NOT NULL REFERENCES intents (id),
     mark TEXT NOT NULL,
     currency TEXT NOT NULL,
     amount TEXT NOT NULL,
     PRIMARY KEY (intent_id, mark)
   ) STRICT;`,
  // the newest part of the audit chain, and where the chain ends
  `CREATE TABLE audit (
     n INTEGER PRIMARY KEY,
     row TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE audit_end (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     n INTEGER NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;`,
  // loans, transfers, removed margin and contract settings count beside orders; whether each was confirmed by typing
  `ALTER TABLE spendings ADD COLUMN rule TEXT NOT NULL DEFAULT 'orders';
   ALTER TABLE spendings ADD COLUMN is_typed INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX spendings_by_rule ON spendings (rule) WHERE rule <> 'orders';`,
  // who holds the key of the journal can prove its rows; the id names the items of this journal in the keychain
  `ALTER TABLE audit ADD COLUMN mac TEXT;
   CREATE TABLE audit_journal (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     journal_id TEXT NOT NULL
   ) STRICT;
   INSERT INTO audit_journal VALUES (1, lower(hex(randomblob(16))));`,
  // of an order that never rests, what its fills count; NULL: not known, so the whole amount counts
  `ALTER TABLE spendings ADD COLUMN filled_amount TEXT;`,
];
