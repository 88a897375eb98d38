import { createServer, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import { symbol } from '#bench/book-deltas.ts';
import { createSource } from './source.ts';

/**
 * The spot side of an exchange: the public feed and the book of one pair are its own, everything else is passed on.
 * The token of a feed names the source that it reads: Fathom and its peers do not share one, so each is sent nothing
 * while another is measured.
 */
const emptyPage = '<!doctype html><title>peer</title><body></body>';
const bookPaths = {
  '/api/v1/market/orderbook/level2_20': { rows: 20, isWrapped: false },
  '/api/v1/market/orderbook/level2_100': { rows: 100, isWrapped: false },
  '/api/v3/market/orderbook/level2': { rows: Number.MAX_SAFE_INTEGER, isWrapped: true },
};
const level2 = '/market/level2:';

function passOn(asked, answer, upstream) {
  const { method, headers, url } = asked;
  const onward = request(new URL(url, upstream), { method, headers }, reply => {
    answer.writeHead(reply.statusCode, reply.headers);
    reply.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

const wrap = data => ({ code: '200000', data });

function ticketOf(port) {
  const endpoint = `ws://127.0.0.1:${port}/feed`;
  const server = { endpoint, encrypt: false, protocol: 'websocket', pingInterval: 18_000, pingTimeout: 10_000 };
  return wrap({ token: 'desk', instanceServers: [server] });
}

/** What this exchange answers itself; undefined: nothing of ours. */
async function answerOf(asked, { port, sources }) {
  const { pathname, searchParams } = new URL(asked.url, 'http://127.0.0.1');
  if (pathname === '/api/v1/bullet-public') return ticketOf(port);
  const book = searchParams.get('symbol') === symbol ? bookPaths[pathname] : undefined;
  if (book !== undefined) {
    const snapshot = sources.desk.snapshot(book.rows);
    return book.isWrapped ? wrap(snapshot) : snapshot;
  }
  const source = sources[/^\/flood\/(\w+)/.exec(pathname)?.[1]];
  if (source === undefined) return undefined;
  if (pathname.endsWith('/snapshot')) return source.snapshot(Number.MAX_SAFE_INTEGER);
  // the notes of the pace that ends here go with the answer
  const report = source.report();
  if (asked.method === 'POST') source.setPace(JSON.parse(await textOf(asked)));
  return report;
}

/** Talks the protocol of the feed; only the book says anything, the other topics are silent. */
function converse(socket, raw, source) {
  const leave = new Map();
  const say = body => socket.send(JSON.stringify(body));
  const topics = { subscribe: () => source.read(raw), unsubscribe: () => undefined };
  say({ id: 'flood', type: 'welcome' });
  socket.on('message', heard => {
    const { id, type, topic = '', response } = JSON.parse(heard);
    if (type === 'ping') say({ id, type: 'pong', timestamp: Date.now() * 1000 });
    if (topics[type] === undefined) return;
    if (response) say({ id, type: 'ack' });
    if (!topic.startsWith(level2) || !topic.slice(level2.length).split(',').includes(symbol)) return;
    leave.get(topic)?.();
    leave.set(topic, topics[type]());
  });
  socket.on('error', () => socket.terminate());
}

/** Listens on a free port of this machine and answers its address. */
export async function openFront(upstream) {
  const sources = { desk: createSource(), peer: createSource() };
  const server = createServer(async (asked, answer) => {
    if (asked.url.endsWith('/page')) return answer.writeHead(200, { 'content-type': 'text/html' }).end(emptyPage);
    const body = await answerOf(asked, { port: server.address().port, sources });
    if (body === undefined) return passOn(asked, answer, upstream);
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify(body));
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (asked, raw, head) => {
    const source = sources[new URL(asked.url, 'http://127.0.0.1').searchParams.get('token')];
    if (source === undefined) return raw.destroy();
    sockets.handleUpgrade(asked, raw, head, socket => converse(socket, raw, source));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
