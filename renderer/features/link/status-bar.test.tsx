import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LinkStatus } from '#shared/domain/link.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useMovements } from '#bridge/reference/use-movements.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { StatusBar } from './status-bar.tsx';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  // what leaves the screen is let go with the next frame
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
});

const link: LinkStatus = {
  profileId: 'p',
  hosts: [
    { venue: 'spot', host: 'api.example', state: 'reachable', lastOkAtMs: 999_900, roundTripMs: 31, lastError: null },
    {
      venue: 'futures',
      host: 'f.example',
      state: 'failing',
      lastOkAtMs: 900_000,
      roundTripMs: 40,
      lastError: 'refused',
    },
  ],
  clock: { offsetMs: -12, measuredAtMs: 999_000, uncertaintyMs: 2 },
  pools: [{ pool: 'public', limit: 2000, remaining: 500, resetAtMs: 1_010_000, waiting: 3, isFrozen: false }],
};

/** How far a market moves in a day is known out of weeks of hours, asked for every ten minutes. */
function Movements() {
  return <p>{useMovements('p', [{ venue: 'spot', symbol: 'ETH-USDT' }]).size} movements</p>;
}

function Positions() {
  return <p>{useAccountList('p', 'positions').data?.length} positions</p>;
}

async function open(more: ReactNode = null): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'app.info': always({ version: '0.1.0', shell: 'chromium', isHeadless: false, dataDir: '/data', notices: [] }),
    'link.read': always(link),
    'intents.list': always([]),
    'candles.history': always([]),
  });
  const account = serveAccount(desk, {});
  account.publish('positions', [], { feed: 'polled', intervalMs: 2000, asOfMs: Date.now() });
  renderPage(
    <>
      {more}
      <Positions />
      <StatusBar profileId="p" />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(540));
  return desk;
}
const text = () => screen.getByRole('contentinfo', { name: 'Status' }).textContent;

it('status bar shows hosts, clock, pools, the oldest data and the program', async () => {
  await open();
  for (const part of ['api.example31 ms', 'f.exampleno answer', '−12 ms', 'chromium0.1.0', 'oldest data< 10 s'])
    expect(text()).toContain(part);
  expect(screen.getByRole('meter', { name: 'public pool spent' }).getAttribute('aria-valuenow')).toBe('75');
  expect(text()).toContain('3 waiting');
});

const story = () => screen.getByRole('tooltip').textContent;
const anchorOf = (part: string) => screen.getByText(part).closest('.tooltip-anchor') ?? document.body;

it('status bar shows the details of a focused item, and updates them', async () => {
  await open();
  fireEvent.mouseEnter(anchorOf('api.example'));
  expect(story()).toContain('last answer 0.1 s ago');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(story()).toContain('last answer 5.1 s ago');
  fireEvent.mouseLeave(anchorOf('api.example'));
  fireEvent.mouseEnter(anchorOf('P'));
  expect(story()).toContain('500 of 2,000 left');
});

const spentOfPublic = () => screen.getByRole('meter', { name: 'public pool spent' }).getAttribute('aria-valuenow');

it('status bar shows a pool whose window has ended as full', async () => {
  await open();
  await act(() => vi.advanceTimersByTimeAsync(9000));
  expect(spentOfPublic()).toBe('75');
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(spentOfPublic()).toBe('0');
});

it('status bar replaces the first answer by a push, but not by one of another profile', async () => {
  const desk = await open();
  const clock = { offsetMs: 250, measuredAtMs: 1, uncertaintyMs: 1 };
  act(() => desk.push('link.changed', { ...link, profileId: 'other', clock: { ...clock, offsetMs: 999 } }));
  expect(text()).toContain('−12 ms');
  act(() => desk.push('link.changed', { ...link, clock }));
  expect(text()).toContain('+250 ms');
});

it('status bar never hides actions of unknown outcome', async () => {
  const desk = await open();
  expect(screen.queryByRole('alert')).toBeNull();
  const intent = buildIntent({ state: 'unknown' });
  desk.answer('intents.list', always([intent, { ...intent, id: 'j', state: 'acknowledged' }]));
  await act(() => vi.advanceTimersByTimeAsync(30_100));
  expect(screen.getByRole('alert').textContent).toBe('1 action with unknown outcome');
});

it('status bar shows in words that the oldest data is delayed and stale when main stops publishing a list', async () => {
  await open();
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(text()).toContain('oldest data late');
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(text()).toContain('oldest data stale');
});

it('status bar does not count weekly hours as old data', async () => {
  const desk = await open(<Movements />);
  expect(desk.calls.map(({ name }) => name)).toContain('candles.history');
  await act(() => vi.advanceTimersByTimeAsync(119_000));
  fireEvent.focus(screen.getByText('oldest data stale'));
  expect(story()).toMatch(/^positions: .*$/);
});
