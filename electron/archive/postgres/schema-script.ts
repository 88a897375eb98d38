import { type Migration, migrations } from './migrations.ts';

/** The SQL script that an administrator runs, as the owner of the database. It may be run again at any time. */

export interface SchemaScriptOptions {
  /** the role of Fathom, which must exist */
  readonly role: string;
  /** the first month that gets a partition, as `YYYY-MM` */
  readonly firstMonth: string;
  /** how many months get one */
  readonly months: number;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** One step, which is skipped when it was taken before. */
function stepOf({ sql }: Migration, index: number): string {
  const version = index + 1;
  return `DO $step$ BEGIN
IF NOT EXISTS (SELECT FROM fathom.migrations WHERE version = ${version}) THEN
EXECUTE $sql$${sql}$sql$;
INSERT INTO fathom.migrations (version) VALUES (${version});
END IF;
END $step$;`;
}

/** Exactly the rights that the archive needs: no row of the exchange can be changed, and no table created. */
function grantsTo(role: string): string {
  return `DO $grant$ BEGIN
EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), ${quoteText(role)});
END $grant$;
GRANT USAGE ON SCHEMA fathom TO ${quoteName(role)};
GRANT SELECT ON fathom.migrations TO ${quoteName(role)};
GRANT SELECT, INSERT ON fathom.accounts, fathom.pages, fathom.rows, fathom.lines, fathom.coverage, fathom.snapshots,
  fathom.snapshot_balances TO ${quoteName(role)};
GRANT UPDATE (is_current) ON fathom.rows TO ${quoteName(role)};
GRANT UPDATE (last_read_at_ms, start_ms, deleted_from_ms) ON fathom.lines TO ${quoteName(role)};
GRANT DELETE ON fathom.coverage, fathom.snapshots, fathom.snapshot_balances TO ${quoteName(role)};
GRANT USAGE ON SEQUENCE fathom.page_ids, fathom.snapshot_ids TO ${quoteName(role)};
GRANT EXECUTE ON FUNCTION fathom.delete_run, fathom.delete_old_rows TO ${quoteName(role)};`;
}

export function schemaScript({ role, firstMonth, months }: SchemaScriptOptions): string {
  return `-- The schema of Fathom's archive. Run it as the owner of the database; it may be run again.
-- The role must exist: CREATE ROLE ${quoteName(role)} LOGIN PASSWORD '...';
BEGIN;
CREATE SCHEMA IF NOT EXISTS fathom;
CREATE TABLE IF NOT EXISTS fathom.migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
${migrations.map(stepOf).join('\n')}
SELECT fathom.add_months(${quoteText(`${firstMonth}-01`)}, ${months});
${grantsTo(role)}
COMMIT;
`;
}
