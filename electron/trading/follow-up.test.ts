import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import type { LookupResult } from './trading-action.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { followUp, waitQuietly } from './follow-up.ts';

describe('the wait between two lookups', () => {
  it('ends at its time, at once when it is cancelled, and leaves no listener', async () => {
    const controller = new AbortController();
    await waitQuietlyNow(controller.signal);
    const waiting = waitQuietly(3_600_000, controller.signal);
    controller.abort();
    await waiting;
    await waitQuietly(3_600_000, controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

/** Looks up through these clients, which answer so, one after the other; at the end it is found. */
async function look(answers: readonly LookupResult<null>[], clients: readonly (ExchangeClient | null)[]) {
  const left = { answers: [...answers], clients: [...clients] };
  const asked: ExchangeClient[] = [];
  const found = await followUp<null>({
    action: {
      lookUp: client => {
        asked.push(client);
        return Promise.resolve(left.answers.shift() ?? { state: 'done', value: null, detail: 'there' });
      },
    },
    client: () => (left.clients.length > 1 ? left.clients.shift() : left.clients[0]) ?? null,
    wait: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  return { found, asked };
}

describe('the lookup of an action', () => {
  const closed = { state: 'closed', detail: 'closed' } as const;
  const [old, next] = [createFakeClient(), createFakeClient()];

  it('continues with the new client when the profile was closed during a read and opened again', async () => {
    const { found, asked } = await look([closed], [old, next]);
    expect(found).toMatchObject({ state: 'done' });
    expect(asked).toEqual([old, next]);
  });

  it('the lookup of an action is left to the next opening of the profile while it stays closed', async () => {
    expect((await look([closed], [old, null])).found).toEqual(closed);
    expect((await look([], [null])).found).toMatchObject({ state: 'closed' });
  });
});

/** The timer alone would let the process end, so something else keeps it up. */
async function waitQuietlyNow(signal: AbortSignal): Promise<void> {
  const keepUp = setInterval(() => {}, 1000);
  await waitQuietly(1, signal);
  clearInterval(keepUp);
}
