import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AccountChange, WatchedAccounts } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccounts } from '#shared/domain/account/oversight.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { snapshotToPublish, publishSnapshot, useWatched } from './overseen-watch.ts';
import { serveOverseen } from './testing/fake-overseen.ts';

afterEach(cleanup);

const buildSnapshot = (atMs: number, amount: `${number}`): SeenAccounts => ({
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

it('first snapshot is sent whole, a later one with its changes, and an equal one at an interval', () => {
  const first = buildSnapshot(1000, '5');
  expect(snapshotToPublish({ watched: null, now: first, changes })).toEqual({ ...first, changes: [] });
  const watched = watchedAt(first);
  expect(snapshotToPublish({ watched, now: first, changes })).toBeNull();
  expect(snapshotToPublish({ watched, now: buildSnapshot(2000, '7'), changes })).toEqual({
    ...buildSnapshot(2000, '7'),
    changes: [jump],
  });
  expect(snapshotToPublish({ watched, now: buildSnapshot(2000, '5'), changes })).toBeNull();
  expect(snapshotToPublish({ watched, now: buildSnapshot(61_000, '5'), changes })).toMatchObject({
    accounts: null,
    changes: [],
  });
  // the first look of a session is its baseline
  expect(
    snapshotToPublish({ watched: { ...watched, first: null }, now: buildSnapshot(2000, '5'), changes }),
  ).toMatchObject({
    atMs: 2000,
  });
});

it('a snapshot is sent to main and stored here; one that another window sent first is read again', async () => {
  const desk = installFakeDesk();
  const kept = serveOverseen(desk);
  const client = createQueryClient();
  const key = readKey('overseen.read', { profileId: 'p' });
  client.setQueryData(key, null);
  await publishSnapshot(client, 'p', { watched: null, now: buildSnapshot(1000, '5'), changes });
  const known = client.getQueryData<WatchedAccounts>(key);
  expect(known).toEqual(kept());
  expect(known?.first?.atMs).toBe(1000);
  // this window has not heard of it
  await publishSnapshot(client, 'p', { watched: null, now: buildSnapshot(2000, '7'), changes });
  expect(kept()?.last.atMs).toBe(1000);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  // the same snapshot is not sent twice, by any reader
  await publishSnapshot(client, 'p', { watched: known ?? null, now: buildSnapshot(2000, '7'), changes });
  expect(kept()?.changes).toEqual([]);
  await publishSnapshot(client, 'p', { watched: known ?? null, now: buildSnapshot(3000, '7'), changes });
  expect(kept()?.changes).toMatchObject([{ kind: 'balance', sinceMs: 1000, atMs: 3000 }]);
});

it('a snapshot of another window is known here', async () => {
  const desk = installFakeDesk();
  serveOverseen(desk, watchedAt(buildSnapshot(1000, '5')));
  const seen: (number | undefined)[] = [];
  const Watcher = () => {
    seen.push(useWatched('p')?.changes.length);
    return null;
  };
  renderPage(<Watcher />);
  await vi.waitFor(() => expect(seen.at(-1)).toBe(0), { timeout: 20_000 });
  const look = { atMs: 2000, prices: {}, accounts: null, changes: [jump] };
  await vi.waitFor(
    () => {
      desk.push('overseen.changed', { profileId: 'p', look });
      expect(seen.at(-1)).toBe(1);
    },
    { timeout: 20_000 },
  );
});
