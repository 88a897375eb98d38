import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openPostgresArchive } from '../postgres-archive.ts';
import { schemaScript } from '../schema-script.ts';
import {
  clusterStartMs,
  computerId,
  hasPostgres,
  type PostgresCluster,
  rolePassword,
  startCluster,
} from '../testing/postgres-cluster.ts';
import { connectionConfig } from './connection-config.ts';
import { bindingOf, type DatabaseConnection, isPlain } from './database-connection.ts';

const remote: DatabaseConnection = { host: 'db.example', port: 5432, database: 'd', user: 'u', ca: null };

/** Wrong everywhere, so that a connection which takes one of them fails. */
const wrongEnvironment = {
  PGHOST: '192.0.2.1',
  PGHOSTADDR: '192.0.2.1',
  PGPORT: '1',
  PGDATABASE: 'wrong',
  PGUSER: 'wrong',
  PGPASSWORD: 'wrong',
  PGSERVICE: 'wrong',
  PGSERVICEFILE: '/nonexistent',
  PGPASSFILE: '/nonexistent',
  PGSSLMODE: 'no-verify',
  PGSSLROOTCERT: '/nonexistent',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c search_path=wrong',
  PGAPPNAME: 'wrong',
  PGCLIENT_ENCODING: 'LATIN1',
  PGREPLICATION: 'database',
  PGBINARY: 'true',
  PGCONNECT_TIMEOUT: '1',
} as const;

function stubEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a connection', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1'])('to %s needs no TLS', host => {
    expect(isPlain({ ...remote, host })).toBe(true);
    expect(isPlain({ ...remote, host, ca: 'PEM' })).toBe(false);
  });

  it.each(['localhost', '127.evil.example', '10.0.0.1', '::2'])('to %s always uses TLS', host => {
    expect(isPlain({ ...remote, host })).toBe(false);
    expect(connectionConfig({ ...remote, host }, 'p').ssl).toMatchObject({ rejectUnauthorized: true, host });
  });

  it('takes nothing from PG* variables', () => {
    const config = connectionConfig(remote, 'p');
    const shown = () => {
      const client = new Client(config);
      const parameters: unknown = Reflect.get(client, 'connectionParameters');
      // the driver reads PGBINARY into a field that it does not use
      return { ...z.looseObject({}).parse(parameters), binary: null };
    };
    const before = shown();
    stubEnvironment(wrongEnvironment);
    // the driver itself takes them where a setting is missing
    expect(new Client({}).host).toBe('192.0.2.1');
    expect(shown()).toEqual(before);
    expect(shown()).toMatchObject({ host: 'db.example', port: 5432, database: 'd', user: 'u' });
  });

  it('rejects an empty password, for which the driver would read PGPASSWORD and .pgpass', () => {
    expect(() => connectionConfig(remote, '')).toThrow();
  });

  it.each([
    ['host', 'other'],
    ['port', 5433],
    ['database', 'other'],
    ['user', 'other'],
    ['ca', 'PEM'],
  ])('binds the password to %s', (field, value) => {
    expect(bindingOf({ ...remote, [field]: value })).not.toBe(bindingOf(remote));
  });
});

/** The result of the first query on a new connection. */
async function ask(where: DatabaseConnection, password = rolePassword): Promise<string> {
  const store = openPostgresArchive({ connection: where, password, computerId });
  const answer = await store.accounts({});
  await store.close();
  return answer.ok ? 'connected' : answer.detail;
}

// skipped where the Debian package postgresql-15 is not installed
describe.skipIf(!hasPostgres)('a connection to PostgreSQL', () => {
  let cluster: PostgresCluster;
  let connection: DatabaseConnection;
  beforeAll(async () => {
    cluster = await startCluster();
    connection = await cluster.createDatabase();
  }, clusterStartMs);
  afterAll(() => cluster.stop(), clusterStartMs);

  it('works with wrong PG* variables and a wrong .pgpass', async () => {
    const home = mkdtempSync(join(tmpdir(), 'fathom-home-'));
    writeFileSync(join(home, '.pgpass'), '*:*:*:*:wrong\n', { mode: 0o600 });
    stubEnvironment({ ...wrongEnvironment, HOME: home, PGPASSFILE: join(home, '.pgpass') });
    expect(await ask(connection)).toBe('connected');
    removeFolder(home);
  });

  it('is rejected with a wrong password, also when .pgpass and PGPASSWORD have the right one', async () => {
    vi.stubEnv('PGPASSWORD', rolePassword);
    expect(await ask(connection, 'wrong')).toContain('password authentication failed');
  });

  it('with TLS accepts the certificate of an authority that is named, for its host', async () => {
    expect(await ask({ ...connection, host: 'localhost', ca: cluster.ca })).toBe('connected');
  });

  it('with TLS rejects a certificate of an unknown authority', async () => {
    expect(await ask({ ...connection, host: 'localhost' })).toMatch(/self-signed|unable to (verify|get)/);
  });

  it('with TLS rejects a certificate of another host', async () => {
    expect(await ask({ ...connection, ca: cluster.ca })).toMatch(/does not match certificate/);
  });

  it('ends a statement that takes too long', async () => {
    const client = new Client({ ...connectionConfig(connection, rolePassword), statement_timeout: 50 });
    await client.connect();
    await expect(client.query('SELECT pg_sleep(30)')).rejects.toThrow('statement timeout');
    await client.end();
    const [shown] = await settingOf(connection);
    expect(shown).toEqual({ statement_timeout: '30s', search_path: 'fathom', application_name: 'Fathom' });
  });

  it.each([
    ['GRANT CREATE ON SCHEMA fathom TO fathom_rows', 'may create tables'],
    ['GRANT CREATE ON SCHEMA public TO fathom_rows', 'may create tables'],
    ['ALTER TABLE fathom.lines OWNER TO fathom_rows', 'owns tables'],
    ['ALTER ROLE fathom_rows CREATEROLE', 'may create roles'],
    ['DROP SCHEMA fathom CASCADE', 'there is no schema fathom'],
    ['DELETE FROM fathom.migrations', 'the schema has version 0 of 3 and lacks all tables, '],
    [
      'DELETE FROM fathom.migrations WHERE version = 3',
      'of 3 and lacks indexes for counts, symbols and currencies: an administrator runs the script that `npm run -s archive -- schema` prints',
    ],
    ['INSERT INTO fathom.migrations VALUES (99)', 'the schema has version 99'],
  ])('is rejected after %s', async (change, words) => {
    const changed = await cluster.createDatabase();
    await cluster.run(change, changed.database);
    expect(await ask(changed)).toContain(words);
    await cluster.run('ALTER ROLE fathom_rows NOCREATEROLE');
  });

  it('is accepted after the script has brought an older schema up to date', async () => {
    const older = await cluster.createDatabase();
    const { database, user } = older;
    const indexes = ['rows_by_currency', 'rows_by_symbol', 'rows_current'];
    await cluster.run(
      `DROP INDEX ${indexes.map(name => `fathom.${name}`).join(', ')};
       DELETE FROM fathom.migrations WHERE version = 3;
       INSERT INTO fathom.accounts (profile_id, run_id) VALUES ('practice', 'run'), ('real', '')`,
      database,
    );
    expect(await ask(older)).toContain('lacks indexes');
    await cluster.run(schemaScript({ role: user, firstMonth: '2023-10', months: 3 }), database);
    expect(await ask(older)).toBe('connected');
    const found = await cluster.run(
      "SELECT indexname FROM pg_indexes WHERE tablename = 'rows' AND indexname <> 'rows_pkey' ORDER BY indexname",
      database,
    );
    expect(found.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining(indexes));
    // a practice run that names no computer is gone
    const accounts = await cluster.run('SELECT profile_id FROM fathom.accounts', database);
    expect(accounts).toEqual([{ profile_id: 'real' }]);
  });

  it('cannot create, change or delete what the archive never changes', async () => {
    const client = new Client(connectionConfig(connection, rolePassword));
    await client.connect();
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one question at a time
    for (const sql of [
      'CREATE TABLE fathom.more (id integer)',
      'DROP TABLE fathom.rows',
      "UPDATE fathom.rows SET amount = '0'",
      'DELETE FROM fathom.rows',
      'DELETE FROM fathom.pages',
      "SELECT fathom.add_months('2030-01-01', 1)",
    ])
      await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
    await client.query("INSERT INTO fathom.accounts (profile_id, run_id) VALUES ('real', '')");
    await expect(
      client.query("SELECT fathom.delete_run(account_id) FROM fathom.accounts WHERE profile_id = 'real'"),
    ).rejects.toThrow('only a run of the practice exchange');
    await client.end();
  });
});

async function settingOf(connection: DatabaseConnection): Promise<readonly unknown[]> {
  const client = new Client(connectionConfig(connection, rolePassword));
  await client.connect();
  const names = ['statement_timeout', 'search_path', 'application_name'];
  const found = await client.query<Record<string, unknown>>(
    `SELECT ${names.map(name => `current_setting('${name}') AS ${name}`).join(', ')}`,
  );
  await client.end();
  return found.rows;
}

it('database connection answers with a failure while there is no server', async () => {
  const store = openPostgresArchive({
    connection: { ...remote, host: '127.0.0.1', port: 1 },
    password: 'p',
    computerId,
  });
  const answer = await store.accounts({});
  expect(answer).toMatchObject({
    ok: false,
    fault: 'database-failed',
    detail: expect.stringContaining('ECONNREFUSED'),
  });
  await store.close();
});

describe('a server without TLS', () => {
  let server: Server;
  afterEach(() => void server.close());

  it('gets no password when its host is not loopback', async () => {
    const received: Buffer[] = [];
    const listening = Promise.withResolvers<number>();
    server = createServer(socket => {
      socket.on('data', data => {
        received.push(data);
        socket.write('N');
      });
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      listening.resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
    const port = await listening.promise;
    const store = openPostgresArchive({
      connection: { ...remote, host: 'localhost', port },
      password: 'secret',
      computerId,
    });
    expect(await store.accounts({})).toMatchObject({
      ok: false,
      detail: 'The server does not support SSL connections',
    });
    await store.close();
    expect(Buffer.concat(received)).toHaveLength(8);
  });
});
