import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { type FakeDesk, installFakeDesk } from './testing/fake-desk.ts';
import { useWatch, useWatchFailure, useWatchVisibility } from './watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sets = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'watch.set').map(each => each.input);

function Trades({ profileId, symbol }: { readonly profileId: string; readonly symbol: string | null }) {
  useWatchVisibility();
  useWatch(profileId, symbol === null ? null : { kind: 'trades', venue: 'spot', symbol });
  return <p>{useWatchFailure()?.message ?? 'fine'}</p>;
}

it('a mounted reader is subscribed, changes are sent, and an unmounted one unsubscribed', async () => {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}) });
  const shown = render(<Trades profileId="p" symbol="BTC-USDT" />);
  await pass(20);
  shown.rerender(<Trades profileId="p" symbol="BTC-USDT" />);
  await pass(20);
  expect(sets(desk)).toEqual([
    { profileId: 'p', watches: [{ kind: 'trades', venue: 'spot', symbol: 'BTC-USDT' }], isRepeat: false },
  ]);
  shown.rerender(<Trades profileId="p" symbol={null} />);
  await pass(20);
  expect(sets(desk).at(-1)).toEqual({ profileId: 'p', watches: [], isRepeat: false });
});

it('a hidden window has no subscriptions', async () => {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}) });
  render(<Trades profileId="q" symbol="ETH-USDT" />);
  await pass(20);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(20);
  expect(sets(desk).at(-1)).toEqual({ profileId: 'q', watches: [], isRepeat: false });
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(20);
  expect(sets(desk).at(-1)).toMatchObject({ watches: [{ symbol: 'ETH-USDT' }] });
});

it('a rejection is shown in the panels and repeated; when accepted the message disappears', async () => {
  const desk = installFakeDesk({ 'watch.set': () => fail('not-found', 'This exchange has no feed.') });
  render(<Trades profileId="r" symbol="BTC-USDT" />);
  await pass(20);
  expect(screen.getByText('This exchange has no feed.')).toBeTruthy();
  desk.answer('watch.set', () => succeed({}));
  await pass(2100);
  expect(screen.getByText('fine')).toBeTruthy();
});
