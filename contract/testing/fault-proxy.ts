import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** What happens to the next request that matches: before the exchange has read it, or after it has acted on it. */
export type Fault = 'reset-before' | 'reset-after' | 'html-after' | 'truncated-after' | 'status-after' | 'silent-after';

export interface FaultProxy {
  readonly url: string;
  /** breaks the next request with this method whose path contains the text; the ones after it pass */
  readonly breakNext: (method: string, path: string, fault: Fault) => void;
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
    case null:
      response.writeHead(message.statusCode ?? 500, message.headers).end(body);
  }
}

/** Stands between client and exchange on loopback and breaks what it is told to break. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const forwarded: string[] = [];
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
    forwarded.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    answer(response, fault, await forward(new URL(target), incoming, body));
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
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
    forwarded,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
