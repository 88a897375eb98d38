import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { DatabasePlace } from '#archive/archive-place.ts';
import type { DatabaseConnection } from '#archive/postgres/connection/database-connection.ts';
import { type ArchiveThread, startArchiveThread } from '#archive/worker/worker-store.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createDatabaseTrial } from './try-database.ts';

const connection: DatabaseConnection = { host: '127.0.0.1', port: 5432, database: 'd', user: 'u', ca: null };
const place: DatabasePlace = { kind: 'database', connection, password: 'p', computerId: randomUUID() };
const workerFile = fileURLToPath(new URL('../../archive/worker/archive-worker.ts', import.meta.url));

let server: Server | undefined;
afterEach(() => void server?.close());

it('a trial of a database that never answers ends after 15 seconds, and its thread ends', async () => {
  const clock = createFakeClock();
  let isEnded = false;
  const thread: ArchiveThread = {
    post: () => {},
    onAnswer: () => {},
    onEnd: () => {},
    end: async () => (isEnded = true),
  };
  let answer: unknown = null;
  void createDatabaseTrial(() => thread, clock.wait)(place).then(given => (answer = given));
  await settle();
  await clock.pass(14_999);
  expect(answer).toBeNull();
  await clock.pass(1);
  expect(answer).toMatchObject({ ok: false, detail: 'it did not answer within 15 seconds' });
  await clock.pass(3_000);
  expect(isEnded).toBe(true);
});

it('a trial fails on its own thread when the driver throws while it reads an answer', async () => {
  const listening = Promise.withResolvers<number>();
  server = createServer(socket => {
    socket.on('error', () => {});
    // an authentication of an unknown kind, which the driver throws for
    socket.once('data', () => socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 99])));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server?.address();
    listening.resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
  const tryDatabase = createDatabaseTrial(startArchiveThread(workerFile));
  const answer = await tryDatabase({ ...place, connection: { ...connection, port: await listening.promise } });
  expect(answer).toMatchObject({ ok: false, detail: expect.stringContaining('Unknown authenticationOk message type') });
});
