import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** What happens to the next request that matches: before the exchange has read it, or after it has acted on it. */
export type Fault =
  | 'reset-before'
  | 'reset-after'
  | 'html-after'
  | 'truncated-after'
  | 'status-after'
  | 'silent-after'
  /** the client gets no answer, and the exchange reads it a little later */
  | 'late-and-lost'
  /** the exchange reads it a little later, and its answer is delivered */
  | 'late'
  /** the exchange reads it twice; the second answer is delivered */
  | 'twice';

/** Well below what a lost answer is looked up for. */
const lateMs = 120;

export interface FaultProxy {
  readonly url: string;
  /** breaks the next request with this method whose path contains the text; the ones after it pass */
  readonly breakNext: (method: string, path: string, fault: Fault) => void;
  /** Resolves when no message is under way, not even a late one. */
  readonly settled: () => Promise<void>;
  /** what was planned and has not struck does not any more */
  readonly forget: () => void;
  /** requests that reached the exchange, `METHOD path` */
  readonly forwarded: readonly string[];
  readonly stop: () => Promise<void>;
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(message, 'end');
  return Buffer.concat(chunks);
}

/** Sends the request on as it is and answers what came back. */
async function forward(
  target: URL,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<{ message: IncomingMessage; body: Buffer }> {
  const outgoing = request({
    host: target.hostname,
    port: target.port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  });
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  outgoing.end(body);
  const message = await responded;
  return { message, body: await readAll(message) };
}

function answer(
  response: ServerResponse,
  fault: Fault | null,
  { message, body }: { message: IncomingMessage; body: Buffer },
): void {
  switch (fault) {
    case 'reset-before':
    case 'reset-after':
      response.destroy();
      return;
    case 'silent-after':
      return; // the socket stays open and says nothing
    case 'html-after':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sorry</html>');
      return;
    case 'truncated-after':
      response.writeHead(200, { 'content-type': 'application/json' }).end(body.subarray(0, body.length - 5));
      return;
    case 'status-after':
      response.writeHead(502, { 'content-type': 'application/json' }).end('{"code":"502000","msg":"bad gateway"}');
      return;
    case 'late-and-lost':
      return; // it was destroyed when it came
    case 'late':
    case 'twice':
    case null:
      response.writeHead(message.statusCode ?? 500, message.headers).end(body);
  }
}

/** Runs between client and exchange on loopback and applies the given faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const forwarded: string[] = [];
  const onTheirWay = new Set<Promise<void>>();
  let planned: { method: string; path: string; fault: Fault } | null = null;
  const takeFault = (message: IncomingMessage): Fault | null => {
    if (planned === null || message.method !== planned.method || message.url?.includes(planned.path) !== true)
      return null;
    const { fault } = planned;
    planned = null;
    return fault;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = takeFault(incoming);
    const body = await readAll(incoming);
    if (fault === 'reset-before') {
      response.destroy();
      return;
    }
    if (fault === 'late-and-lost') response.destroy();
    if (fault === 'late' || fault === 'late-and-lost') await setTimeout(lateMs);
    forwarded.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    if (fault === 'twice') await forward(new URL(target), incoming, body);
    answer(response, fault, await forward(new URL(target), incoming, body));
  };
  const server = createServer((incoming, response) => {
    const handling = handle(incoming, response).catch(() => void response.destroy());
    onTheirWay.add(handling);
    void handling.finally(() => onTheirWay.delete(handling));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    breakNext: (method, path, fault) => {
      planned = { method, path, fault };
    },
    settled: async () => void (await Promise.all(onTheirWay)),
    forget: () => {
      planned = null;
    },
    forwarded,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
