import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AccountChange, WatchedAccounts } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { lookOf, tellLook, useWatched } from './overseen-watch.ts';
import { serveOverseen } from './testing/fake-overseen.ts';

afterEach(cleanup);

const lookAt = (atMs: number, amount: `${number}`): SeenAccounts => ({
  atMs,
  prices: {},
  accounts: { 1: { name: 'a', status: 2, access: null, remarks: null, coins: { USDT: amount }, futures: {} } },
});

const watchedAt = (last: SeenAccounts): WatchedAccounts => ({
  beganAtMs: last.atMs,
  closed: null,
  first: last,
  last,
  recent: [],
  changes: [],
  knownAtMs: {},
});

const jump: AccountChange = {
  userId: '1',
  name: 'a',
  kind: 'balance',
  before: '5',
  after: '7',
  coin: 'USDT',
  moved: '2',
  currency: 'USDT',
};
const changes = () => [jump];

it('the first look is told whole, a later one with what changed, and an equal one now and then', () => {
  const first = lookAt(1000, '5');
  expect(lookOf({ watched: null, now: first, changes })).toEqual({ ...first, changes: [] });
  const watched = watchedAt(first);
  expect(lookOf({ watched, now: first, changes })).toBeNull();
  expect(lookOf({ watched, now: lookAt(2000, '7'), changes })).toEqual({ ...lookAt(2000, '7'), changes: [jump] });
  expect(lookOf({ watched, now: lookAt(2000, '5'), changes })).toBeNull();
  expect(lookOf({ watched, now: lookAt(61_000, '5'), changes })).toMatchObject({ accounts: null, changes: [] });
  // the first look of a session is its baseline
  expect(lookOf({ watched: { ...watched, first: null }, now: lookAt(2000, '5'), changes })).toMatchObject({
    atMs: 2000,
  });
});

it('a look goes to main and into what is known here; what another window was first with is read again', async () => {
  const desk = installFakeDesk();
  const kept = serveOverseen(desk);
  const client = createQueryClient();
  const key = readKey('overseen.read', { profileId: 'p' });
  client.setQueryData(key, null);
  await tellLook(client, 'p', { watched: null, now: lookAt(1000, '5'), changes });
  const known = client.getQueryData<WatchedAccounts>(key);
  expect(known).toEqual(kept());
  expect(known?.first?.atMs).toBe(1000);
  // this window has not heard of it
  await tellLook(client, 'p', { watched: null, now: lookAt(2000, '7'), changes });
  expect(kept()?.last.atMs).toBe(1000);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  // the same look is not told twice, whoever shows it
  await tellLook(client, 'p', { watched: known ?? null, now: lookAt(2000, '7'), changes });
  expect(kept()?.changes).toEqual([]);
  await tellLook(client, 'p', { watched: known ?? null, now: lookAt(3000, '7'), changes });
  expect(kept()?.changes).toMatchObject([{ kind: 'balance', sinceMs: 1000, atMs: 3000 }]);
});

it('what another window saw is known here', async () => {
  const desk = installFakeDesk();
  serveOverseen(desk, watchedAt(lookAt(1000, '5')));
  const seen: (number | undefined)[] = [];
  const Watcher = () => {
    seen.push(useWatched('p')?.changes.length);
    return null;
  };
  renderPage(<Watcher />);
  await vi.waitFor(() => expect(seen.at(-1)).toBe(0));
  const look = { atMs: 2000, prices: {}, accounts: null, changes: [jump] };
  await vi.waitFor(() => {
    desk.push('overseen.changed', { profileId: 'p', look });
    expect(seen.at(-1)).toBe(1);
  });
});
