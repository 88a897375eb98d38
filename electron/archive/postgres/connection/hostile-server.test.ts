import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { DatabaseConnection } from './database-connection.ts';
import { openDatabaseSession } from './database-session.ts';
import { longestWorkMs } from './work-limits.ts';

/** Servers that do not behave as PostgreSQL does. They need no PostgreSQL. */

const password = 'correct horse battery';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

/** A server on loopback that answers the first message with these bytes. `received`: what came after the first message. */
async function start(answer: Buffer) {
  const received: Buffer[] = [];
  const listening = Promise.withResolvers<number>();
  server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.on('data', data => void received.push(data));
      socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server?.address();
    listening.resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
  const connection: DatabaseConnection = {
    host: '127.0.0.1',
    port: await listening.promise,
    database: 'd',
    user: 'u',
    ca: null,
  };
  return { connection, received };
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** A request or an answer of the authentication. */
function authentication(code: number, more: Buffer = Buffer.alloc(0)): Buffer {
  const number = Buffer.alloc(4);
  number.writeInt32BE(code);
  return message('R', Buffer.concat([number, more]));
}

const ready = message('Z', Buffer.from('I'));
const sasl = authentication(10, Buffer.from('SCRAM-SHA-256\0\0'));

function rejection(words: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C28P01\0M${words}\0\0`));
}

async function ask(connection: DatabaseConnection) {
  const session = openDatabaseSession({
    connection,
    password,
    wait: ms => (ms === longestWorkMs ? new Promise(() => {}) : Promise.resolve()),
  });
  const answer = await session.read(client => client.query('SELECT 1'));
  await session.close();
  return answer.ok ? 'connected' : answer.detail;
}

describe('a server on loopback', () => {
  it.each([
    ['the readable password', authentication(3), 'asks for the readable password'],
    ['an MD5 hash', authentication(5, Buffer.from('salt')), 'asks for an MD5 hash of the password'],
    ['no password', Buffer.concat([authentication(0), ready]), 'did not prove that it knows the password'],
  ])('receives nothing when it asks for %s', async (_what, answer, words) => {
    const { connection, received } = await start(answer);
    expect(await ask(connection)).toContain(words);
    expect(Buffer.concat(received)).toHaveLength(0);
  });

  it('receives no question when it accepts SCRAM without the proof that it knows the password', async () => {
    const { connection, received } = await start(Buffer.concat([sasl, authentication(0), ready]));
    expect(await ask(connection)).toContain('did not prove that it knows the password');
    const text = Buffer.concat(received).toString('latin1');
    expect(text).not.toContain('SELECT');
    expect(text).not.toContain(password);
  });

  it('cannot hold up the end of a connection that it does not close', async () => {
    const { connection } = await start(rejection('no'));
    expect(await ask(connection)).toBe('no');
  });

  it('is quoted in one line of at most 500 characters, without the password', async () => {
    const { connection } = await start(rejection(`role\n${password}\u0007 ${'x'.repeat(9000)}`));
    const words = await ask(connection);
    expect(words).toContain('role [hidden]');
    expect(words).not.toContain('horse');
    expect(words).not.toMatch(/\p{Cc}/u);
    expect(words.length).toBeLessThanOrEqual(500);
  });
});
