import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostStatus } from '#shared/domain/link.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createQueryClient } from '../query-client.ts';
import { type FakeDesk, installFakeDesk } from '../testing/fake-desk.ts';
import { useRead } from '../use-read.ts';
import { retryAfterRecovery } from './retry-after-recovery.ts';

beforeEach(() => vi.useFakeTimers());
let undo = () => {};
afterEach(() => {
  undo();
  cleanup();
  vi.useRealTimers();
});

const down = () => fail('exchange-failed', 'HTTP 503');
const noAccounts = { items: [], asOfMs: 0, completeness: { kind: 'whole' } } as const;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Holdings() {
  const { error } = useRead('accounts.subHoldings', { profileId: 'p' });
  const accounts = useRead('accounts.subAccounts', { profileId: 'p' });
  return <p>{[error, accounts.error].map(each => each?.kind ?? 'fine').join(' ')}</p>;
}

function pushHost(desk: FakeDesk, venue: HostStatus['venue'], state: HostStatus['state']): void {
  const clock = { offsetMs: null, measuredAtMs: null, uncertaintyMs: null };
  const host = { venue, host: venue, state, lastOkAtMs: null, roundTripMs: null, lastError: null };
  desk.push('link.changed', { profileId: 'p', hosts: [host], clock, pools: [] });
}

async function failedReads() {
  const desk = installFakeDesk({ 'accounts.subHoldings': down, 'accounts.subAccounts': down });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Holdings />
    </QueryClientProvider>,
  );
  undo = retryAfterRecovery(client);
  await pass(5_000);
  pushHost(desk, 'spot', 'failing');
  return { desk, callsBefore: desk.calls.length };
}

const text = () => screen.getByText(/fine|exchange-failed/).textContent;

it('failed reads on the screen repeat at once, one after the other, when a host answers again', async () => {
  const { desk, callsBefore } = await failedReads();
  expect(text()).toBe('exchange-failed exchange-failed');
  desk.answer('accounts.subHoldings', () => succeed({ ...noAccounts, items: [] }));
  desk.answer('accounts.subAccounts', () => succeed({ ...noAccounts, items: [] }));
  pushHost(desk, 'spot', 'reachable');
  await pass(0);
  expect(desk.calls).toHaveLength(callsBefore + 1);
  await pass(400);
  expect(desk.calls).toHaveLength(callsBefore + 2);
  expect(text()).toBe('fine fine');
});

it('failed reads wait longer after each further failure, and only those that a connection error caused repeat', async () => {
  const { desk, callsBefore } = await failedReads();
  desk.answer('accounts.subAccounts', () => fail('permission', 'no right'));
  const recover = () => {
    pushHost(desk, 'spot', 'failing');
    pushHost(desk, 'spot', 'reachable');
  };
  for (let n = 0; n < 20; n += 1) {
    recover();
    await pass(500);
  }
  const asked = desk.calls.slice(callsBefore).map(({ name }) => name);
  expect(asked.filter(name => name === 'accounts.subAccounts')).toHaveLength(1);
  // at once, and 4 s after that; the next one would be 8 s later
  expect(asked.filter(name => name === 'accounts.subHoldings')).toHaveLength(2);
});
