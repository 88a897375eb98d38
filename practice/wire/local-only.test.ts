import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerLocalOnly, rejectionReason } from './local-only.ts';

describe('a loopback request', () => {
  it.each(['127.0.0.1:8080', '127.0.0.1', 'localhost:1', '[::1]:80', 'LOCALHOST'])(
    'a loopback request for %s gets an answer',
    host => {
      expect(rejectionReason({ headers: { host } })).toBeNull();
    },
  );

  it.each(['rebind.evil.example:8080', '127.0.0.1.evil.example', '127.evil.example', 'localhost.evil', '10.0.0.1', ''])(
    'a loopback request for the host %j fails',
    host => {
      expect(rejectionReason({ headers: { host } })).toContain('only to an address of this machine');
    },
  );

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'a loopback request of a browser fails: %j',
    headers => {
      expect(rejectionReason({ headers: { host: '127.0.0.1', ...headers } })).toContain('does not answer browsers');
    },
  );

  it('a loopback request without a host fails', () => {
    expect(rejectionReason({ headers: {} })).not.toBeNull();
  });
});

describe('a loopback server', () => {
  let server: Server;
  let heard: string[];

  beforeEach(async () => {
    heard = [];
    server = createServer((_request, response) => {
      heard.push('request');
      response.end('ok');
    });
    answerLocalOnly(server);
    server.on('upgrade', (_request, socket) => {
      heard.push('upgrade');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void server.close());

  const ask = (lines: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const socket = connect(address.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
      let text = '';
      socket.on('data', chunk => {
        text += chunk.toString('utf8');
      });
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
      socket.on('error', reject);
    });
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];

  it('answers this machine, by HTTP and by websocket', async () => {
    expect(await ask(['GET / HTTP/1.1', 'Host: 127.0.0.1:1', 'Connection: close'])).toBe('HTTP/1.1 200 OK');
    expect(await ask(['GET / HTTP/1.1', 'Host: 127.0.0.1:1', ...upgrade])).toContain('101');
    expect(heard).toEqual(['request', 'upgrade']);
  });

  it.each([
    ['Host: evil.example'],
    ['Host: evil.example', ...upgrade],
    ['Host: 127.0.0.1', 'Origin: https://evil.example'],
    ['Host: 127.0.0.1', 'Origin: https://evil.example', ...upgrade],
    ['Host: 127.0.0.1', 'Sec-Fetch-Site: cross-site'],
  ])('rejects %j', async (...lines) => {
    expect(await ask(['GET / HTTP/1.1', ...lines])).toBe('HTTP/1.1 403 Forbidden');
    expect(heard).toEqual([]);
  });
});
