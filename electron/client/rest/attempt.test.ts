import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeExchange, json, systemError, type Answering } from '../testing/fake-exchange.ts';
import { prepareRequest } from '../wire/request.ts';
import { createRequestAttempts } from './attempt.ts';
import { createEndpointHealths } from './endpoint-health.ts';
import { createHosts } from './hosts.ts';

const origins = { spot: 'https://spot.example', futures: 'https://futures.example' };

const ignore = () => {};

function createAttempts(answer: Answering = () => json([])) {
  const time = createFakeClock();
  const exchange = createFakeExchange(() => time.nowMs(), answer);
  /** what became of the grant of the budget */
  const grants: string[] = [];
  const hosts = createHosts({ origins, nowMs: time.nowMs, onChange: () => {} });
  const healths = createEndpointHealths(time);
  const attempts = createRequestAttempts({
    origins,
    hosts,
    healths,
    budget: {
      acquire: () =>
        Promise.resolve(
          succeed({
            answered: () => void grants.push('answered'),
            unsent: () => void grants.push('unsent'),
            lost: () => void grants.push('lost'),
          }),
        ),
      freeze: ignore,
      status: () => [],
    },
    http: { ...time, fetch: exchange.fetch },
    turns: { wait: () => Promise.resolve(), runUrgent: work => work() },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const caller = new AbortController();
  const send = (wireTarget?: string, authorise = () => Promise.resolve(succeed({}))) => {
    const prepared = prepareRequest({ endpoint: 'spot.orders', query: {} });
    if (!prepared.ok) throw new Error(prepared.error.message);
    const { value } = prepared;
    return attempts.sendOnce({
      prepared: { ...value, wireTarget: wireTarget ?? value.wireTarget },
      priority: 'action',
      signal: caller.signal,
      authorise,
    });
  };
  return { send, exchange, grants, caller, hosts, healths };
}

const endpoint = 'GET /api/v1/orders';

describe('an address', () => {
  it.each([
    '@evil.example/api',
    '.evil.example/api',
    ':99999/api',
    '/api/../orders',
    '/api/v1/a b',
    "/api?a='",
    '/api#x',
  ])('an address that differs from the signed one is not requested: %s', async wireTarget => {
    const { send, exchange, grants } = createAttempts();
    expect(await send(wireTarget)).toMatchObject({
      result: fail('invalid-request', 'This request has no valid address.', { endpoint }),
      next: 'done',
      isExchangeVoice: false,
      outcome: null,
    });
    expect([exchange.seen.length, grants]).toEqual([0, ['unsent']]);
  });
});

describe('the report to the budget', () => {
  it.each([
    ['answered', () => json([])],
    ['unsent', () => systemError('ECONNREFUSED', 'connect')],
    ['lost', () => systemError('ECONNRESET')],
  ] as const)('states that the request was %s', async (word, answer) => {
    const { send, grants } = createAttempts(answer);
    await send();
    expect(grants).toEqual([word]);
  });

  it('states that nothing was sent for a caller that left before the signature', async () => {
    const { send, exchange, grants, caller } = createAttempts();
    const attempt = await send(undefined, () => {
      caller.abort();
      return Promise.resolve(succeed({}));
    });
    expect(attempt.result).toEqual(fail('closed', 'The request was abandoned before it was sent.', { endpoint }));
    expect([exchange.seen.length, grants]).toEqual([0, ['unsent']]);
  });
});

describe('the health of a host', () => {
  it('a host is not failing after a caller left', async () => {
    const { send, caller, hosts } = createAttempts(() => {
      caller.abort();
      return Promise.withResolvers<Response>().promise;
    });
    expect(await send()).toMatchObject({ result: { error: { kind: 'closed' } }, next: 'done' });
    expect(hosts.status()[0]).toMatchObject({ state: 'unknown', lastError: null });
  });

  it('a host is failing when a page of another server answers', async () => {
    const { send, hosts } = createAttempts(() => json('<html></html>', 502));
    await send();
    expect(hosts.status()[0]).toMatchObject({ state: 'failing', lastOkAtMs: null });
  });
});

it('a request asks for JSON, and states a content type only with a body', async () => {
  const { send, exchange } = createAttempts();
  await send();
  expect([...(exchange.seen[0]?.headers ?? [])]).toEqual([['accept', 'application/json']]);
});

const rejection =
  (code: string, status = 400) =>
  () =>
    json({ code, msg: 'no' }, status);

describe('the health of an endpoint during an attempt', () => {
  it.each([
    ['data', () => json({ code: '200000', data: [] }), 1, 0],
    ['a rejection by the exchange', rejection('200004'), 1, 0],
    ['a key without the right', rejection('400007', 403), 0, 1],
    ['a broken line', () => systemError('ECONNRESET'), 0, 1],
    ['a 503 that is not the exchange', () => json('<html>', 503), 0, 1],
  ] as const)('%s', async (_what, answer, answers, errors) => {
    const { send, healths } = createAttempts(answer);
    await send();
    expect(healths.report()).toMatchObject([{ label: endpoint, answers, errors, weightAMinute: 2 }]);
  });

  it('counts an abandoned request as neither success nor failure', async () => {
    const { send, healths, caller } = createAttempts(() => new Promise(() => undefined));
    const sending = send();
    caller.abort();
    await sending;
    expect(healths.report()).toMatchObject([{ answers: 0, errors: 0 }]);
  });
});
