import type { Client } from 'pg';
import * as z from 'zod/mini';
import { ArchiveError } from '../../archive-store.ts';
import { migrations } from '../migrations.ts';

const Rights = z.object({ is_super: z.boolean(), can_create: z.boolean(), owns: z.boolean(), has_schema: z.boolean() });
const Version = z.object({ version: z.nullable(z.number()) });

const rightsQuery = `SELECT
  (SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = current_user) AS is_super,
  has_database_privilege(current_database(), 'CREATE') OR EXISTS (
    SELECT FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(oid, 'CREATE')) AS can_create,
  EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'fathom' AND pg_has_role(relowner, 'MEMBER')) AS owns,
  EXISTS (SELECT FROM pg_namespace WHERE nspname = 'fathom' AND has_schema_privilege(oid, 'USAGE')) AS has_schema`;

const script = 'the script that `npm run -s archive -- schema` prints';

function refuse(reason: string): never {
  throw new ArchiveError('database-failed', reason);
}

/**
 * Refuses a role that may change the structure of the database, and a schema that is missing or of another version: the
 * archive itself only reads and writes rows. Throws `ArchiveError`, or what the driver throws.
 */
export async function checkDatabase(client: Pick<Client, 'query'>): Promise<void> {
  const rights = Rights.parse((await client.query(rightsQuery)).rows[0]);
  if (rights.is_super) refuse('the role may create roles or databases; use one that may only read and write rows');
  if (rights.can_create) refuse('the role may create tables; use one that may only read and write rows');
  if (rights.owns) refuse('the role owns tables of the archive; use one that may only read and write rows');
  if (!rights.has_schema)
    refuse(`there is no schema fathom, or the role may not use it: an administrator runs ${script}`);
  const found = await client.query('SELECT max(version) AS version FROM fathom.migrations');
  const version = Version.parse(found.rows[0]).version ?? 0;
  if (version > migrations.length) throw new ArchiveError('newer-version', `the schema has version ${version}`);
  if (version === migrations.length) return;
  const missing = migrations.slice(version).map(({ adds }) => adds);
  refuse(
    `the schema has version ${version} of ${migrations.length} and lacks ${missing.join(', ')}: an administrator runs ${script}`,
  );
}
