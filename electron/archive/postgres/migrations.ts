import { emptiedPage } from '../records/stored-page.ts';

/**
 * The schema of the database, one step a version; `fathom.migrations` holds which steps were taken. Steps only go forward,
 * and a released step is never edited. An administrator runs them: the role of Fathom has no right to.
 *
 * Rows, answers and snapshots are partitioned by month, and have account and time in their primary key, so that a distributed
 * PostgreSQL can spread them by account. Decimals are exact text; `*_key` is derived from the text for sorting.
 */

/** What is no plain decimal has no sort key. */
function sortKey(column: string): string {
  const plain = `${column} ~ '^-?[0-9]{1,200}([.][0-9]{1,200})?$'`;
  return `${column}_key double precision GENERATED ALWAYS AS
    (CASE WHEN ${plain} THEN ${column}::double precision END) STORED`;
}

const first = `
CREATE TABLE fathom.accounts (
  account_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  profile_id text NOT NULL,
  run_id text NOT NULL,
  UNIQUE (profile_id, run_id)
);
CREATE SEQUENCE fathom.page_ids;
CREATE TABLE fathom.pages (
  account_id integer NOT NULL,
  received_at_ms bigint NOT NULL,
  page_id bigint NOT NULL DEFAULT nextval('fathom.page_ids'),
  stream text NOT NULL,
  endpoint text NOT NULL,
  request text NOT NULL,
  row_count integer NOT NULL,
  text_bytes integer NOT NULL,
  sha256 text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (account_id, received_at_ms, page_id)
) PARTITION BY RANGE (received_at_ms);
ALTER TABLE fathom.pages ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE fathom.rows (
  account_id integer NOT NULL,
  record text NOT NULL,
  time_ms bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  is_current boolean NOT NULL,
  stream text NOT NULL,
  page_id bigint NOT NULL,
  first_seen_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  price text,
  size text,
  amount text,
  fee text,
  balance text,
  symbol text COLLATE "C",
  currency text COLLATE "C",
  wallet text,
  kind text,
  side text,
  status text,
  fee_currency text,
  order_id text,
  trade_id text,
  rest text NOT NULL,
  ${['price', 'size', 'amount', 'fee', 'balance'].map(sortKey).join(',\n  ')},
  PRIMARY KEY (account_id, record, time_ms, key, version)
) PARTITION BY RANGE (time_ms);
CREATE INDEX rows_by_key ON fathom.rows (account_id, record, key);
CREATE INDEX rows_by_page ON fathom.rows (account_id, page_id);
CREATE TABLE fathom.lines (
  account_id integer NOT NULL,
  stream text COLLATE "C" NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  start_ms bigint NOT NULL,
  last_read_at_ms bigint,
  PRIMARY KEY (account_id, stream, symbol)
);
CREATE TABLE fathom.coverage (
  account_id integer NOT NULL,
  stream text COLLATE "C" NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('sealed', 'read', 'gaps')),
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL CHECK (from_ms < to_ms),
  PRIMARY KEY (account_id, stream, symbol, from_ms),
  FOREIGN KEY (account_id, stream, symbol) REFERENCES fathom.lines (account_id, stream, symbol)
);
CREATE SEQUENCE fathom.snapshot_ids;
CREATE TABLE fathom.snapshots (
  account_id integer NOT NULL,
  at_ms bigint NOT NULL,
  snapshot_id bigint NOT NULL DEFAULT nextval('fathom.snapshot_ids'),
  missing text NOT NULL,
  positions text,
  PRIMARY KEY (account_id, at_ms, snapshot_id)
) PARTITION BY RANGE (at_ms);
CREATE TABLE fathom.snapshot_balances (
  account_id integer NOT NULL,
  at_ms bigint NOT NULL,
  snapshot_id bigint NOT NULL,
  owner text COLLATE "C" NOT NULL,
  wallet text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  total text,
  available text,
  held text,
  owed text,
  unrealised text,
  PRIMARY KEY (account_id, at_ms, snapshot_id, owner, wallet, currency)
) PARTITION BY RANGE (at_ms);
CREATE TABLE fathom.rows_other PARTITION OF fathom.rows DEFAULT;
CREATE TABLE fathom.pages_other PARTITION OF fathom.pages DEFAULT;
CREATE TABLE fathom.snapshots_other PARTITION OF fathom.snapshots DEFAULT;
CREATE TABLE fathom.snapshot_balances_other PARTITION OF fathom.snapshot_balances DEFAULT;

-- Makes the partitions of so many months, and moves into them what other months hold of them. For administrators.
CREATE FUNCTION fathom.add_months(first_month date, months integer) RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
  each_month date;
  parent record;
  part text;
  names text;
  from_ms bigint;
  to_ms bigint;
BEGIN
  FOR number IN 0 .. months - 1 LOOP
    each_month := (date_trunc('month', first_month::timestamp) + make_interval(months => number))::date;
    from_ms := extract(epoch FROM each_month) * 1000;
    to_ms := extract(epoch FROM (each_month + interval '1 month')::date) * 1000;
    FOR parent IN SELECT * FROM (VALUES ('rows', 'time_ms'), ('pages', 'received_at_ms'),
      ('snapshots', 'at_ms'), ('snapshot_balances', 'at_ms')) AS parents (name, time_name)
    LOOP
      part := parent.name || to_char(each_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('fathom.' || part) IS NOT NULL;
      EXECUTE format('CREATE TABLE fathom.%I (LIKE fathom.%I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)',
        part, parent.name);
      SELECT string_agg(quote_ident(attname), ', ') INTO names FROM pg_attribute
        WHERE attrelid = ('fathom.' || parent.name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      EXECUTE format('WITH moved AS (DELETE FROM fathom.%1$I WHERE %2$I >= %3$s AND %2$I < %4$s RETURNING %5$s)
        INSERT INTO fathom.%6$I (%5$s) SELECT %5$s FROM moved',
        parent.name || '_other', parent.time_name, from_ms, to_ms, names, part);
      EXECUTE format('ALTER TABLE fathom.%I ATTACH PARTITION fathom.%I FOR VALUES FROM (%s) TO (%s)',
        parent.name, part, from_ms, to_ms);
    END LOOP;
  END LOOP;
END $function$;
REVOKE ALL ON FUNCTION fathom.add_months FROM PUBLIC;

-- Deletes a run of the practice exchange; nothing else of the rows can be deleted by the role of Fathom.
CREATE FUNCTION fathom.delete_run(gone integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fathom, pg_temp AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts WHERE account_id = gone AND run_id <> '') THEN
    RAISE EXCEPTION 'only a run of the practice exchange can be deleted';
  END IF;
  DELETE FROM rows WHERE account_id = gone;
  DELETE FROM pages WHERE account_id = gone;
  DELETE FROM coverage WHERE account_id = gone;
  DELETE FROM lines WHERE account_id = gone;
  DELETE FROM snapshot_balances WHERE account_id = gone;
  DELETE FROM snapshots WHERE account_id = gone;
  DELETE FROM accounts WHERE account_id = gone;
END $function$;
REVOKE ALL ON FUNCTION fathom.delete_run FROM PUBLIC;
`;

/** Rows are deleted with their versions, and the answers that had them are emptied: `electron/archive/records/stored-page.ts`. */
const deletion = `
ALTER TABLE fathom.lines ADD COLUMN deleted_from_ms bigint;

-- Deletes the oldest rows of one record of an account, at most so many. Returns how many.
CREATE FUNCTION fathom.delete_old_rows(of_account integer, of_record text, before_ms bigint, most integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fathom, pg_temp AS $function$
DECLARE
  gone text[];
BEGIN
  SELECT coalesce(array_agg(key), '{}') INTO gone FROM (
    SELECT key FROM rows WHERE account_id = of_account AND record = of_record AND is_current AND time_ms < before_ms
    ORDER BY time_ms, key LIMIT most) AS oldest;
  WITH deleted AS (
    DELETE FROM rows WHERE account_id = of_account AND record = of_record AND key = ANY(gone)
    RETURNING page_id, changed_ms),
  counted AS (SELECT page_id, changed_ms, count(*) AS deleted_count FROM deleted GROUP BY page_id, changed_ms),
  removed AS (
    DELETE FROM pages USING counted WHERE account_id = of_account AND received_at_ms = changed_ms
      AND pages.page_id = counted.page_id AND row_count = deleted_count)
  UPDATE pages SET row_count = row_count - deleted_count, text_bytes = ${emptiedPage.textBytes},
    sha256 = '${emptiedPage.sha256}', body = '\\x${emptiedPage.body.toString('hex')}'
  FROM counted WHERE account_id = of_account AND received_at_ms = changed_ms
    AND pages.page_id = counted.page_id AND row_count > deleted_count;
  RETURN cardinality(gone);
END $function$;
REVOKE ALL ON FUNCTION fathom.delete_old_rows FROM PUBLIC;
`;

/** Indexes for counts, and for the names of symbols and currencies. Deletes practice runs that name no computer. */
const indexes = `
CREATE INDEX rows_current ON fathom.rows (account_id, record) WHERE is_current;
CREATE INDEX rows_by_symbol ON fathom.rows (account_id, stream, symbol) WHERE is_current AND symbol IS NOT NULL;
CREATE INDEX rows_by_currency ON fathom.rows (account_id, stream, currency) WHERE is_current AND currency IS NOT NULL;
SELECT fathom.delete_run(account_id) FROM fathom.accounts WHERE run_id <> '' AND profile_id NOT LIKE '%@%';
`;

export interface Migration {
  /** what the step adds, for an administrator whose database does not have it */
  readonly adds: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { adds: 'all tables', sql: first },
  { adds: 'the deletion of old rows', sql: deletion },
  { adds: 'indexes for counts, symbols and currencies', sql: indexes },
];
