import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createWorkerStore, startArchiveThread } from '../../worker/worker-store.ts';
import { copyRows } from '../copy-rows.ts';
import { migrations } from '../migrations.ts';
import {
  type AnswerStatement,
  completion,
  type HostileDatabase,
  message,
  oneRow,
  startHostileDatabase,
} from '../testing/hostile-database.ts';
import { type DatabaseClient, openDatabaseSession } from './database-session.ts';
import { longestWorkMs } from './work-limits.ts';

/** Servers that accept the login and then do not come to an end. They need no PostgreSQL. */

const password = 'correct horse battery';
const [booleanType, integerType] = [16, 23];
const rights = oneRow({ is_super: 'f', can_create: 'f', owns: 'f', has_schema: 't' }, booleanType);
const version = oneRow({ version: String(migrations.length) }, integerType);

/** The answer that the archive expects. */
function answerWell(text: string): Buffer {
  if (text.includes('rolsuper')) return rights;
  return text.includes('max(version)') ? version : completion('SELECT 0');
}

let server: HostileDatabase | undefined;
afterEach(() => server?.stop());

/** Writes the bytes as long as the socket is open. `onMany`: after so many times. */
function writeForEver(socket: Socket, bytes: Buffer, onMany: () => void): void {
  let count = 0;
  const write = (): void => {
    while (socket.writable) {
      count += 1;
      if (count === 1000) onMany();
      if (!socket.write(bytes)) break;
    }
  };
  socket.on('drain', write);
  write();
}

/** A question may take as long as it likes. */
function waitWithoutLimit(ms: number): Promise<void> {
  return ms === longestWorkMs ? new Promise(() => {}) : Promise.resolve();
}

type Ask = (client: DatabaseClient) => Promise<unknown>;

const select: Ask = client => client.query('SELECT 1');
const copy: Ask = client => copyRows(client, { table: 'rows', columns: ['key'], rows: [['a']] });
const notice = message('N', 'SNOTICE\0Mno end\0\0');

describe('a server that accepts the login', () => {
  it.each<[string, string, Ask, Buffer | null]>([
    ['and does not answer the first check', 'rolsuper', select, null],
    ['and does not answer a statement', 'SELECT 1', select, null],
    ['and does not answer a COPY', 'COPY', copy, null],
    ['and sends messages without end', 'SELECT 1', select, notice],
  ])(
    '%s fails the question after a minute, and is asked again on another connection',
    async (_what, word, ask, flood) => {
      const isReached = Promise.withResolvers<void>();
      const answer: AnswerStatement = (socket, text, connectionCount) => {
        if (connectionCount > 1 || !text.includes(word)) socket.write(answerWell(text));
        else if (flood === null) isReached.resolve();
        else writeForEver(socket, flood, isReached.resolve);
      };
      server = await startHostileDatabase(password, answer);
      const limits: PromiseWithResolvers<void>[] = [];
      const wait = (ms: number): Promise<void> => {
        if (ms !== longestWorkMs) return Promise.resolve();
        const limit = Promise.withResolvers<void>();
        limits.push(limit);
        return limit.promise;
      };
      const session = openDatabaseSession({ connection: server.connection, password, wait });
      const asked = session.write(ask);
      await isReached.promise;
      limits[0]?.resolve();
      expect(await asked).toEqual({
        ok: false,
        fault: 'database-failed',
        detail: 'the database did not answer within 60 seconds',
      });
      expect(await session.read(select)).toMatchObject({ ok: true });
      await session.close();
    },
  );

  it('and announces a message of gigabytes loses the connection at once, and is asked again on another one', async () => {
    const head = Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]);
    server = await startHostileDatabase(password, (socket, text, connectionCount) => {
      if (connectionCount > 1 || !text.includes('SELECT 1')) socket.write(answerWell(text));
      // the length of the second message comes in two parts
      else socket.write(Buffer.concat([notice, head.subarray(0, 3)]), () => socket.write(head.subarray(3)));
    });
    const session = openDatabaseSession({ connection: server.connection, password, wait: waitWithoutLimit });
    expect(await session.read(select)).toEqual({
      ok: false,
      fault: 'database-failed',
      detail: expect.stringContaining('announced a message of 2048 MiB, and at most 64 MiB are accepted'),
    });
    expect(await session.read(select)).toMatchObject({ ok: true });
    await session.close();
  });

  it('and keeps the driver in a loop loses its thread, and another thread asks again', async () => {
    const isReached = Promise.withResolvers<void>();
    // an error without its last byte, whose end the driver looks for without end
    const endless = message('E', 'SERROR');
    server = await startHostileDatabase(password, (socket, _text, connectionCount) => {
      if (connectionCount > 1) socket.write(message('E', 'SERROR\0VERROR\0C42501\0Mno\0\0'));
      else socket.write(endless, () => isReached.resolve());
    });
    const place = { kind: 'database', connection: server.connection, password, computerId: randomUUID() } as const;
    const workerFile = fileURLToPath(new URL('../../worker/archive-worker.ts', import.meta.url));
    const clock = createFakeClock();
    const store = createWorkerStore(
      () => Promise.resolve({ ok: true, value: place }),
      startArchiveThread(workerFile),
      clock.wait,
    );
    const asked = store.accounts({});
    await isReached.promise;
    await clock.pass(longestWorkMs + 30_000);
    expect(await asked).toEqual({
      ok: false,
      fault: 'database-failed',
      detail: 'the database did not answer within 90 seconds',
    });
    expect(await store.accounts({})).toMatchObject({ ok: false, detail: 'no' });
    await store.close();
  });
});
