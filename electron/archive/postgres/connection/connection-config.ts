import { isIP } from 'node:net';
import { type ClientConfig, TypeOverrides } from 'pg';
import { type DatabaseConnection, DatabasePassword, isPlain } from './database-connection.ts';

const secondMs = 1000;
/** The longest that the server works on one statement. The check of the whole archive sets its own. */
const statementTimeoutMs = 30 * secondMs;
/** Longest time without data from the server, also when the network is down. */
const silenceTimeoutMs = 45 * secondMs;
const connectTimeoutMs = 10 * secondMs;

const int8 = 20;

/** Ids, counts and epoch ms are below 2^53. Decimals are text columns and stay text. */
const typesOfArchive = new TypeOverrides();
typesOfArchive.setTypeParser(int8, Number);

/**
 * The settings of a connection. Each one that the driver would else take from a `PG*` variable or from `.pgpass` is set
 * here. `verify-full`: the certificate must come from a known authority and be of this host.
 */
export function connectionConfig(connection: DatabaseConnection, password: string): ClientConfig {
  const { host, port, database, user, ca } = connection;
  const authorities = ca === null ? {} : { ca };
  const server = isIP(host) === 0 ? { host, servername: host } : { host };
  const fromEnvironment = {
    options: '-c search_path=fathom',
    replication: 'false',
    client_encoding: 'UTF8',
    sslnegotiation: 'postgres',
  } as const;
  return {
    ...fromEnvironment,
    host,
    port,
    database,
    user,
    password: DatabasePassword.parse(password),
    ssl: isPlain(connection) ? false : { ...authorities, ...server, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    application_name: 'Fathom',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: silenceTimeoutMs,
    lock_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    types: typesOfArchive,
  };
}
