import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { fail, succeed } from '#shared/errors.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { useViewSettings } from './use-view-settings.ts';

const settings = buildViewSettings({ favourites: ['futures:XBTUSDTM'] });
const beginning = useUiStore.getInitialState();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useUiStore.setState(beginning);
});

function Window() {
  return <p>{useViewSettings() ? 'drawn' : 'waiting'}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const kept = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'viewSettings.save').map(each => each.input);

async function open(desk: FakeDesk): Promise<FakeDesk> {
  render(
    <>
      <Window />
      <Toaster />
    </>,
  );
  await pass(0);
  // what keeps comes after the book
  await import('./follow-view-settings.ts');
  await pass(0);
  return desk;
}

it('window waits for the last view settings and restores them', async () => {
  const answer = Promise.withResolvers<void>();
  const desk = installFakeDesk({ 'viewSettings.read': () => answer.promise.then(() => succeed(settings)) });
  await open(desk);
  expect(screen.getByText('waiting')).toBeTruthy();
  answer.resolve();
  await pass(0);
  expect(screen.getByText('drawn')).toBeTruthy();
  expect(useUiStore.getState()).toMatchObject(settings);
  await pass(5000);
  expect(kept(desk)).toEqual([]);
});

it('window stores changes, the last of many at once, without pressed or open states', async () => {
  const desk = await open(
    installFakeDesk({ 'viewSettings.read': () => succeed(settings), 'viewSettings.save': () => succeed({}) }),
  );
  const actions = useUiStore.getState();
  actions.showSheet('profiles');
  actions.pickLevel({ symbol: 'ETH-USDT', side: 'bid', price: '1' });
  await pass(5000);
  expect(kept(desk)).toEqual([]);
  for (const symbol of ['SOL-USDT', 'XRP-USDT', 'KCS-USDT']) actions.selectMarket(spotMarket(symbol));
  await pass(5000);
  expect(kept(desk)).toEqual([
    { ...settings, symbol: 'SOL-USDT' },
    { ...settings, symbol: 'KCS-USDT' },
  ]);
});

it('window shows changes of another window and does not store them again, in any sequence of reports', async () => {
  const desk = await open(
    installFakeDesk({ 'viewSettings.read': () => succeed(settings), 'viewSettings.save': () => succeed({}) }),
  );
  const published = { ...settings, directions: 'blue-orange', bookPlace: { height: 63, width: 29, top: 0, left: 16 } };
  act(() =>
    desk.push('viewSettings.changed', ViewSettings.parse(Object.fromEntries(Object.entries(published).toReversed()))),
  );
  act(() => desk.push('viewSettings.changed', ViewSettings.parse({ ...published, hasMilliseconds: true })));
  await pass(5000);
  expect(useUiStore.getState()).toMatchObject({ directions: 'blue-orange', hasMilliseconds: true });
  expect(kept(desk)).toEqual([]);
});

it('window opens when nothing can be read, and reports once that nothing is stored', async () => {
  const desk = installFakeDesk({ 'viewSettings.save': () => fail('storage', 'The disk is full.') });
  await open(desk);
  expect(screen.getByText('drawn')).toBeTruthy();
  useUiStore.getState().toggleTheme();
  await pass(2000);
  useUiStore.getState().toggleTheme();
  await pass(2000);
  expect(kept(desk)).toHaveLength(2);
  expect(screen.getAllByText('View settings could not be saved: The disk is full.')).toHaveLength(1);
});
