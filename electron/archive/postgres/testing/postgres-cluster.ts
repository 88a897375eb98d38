import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { DatabaseConnection } from '../connection/database-connection.ts';
import { schemaScript } from '../schema-script.ts';

/** PostgreSQL 15 of Debian's packages in a temporary folder, for the tests of the adapter. */

const programs = '/usr/lib/postgresql/15/bin';

/** Whether the server is installed. Without it the tests of the adapter are skipped. */
export const hasPostgres = existsSync(join(programs, 'postgres'));

/** The longest start on a busy machine, in ms: the server makes its files. */
export const clusterStartMs = 240_000;

/** Of the data folder of a test. */
export const computerId = '6f1d2a0e-8a54-4a43-9d8f-7d8f5d0a1c11';

export const rolePassword = "it's \\ a password";
const template = 'with_schema';
const role = 'fathom_rows';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

/** PostgreSQL does not run as root; the package brings a user for it. Null: the user of the test is another one. */
function serverUser(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A port below those that the system gives to other programs, so that none takes it before the cluster does. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
    const isFree = await promise;
    server.close();
    if (isFree) return port;
  }
}

/** An authority of its own and a certificate for `localhost`. */
function makeCertificates(folder: string, run: (program: string, words: readonly string[]) => void): void {
  const inFolder = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const authority = ['-keyout', inFolder('ca.key'), '-out', inFolder('ca.pem'), '-subj', '/CN=authority of a test'];
  run('openssl', ['req', '-x509', ...key, ...authority]);
  const signer = ['-CA', inFolder('ca.pem'), '-CAkey', inFolder('ca.key')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', inFolder('server.key'), '-out', inFolder('server.pem')];
  run('openssl', ['req', '-x509', ...key, ...signer, ...name, ...files]);
}

export interface PostgresCluster {
  /** PEM text of the authority that signed the server's certificate */
  readonly ca: string;
  /** A connection without TLS to a new database with the schema, for a role that may only read and write rows. */
  readonly createDatabase: () => Promise<DatabaseConnection>;
  /** Runs SQL as the owner. */
  readonly run: (sql: string, database?: string) => Promise<readonly Record<string, unknown>[]>;
  readonly stop: () => void;
}

/** The order of texts in a database: by their bytes, or by the rules of American English. */
const locales = {
  bytes: ['--locale=C'],
  english: ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
} as const;

/** Starts it on loopback with TLS, and makes a database with the schema. */
export async function startCluster(order: keyof typeof locales = 'bytes'): Promise<PostgresCluster> {
  const locale = locales[order];
  const folder = mkdtempSync(join(tmpdir(), 'fathom-postgres-'));
  const owner = serverUser();
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, words: readonly string[]) =>
    void execFileSync(program, words, { stdio: 'ignore', cwd: folder, ...owner });
  makeCertificates(folder, run);
  chmodSync(join(folder, 'server.key'), 0o600);
  const data = join(folder, 'data');
  const how = ['--auth-local=trust', '--auth-host=scram-sha-256', '-U', 'owner', '-E', 'UTF8', ...locale, '--no-sync'];
  run(join(programs, 'initdb'), ['-D', data, ...how]);
  const port = await findFreePort();
  const tls = `-c ssl=on -c ssl_cert_file=${folder}/server.pem -c ssl_key_file=${folder}/server.key`;
  const settings = `-k ${folder} -c listen_addresses=127.0.0.1 -p ${port} -c fsync=off -c shared_buffers=16MB ${tls}`;
  run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start']);
  const runSql = async (sql: string, database = 'postgres') => {
    const client = new Client({ host: folder, port, user: 'owner', database, ssl: false });
    await client.connect();
    try {
      return [await client.query<Record<string, unknown>>(sql)].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  await runSql(`CREATE ROLE ${role} LOGIN PASSWORD '${rolePassword.replaceAll("'", "''")}'`);
  await runSql(`CREATE DATABASE ${template}`);
  await runSql(schemaScript({ role, firstMonth: '2023-10', months: 3 }), template);
  let count = 0;
  return {
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    createDatabase: async () => {
      count += 1;
      const database = `archive_${count}`;
      await runSql(`CREATE DATABASE ${database} TEMPLATE ${template}`);
      return { host: '127.0.0.1', port, database, user: role, ca: null };
    },
    run: runSql,
    stop: () => {
      run(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']);
      removeFolder(folder);
    },
  };
}
