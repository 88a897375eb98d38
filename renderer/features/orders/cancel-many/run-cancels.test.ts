import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { CancelAnswer } from './cancel-progress.ts';
import { type SentCancel, runCancels, type RunCancelsOptions } from './run-cancels.ts';

const some = (count: number) => Array.from({ length: count }, (_, n) => buildOrder({ id: `o${n}` }));
const requested = succeed({ outcome: 'requested' } as const);

async function run(options: Partial<RunCancelsOptions> & Pick<RunCancelsOptions, 'orders'>) {
  const published: [string, CancelAnswer['kind']][] = [];
  const waits: number[] = [];
  await runCancels({
    send: () => Promise.resolve(requested),
    publish: ({ id }, { kind }) => published.push([id, kind]),
    isStopped: () => false,
    waitUntil: atMs => {
      waits.push(atMs);
      return Promise.resolve();
    },
    ...options,
  });
  return { waits, last: Object.fromEntries(published) };
}

it('every cancel is sent once, at most three at a time', async () => {
  const sent: string[] = [];
  let underWay = 0;
  let most = 0;
  const send = async ({ id }: { readonly id: string }): Promise<SentCancel> => {
    sent.push(id);
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    return requested;
  };
  const orders = some(8);
  const { last } = await run({ orders, send });
  expect(sent).toEqual(orders.map(({ id }) => id));
  expect(most).toBe(3);
  expect(new Set(Object.values(last))).toEqual(new Set(['requested']));
});

it('no order sends nothing', async () => {
  expect(await run({ orders: [] })).toEqual({ waits: [], last: {} });
});

it('each answer is kept, and a lost one is not sent again', async () => {
  const outcomes: Record<string, SentCancel> = {
    o0: succeed({ outcome: 'already-done' }),
    o1: fail('outcome-unknown', 'Lost.', { retryAtMs: 5 }),
    o2: fail('exchange-rejected', 'No.'),
    o3: fail('rate-limited', 'Too many, ever.'),
    o4: fail('rate-limited', 'Perhaps sent.', { retryAtMs: 5, isOutcomeUnknown: true }),
  };
  const { waits, last } = await run({
    orders: some(5),
    send: ({ id }) => Promise.resolve(outcomes[id] ?? requested),
  });
  expect(last).toEqual({ o0: 'already-done', o1: 'unknown', o2: 'refused', o3: 'refused', o4: 'unknown' });
  expect(waits).toEqual([]);
});

it('a delayed cancel waits for its stated time, with a limit', async () => {
  let tries = 0;
  const held = fail('rate-limited', 'Later.', { retryAtMs: 500 });
  const second = await run({
    orders: some(1),
    send: () => Promise.resolve((tries += 1) === 1 ? held : requested),
  });
  expect(second).toEqual({ waits: [500], last: { o0: 'requested' } });
  const never = await run({ orders: some(1), send: () => Promise.resolve(held) });
  expect(never).toEqual({ waits: [500, 500, 500, 500, 500], last: { o0: 'refused' } });
});

it('cancels are not sent after a stop, and the unsent ones are listed', async () => {
  let sent = 0;
  const { last } = await run({
    orders: some(5),
    send: () => {
      sent += 1;
      return Promise.resolve(requested);
    },
    isStopped: () => sent === 3,
  });
  expect(sent).toBe(3);
  expect(last).toMatchObject({ o0: 'requested', o3: 'not-sent', o4: 'not-sent' });
});
