import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { text as bodyOf } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { symbol } from '#bench/book/book-deltas.ts';
import { parseOwn, textOf } from '#bench/own-json.ts';
import type { SourceName } from './control.ts';
import { createSource, type Pace, type Source } from './source.ts';

/**
 * The spot side of an exchange: the public feed and the book of one pair are its own, everything else is passed on.
 * The token of a feed names the source that it reads: Fathom and its peers do not share one, so each is sent nothing
 * while another is measured.
 */
const emptyPage = '<!doctype html><title>peer</title><body></body>';

interface BookPath {
  readonly rows: number;
  /** in the envelope of the exchange */
  readonly isWrapped: boolean;
}

const bookPaths: ReadonlyMap<string, BookPath> = new Map([
  ['/api/v1/market/orderbook/level2_20', { rows: 20, isWrapped: false }],
  ['/api/v1/market/orderbook/level2_100', { rows: 100, isWrapped: false }],
  ['/api/v3/market/orderbook/level2', { rows: Number.MAX_SAFE_INTEGER, isWrapped: true }],
]);
const level2 = '/market/level2:';

type Sources = ReadonlyMap<string, Source>;
const fathomToken: SourceName = 'fathom';
const peerToken: SourceName = 'peer';

function passOn(asked: IncomingMessage, answer: ServerResponse, upstream: string): void {
  const { method, headers, url = '/' } = asked;
  const onward = request(new URL(url, upstream), { method, headers }, reply => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

const wrap = (data: unknown): unknown => ({ code: '200000', data });

function ticketOf(port: number): unknown {
  const endpoint = `ws://127.0.0.1:${port}/feed`;
  const server = { endpoint, encrypt: false, protocol: 'websocket', pingInterval: 18_000, pingTimeout: 10_000 };
  return wrap({ token: fathomToken, instanceServers: [server] });
}

interface Front {
  readonly port: number;
  readonly sources: Sources;
}

/** The answer of this exchange; undefined: none of ours. */
async function answerOf(asked: IncomingMessage, { port, sources }: Front): Promise<unknown> {
  const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/api/v1/bullet-public') return ticketOf(port);
  const book = searchParams.get('symbol') === symbol ? bookPaths.get(pathname) : undefined;
  if (book !== undefined) {
    const snapshot = sources.get(fathomToken)?.snapshot(book.rows);
    return book.isWrapped ? wrap(snapshot) : snapshot;
  }
  const source = sources.get(/^\/flood\/(\w+)/.exec(pathname)?.[1] ?? '');
  if (source === undefined) return undefined;
  if (pathname.endsWith('/snapshot')) return source.snapshot(Number.MAX_SAFE_INTEGER);
  // the notes of the pace that ends here go with the answer
  const report = source.report();
  if (asked.method === 'POST') source.setPace(parseOwn<Pace>(await bodyOf(asked)));
  return report;
}

interface Heard {
  readonly id: string;
  readonly type: string;
  readonly topic?: string;
  readonly response?: boolean;
}

/** Talks the protocol of the feed; only the book says anything, the other topics are silent. */
function converse(socket: WebSocket, raw: Duplex, source: Source): void {
  const leave = new Map<string, (() => void) | undefined>();
  const say = (body: unknown): void => socket.send(JSON.stringify(body));
  say({ id: 'flood', type: 'welcome' });
  socket.on('message', heard => {
    const { id, type, topic = '', response } = parseOwn<Heard>(textOf(heard));
    if (type === 'ping') say({ id, type: 'pong', timestamp: Date.now() * 1000 });
    if (type !== 'subscribe' && type !== 'unsubscribe') return;
    if (response === true) say({ id, type: 'ack' });
    if (!topic.startsWith(level2) || !topic.slice(level2.length).split(',').includes(symbol)) return;
    leave.get(topic)?.();
    leave.set(topic, type === 'subscribe' ? source.read(raw) : undefined);
  });
  socket.on('error', () => socket.terminate());
}

/** Listens on a free port of this machine and answers its address. */
export async function openFront(upstream: string): Promise<string> {
  const sources: Sources = new Map([
    [fathomToken, createSource()],
    [peerToken, createSource()],
  ]);
  let port = 0;
  const answerAll = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await answerOf(asked, { port, sources });
    if (body === undefined) passOn(asked, answer, upstream);
    else answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((asked, answer) => {
    if (asked.url?.endsWith('/page') === true) answer.writeHead(200, { 'content-type': 'text/html' }).end(emptyPage);
    else answerAll(asked, answer).catch(() => answer.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (asked, raw, head) => {
    const source = sources.get(new URL(asked.url ?? '/', 'http://127.0.0.1').searchParams.get('token') ?? '');
    if (source === undefined) raw.destroy();
    else sockets.handleUpgrade(asked, raw, head, socket => converse(socket, raw, source));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the venue listens on no port');
  ({ port } = address);
  return `http://127.0.0.1:${port}`;
}
