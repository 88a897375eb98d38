import { Client } from 'pg';
import { cleanExchangeText } from '#client/wire/exchange-text.ts';
import { wait as systemWait } from '#time/wait.ts';
import { ArchiveError, type ArchiveResult } from '../../archive-store.ts';
import { checkDatabase } from './check-database.ts';
import { connectionConfig } from './connection-config.ts';
import { type DatabaseConnection, isPlain } from './database-connection.ts';
import { databaseErrorOf, isServerAnswer } from './postgres-errors.ts';
import { limitMessages } from './message-limit.ts';
import { requireScram } from './require-scram.ts';
import { longestWorkMs } from './work-limits.ts';

export type DatabaseClient = Pick<Client, 'query'>;
export type DatabaseWork<T> = (client: DatabaseClient) => Promise<T>;

/** One connection, which opens with the first question, and again with the next one after it was lost. */
export interface DatabaseSession {
  /** Questions are answered in their order. */
  readonly read: <T>(work: DatabaseWork<T>) => Promise<ArchiveResult<T>>;
  /** The same in one transaction: all of it is written, or nothing. */
  readonly write: <T>(work: DatabaseWork<T>) => Promise<ArchiveResult<T>>;
  /** The same in one transaction that sees the database as it is at one moment, and cannot write. `limitMs`: the longest work. */
  readonly readMoment: <T>(work: DatabaseWork<T>, limitMs?: number) => Promise<ArchiveResult<T>>;
  readonly close: () => Promise<void>;
}

export interface SessionOptions {
  readonly connection: DatabaseConnection;
  readonly password: string;
  readonly wait?: typeof systemWait;
}

/** A server that does not close the connection when it is asked to is not waited for longer. */
const longestEndMs = 2_000;

/** Ends the connection: first as the protocol demands, after a limit at once. Never rejects. */
async function endClient(client: Client, wait: typeof systemWait): Promise<void> {
  const ending = new AbortController();
  await Promise.race([client.end().catch(() => {}), wait(longestEndMs, ending.signal)]);
  ending.abort();
  client.connection.stream.destroy();
}

/** A client that is not connected yet. */
function createClient({ connection, password }: SessionOptions, onEnd: (client: Client) => void): Client {
  const client = new Client(connectionConfig(connection, password));
  requireScram(client.connection);
  limitMessages(client.connection, !isPlain(connection));
  // a connection that ends while nothing is asked is opened again with the next question
  client.on('error', () => onEnd(client));
  client.on('end', () => onEnd(client));
  return client;
}

/** The answer of the work. Throws `ArchiveError` when it takes longer than the limit: the work itself may never end. */
async function withinLimit<T>(work: Promise<T>, limitMs: number, wait: typeof systemWait): Promise<T> {
  const done = new AbortController();
  const late = wait(limitMs, done.signal).then((): Promise<never> => {
    if (done.signal.aborted) return new Promise(() => {});
    throw new ArchiveError('database-failed', `the database did not answer within ${limitMs / 1000} seconds`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

async function inTransaction<T>(client: DatabaseClient, begin: string, work: DatabaseWork<T>): Promise<T> {
  await client.query(begin);
  try {
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (cause) {
    // any other failure ends the connection, and the transaction with it
    if (isServerAnswer(cause)) await client.query('ROLLBACK');
    throw cause;
  }
}

/** Opens nothing yet. A failure is a value; its text has neither the password nor more than 500 characters. */
export function openDatabaseSession(options: SessionOptions): DatabaseSession {
  const { password, wait = systemWait } = options;
  let client: Client | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const forget = (ended: Client): void => {
    if (client === ended) client = null;
  };
  const drop = async (): Promise<void> => {
    const lost = client;
    client = null;
    if (lost !== null) await endClient(lost, wait);
  };
  const connect = async (): Promise<Client> => {
    if (client !== null) return client;
    const opened = createClient(options, forget);
    client = opened;
    try {
      await opened.connect();
      await checkDatabase(opened);
      return opened;
    } catch (cause) {
      forget(opened);
      await endClient(opened, wait);
      throw cause;
    }
  };
  const attempt = async <T>(work: DatabaseWork<T>, limitMs: number): Promise<ArchiveResult<T>> => {
    try {
      return { ok: true, value: await withinLimit(connect().then(work), limitMs, wait) };
    } catch (cause) {
      if (!isServerAnswer(cause)) await drop();
      const { fault, message } = databaseErrorOf(cause);
      return { ok: false, fault, detail: cleanExchangeText(message, { password }) };
    }
  };
  const ask = <T>(work: DatabaseWork<T>, limitMs = longestWorkMs): Promise<ArchiveResult<T>> => {
    const answer = tail.then(() => attempt(work, limitMs));
    tail = answer;
    return answer;
  };
  return {
    read: ask,
    write: work => ask(open => inTransaction(open, 'BEGIN', work)),
    readMoment: (work, limitMs) =>
      ask(open => inTransaction(open, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', work), limitMs),
    close: async () => {
      await tail;
      await drop();
    },
  };
}
