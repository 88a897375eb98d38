import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '#practice/http/endpoint-table.ts';
import { dialects } from '#practice/http/endpoint/dialect.ts';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';

const names = ['document', 'live'] as const;

/** Parameters of the path as an id would be. */
const targetOf = (path: string) => path.replaceAll(/:\w+/g, '0123456789abcdef01234567');

describe.each(names)('the rights of the futures port, dialect %s', name => {
  let service: FuturesService;
  beforeAll(async () => {
    service = await openFuturesService(name);
  });
  afterAll(() => service.server.close());

  const signed = endpointsOf('futures', dialects[name]).filter(endpoint => endpoint.permission !== 'public');
  const rows = signed.map(({ method, path, permission }) => ({ method, path, permission }));

  it.each(rows.filter(row => row.permission === 'Futures'))('$method $path needs the right Futures', async row => {
    const target = targetOf(row.path);
    const reply = await service.call(`${row.method} ${target}`, { key: 'viewer' });
    expect([reply.status, reply.json]).toMatchObject([403, { code: '400007' }]);
  });

  it.each(rows.filter(row => row.permission === 'General'))('$method $path needs no right', async row => {
    const target = targetOf(row.path);
    const reply = await service.call(`${row.method} ${target}`, { key: 'viewer' });
    expect(reply.status).not.toBe(403);
  });

  it('require the trading right for every change in the live dialect', () => {
    const free = signed.filter(({ method, permission }) => method !== 'GET' && permission === 'General');
    const bullet = 'POST /api/v1/bullet-private';
    const deposit = 'POST /api/v1/position/margin/deposit-margin';
    const expected = name === 'live' ? [bullet] : [bullet, deposit];
    expect(free.map(({ method, path }) => `${method} ${path}`)).toEqual(expected);
  });
});
