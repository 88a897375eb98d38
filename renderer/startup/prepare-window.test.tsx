import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { latestBook } from '#bridge/live/books.ts';
import { endDeferral, isDeferring, startDeferral } from '#bridge/reads/deferral.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useBookHost } from './book-host.ts';
import { useUiStore } from '#state/ui-store.ts';
import { App } from '#app/app.tsx';
import { prepareWindow } from './prepare-window.ts';
import { Providers } from '#app/providers.tsx';
import { readViewSettings } from '#app/settings/view-settings.ts';

const profile = buildProfile();
const profiles = { profiles: [profile], activeId: profile.id };
const settings = buildViewSettings({
  bookSteps: { 'ETH-USDT': '10' },
  isBookInQuote: false,
  isBookCumulative: true,
  theme: 'dark',
  density: 'medium',
});
const key = { profileId: profile.id, venue: 'spot', symbol: 'ETH-USDT', step: '10' } as const;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 360));
  startDeferral();
});
afterEach(() => {
  endDeferral();
  cleanup();
  vi.restoreAllMocks();
  useUiStore.setState(useUiStore.getInitialState());
  useBookHost.setState({ isPlaced: true });
});

it('prepare window requests the last viewed book, and draws the window with it first', async () => {
  const desk = installFakeDesk({
    'profiles.list': always(profiles),
    'viewSettings.read': always(settings),
    'watch.set': always({}),
  });
  const client = createQueryClient();
  // its patience is real time, and a busy machine may need longer for the first answer
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const prepared = await prepareWindow(client, readViewSettings);
  vi.useRealTimers();
  expect(desk.calls.map(({ name }) => name)).toEqual(['profiles.list', 'viewSettings.read', 'watch.set']);
  expect(desk.calls.at(-1)?.input).toMatchObject({
    profileId: profile.id,
    watches: [{ kind: 'book', venue: 'spot', symbol: 'ETH-USDT', step: '10' }],
  });
  desk.push(
    'book.changed',
    wholeMessage({ ...buildLiveBook(), profileId: profile.id, symbol: 'ETH-USDT', step: '10' }),
  );
  render(
    <Providers client={client}>
      <App {...prepared} />
    </Providers>,
  );
  expect(screen.getByRole('table', { name: 'Bids' })).toBeTruthy();
  // nothing that the first book does not need was asked before it
  expect(desk.calls.map(({ name }) => name).filter(name => name !== 'watch.set')).toHaveLength(2);
});

it('prepare window drops the early book when its panel has taken over', async () => {
  const desk = installFakeDesk({
    'profiles.list': always(profiles),
    'viewSettings.read': always(settings),
    'watch.set': always({}),
  });
  await prepareWindow(createQueryClient(), readViewSettings);
  desk.push(
    'book.changed',
    wholeMessage({ ...buildLiveBook(), profileId: profile.id, symbol: 'ETH-USDT', step: '10' }),
  );
  expect(latestBook(key)).toBeDefined();
  endDeferral();
  await vi.waitFor(() => expect(latestBook(key)).toBeUndefined(), { timeout: 20_000 });
});

/** An exchange that is ready only after the window has been drawn. */
async function prepareBeforeAnswers() {
  const late = Promise.withResolvers<void>();
  const desk = installFakeDesk({ 'viewSettings.read': always(settings), 'watch.set': always({}) });
  desk.answer('profiles.list', async () => {
    await late.promise;
    return succeed(profiles);
  });
  expect(await prepareWindow(createQueryClient(), readViewSettings)).toEqual({ hasViewSettings: false });
  return { desk, answer: late.resolve };
}

it('prepare window waits for no book when the last workspace has none', async () => {
  const bookPlace = { left: 0, top: 0, width: 0, height: 0 };
  const desk = installFakeDesk({
    'profiles.list': always(profiles),
    'viewSettings.read': always({ ...settings, bookPlace }),
    'watch.set': always({}),
  });
  await prepareWindow(createQueryClient(), readViewSettings);
  expect(desk.calls.map(({ name }) => name)).toEqual(['profiles.list', 'viewSettings.read']);
  expect(useBookHost.getState().isPlaced).toBe(false);
  expect(isDeferring()).toBe(false);
});

it('prepare window requests the book as soon as late answers arrive', async () => {
  const { desk, answer } = await prepareBeforeAnswers();
  answer();
  await vi.waitFor(
    () =>
      expect(desk.calls.at(-1)).toMatchObject({
        name: 'watch.set',
        input: { watches: [{ kind: 'book', symbol: 'ETH-USDT', step: '10' }] },
      }),
    { timeout: 20_000 },
  );
});

it('prepare window leaves the book to its panel when the wait ended before the answers', async () => {
  const { desk, answer } = await prepareBeforeAnswers();
  endDeferral();
  answer();
  await vi.waitFor(() => expect(useUiStore.getState().symbol).toBe('ETH-USDT'), { timeout: 20_000 });
  expect(JSON.stringify(desk.calls)).not.toContain('"book"');
});

it('prepare window leaves failed and slow steps to the window', async () => {
  const desk = installFakeDesk({ 'profiles.list': () => fail('storage', 'The data folder cannot be read.') });
  desk.answer('viewSettings.read', () => succeed(settings));
  expect(await prepareWindow(createQueryClient(), readViewSettings)).toEqual({ hasViewSettings: false });
  desk.answer('profiles.list', () => new Promise(() => undefined));
  expect(await prepareWindow(createQueryClient(), readViewSettings)).toEqual({ hasViewSettings: false });
  expect(useUiStore.getState().symbol).not.toBe('ETH-USDT');
});
