import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '../connection/database-connection.ts';

/** A server that proves that it knows the password, and then answers what a test says. It needs no PostgreSQL. */

const salt = Buffer.from('salt of a test');
const iterations = 4096;
const saslRequest = 10;
const saslContinue = 11;
const saslFinal = 12;
const authenticated = 0;

/** A message of the server: its type and its body. */
export function message(type: string, body: Buffer | string): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

function authentication(code: number, more: string): Buffer {
  const number = Buffer.alloc(4);
  number.writeInt32BE(code);
  return message('R', Buffer.concat([number, Buffer.from(more)]));
}

const idle = message('Z', 'I');

/** The end of a statement. */
export function completion(tag: string): Buffer {
  return Buffer.concat([message('C', `${tag}\0`), idle]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** The answer of one row: names with values as text. `type`: the number of their common type. */
export function oneRow(values: Readonly<Record<string, string>>, type: number): Buffer {
  const names = Object.keys(values);
  const fields = names.map(name =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]),
  );
  const texts = Object.values(values).map(text => Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]));
  return Buffer.concat([
    message('T', Buffer.concat([int16(names.length), ...fields])),
    message('D', Buffer.concat([int16(names.length), ...texts])),
    completion('SELECT 1'),
  ]);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The server's side of SCRAM-SHA-256. It accepts every proof of the client. */
function createScram(password: string) {
  let bare = '';
  let challenge = '';
  return {
    begin(body: Buffer): Buffer {
      const text = body.toString('latin1');
      bare = text.slice(text.indexOf('n=', text.indexOf(',,')));
      challenge = `${bare.slice(bare.indexOf('r='))}server,s=${salt.toString('base64')},i=${iterations}`;
      return authentication(saslContinue, challenge);
    },
    finish(body: Buffer): Buffer {
      const [withoutProof] = body.toString('latin1').split(',p=');
      const salted = pbkdf2Sync(password, salt, iterations, createHash('sha256').digest().length, 'sha256');
      const signature = hmac(hmac(salted, 'Server Key'), `${bare},${challenge},${withoutProof}`);
      return Buffer.concat([
        authentication(saslFinal, `v=${signature.toString('base64')}`),
        authentication(authenticated, ''),
        idle,
      ]);
    },
  };
}

/** Splits the bytes of the client into messages. The first one has no type. */
function createSplitter(onMessage: (type: string, body: Buffer) => void): (data: Buffer) => void {
  let left = Buffer.alloc(0);
  let isFirst = true;
  return data => {
    left = Buffer.concat([left, data]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (left.length < head + 4) return;
      const end = head + left.readInt32BE(head);
      if (left.length < end) return;
      const [type, body] = [left.toString('latin1', 0, head), left.subarray(head + 4, end)];
      isFirst = false;
      left = left.subarray(end);
      onMessage(type, body);
    }
  };
}

/** Answers a statement. `connectionCount`: how many connections there were up to now. */
export type AnswerStatement = (socket: Socket, text: string, connectionCount: number) => void;

export interface HostileDatabase {
  readonly connection: DatabaseConnection;
  readonly stop: () => void;
}

/** Starts it on loopback. */
export async function startHostileDatabase(password: string, answer: AnswerStatement): Promise<HostileDatabase> {
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    connectionCount += 1;
    const number = connectionCount;
    const scram = createScram(password);
    let proofs = 0;
    socket.on('error', () => {});
    const onMessage = (type: string, body: Buffer): void => {
      if (type === '') socket.write(authentication(saslRequest, 'SCRAM-SHA-256\0\0'));
      if (type === 'Q') answer(socket, body.toString('utf8', 0, body.length - 1), number);
      if (type === 'X') socket.end();
      if (type !== 'p') return;
      proofs += 1;
      socket.write(proofs === 1 ? scram.begin(body) : scram.finish(body));
    };
    socket.on('data', createSplitter(onMessage));
  };
  const server = createServer({ allowHalfOpen: true }, serve);
  const listening = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    listening.resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
  const port = await listening.promise;
  return {
    connection: { host: '127.0.0.1', port, database: 'd', user: 'u', ca: null },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
