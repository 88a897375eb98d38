import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { succeed } from '#shared/errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { useContracts } from '#bridge/reference/use-contracts.ts';
import { useReadFeed } from '#bridge/live/use-feeds.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useRead } from '#bridge/use-read.ts';
import { FeedsItem } from './feeds-item.tsx';
import { useLiveReads } from './use-live-reads.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const trades = (change: Partial<TopicStatus> = {}) => buildTopicStatus({ lastMessageAtMs: 999_000, ...change });
const balances = (change: Partial<TopicStatus> = {}) =>
  trades({ serves: { kind: 'balances', symbol: null, interval: null }, label: 'balances', ...change });
const input = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT' } as const;
const contractRows = [{ venue: 'futures', symbol: 'XBTUSDTM' } as const];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Feed() {
  const feed = useReadFeed('trades.recent', input);
  return <p data-testid="feed">{`${feed?.state} ${feed?.detail}`}</p>;
}
function Reads() {
  useRead('trades.recent', input);
  useRead('accounts.subHoldings', { profileId: 'p' });
  useRead('symbols.list', { profileId: 'p' });
  useRead('intents.list', { profileId: 'p' });
  useContracts('p', contractRows);
  return (
    <ul>
      {useLiveReads()
        .map(each => [each.name, each.updatedAtMs, each.intervalMs].join(' '))
        .join(', ')}
    </ul>
  );
}

function Count() {
  return <p data-testid="reads">{useLiveReads().length}</p>;
}

async function open(topics: TopicStatus[], content = <Feed />) {
  const desk = installFakeDesk({
    'feeds.read': () => succeed(topics),
    'trades.recent': () => succeed([]),
    'symbols.list': () => succeed([]),
    'intents.list': () => succeed([]),
    'contracts.read': () => succeed(buildFuturesContract()),
    'accounts.subHoldings': () => new Promise(() => undefined),
  });
  const client = createQueryClient();
  renderPage(
    <>
      <FeedsItem profileId="p" />
      {content}
    </>,
    client,
  );
  await pass(10);
  const push = async (next: TopicStatus[], profileId = 'p') => {
    client.setQueryData(readKey('feeds.read', { profileId }), next);
    await pass(10);
  };
  return { desk, push };
}
const item = () => document.querySelector('.status-item');

it('feeds item shows all feeds in the status bar and each of them on hover, also by keyboard', async () => {
  const { push } = await open([trades(), balances()]);
  expect(item()?.textContent).toBe('feeds2 live');
  expect(item()?.querySelector('.status-light-good')).not.toBeNull();
  fireEvent.focus(document.querySelector('.tooltip-anchor') ?? document.body);
  expect(screen.getByRole('tooltip').textContent).toContain('spot trades BTC-USDT: live, heard 1.0 s ago');
  await push([trades({ state: 'stale', detail: 'No message for 40 s.' }), balances()]);
  expect(item()?.textContent).toBe('feeds1 live, 1 stale');
  expect(item()?.querySelector('.status-light-bad')).not.toBeNull();
  expect(screen.getByRole('tooltip').textContent).toContain('No message for 40 s.');
});

it('feed ages grow without a push', async () => {
  await open([trades()]);
  fireEvent.mouseEnter(document.querySelector('.tooltip-anchor') ?? document.body);
  await pass(5000);
  expect(screen.getByRole('tooltip').textContent).toContain('heard 6.0 s ago');
});

it('a panel shows the feed of its read, and draws again only when that changes', async () => {
  let drawn = 0;
  const count = () => void (drawn += 1);
  const counted = (
    <Profiler id="feed" onRender={count}>
      <Feed />
    </Profiler>
  );
  const { push } = await open([trades()], counted);
  expect(screen.getByTestId('feed').textContent).toBe('live null');
  const before = drawn;
  await push([trades({ lastMessageAtMs: 999_900 }), balances({ state: 'dead' })]);
  expect(drawn).toBe(before);
  await push([trades({ state: 'dead', detail: '403: login is required' })]);
  expect(screen.getByTestId('feed').textContent).toBe('polled 403: login is required');
  expect(drawn).toBeGreaterThan(before);
});

it('feeds of another profile do not affect this one', async () => {
  const { push } = await open([trades({ state: 'syncing' })]);
  await push([trades()], 'other');
  expect(screen.getByTestId('feed').textContent).toBe('polled The feed is being set up.');
});

it('a panel that reads its feed does not query main; the status bar does', async () => {
  const desk = installFakeDesk({ 'feeds.read': () => succeed([trades()]) });
  renderPage(<Feed />);
  await pass(30_000);
  expect(desk.calls).toEqual([]);
  expect(screen.getByTestId('feed').textContent).toBe('polled There is no feed for it now.');
});

it('oldest data counts the repeated reads on the screen, the oldest first', async () => {
  await open([], <Reads />);
  await pass(5100);
  // what never came is oldest; what is read once (terms of contracts are), or comes from Fathom itself, does not age
  expect(screen.getByRole('list').textContent).toMatch(
    /^accounts\.subHoldings 0 40000, trades\.recent 10050\d\d 5000$/,
  );
});

function SlowReads() {
  useRead('trades.recent', input, { intervalMs: 120_000 });
  useRead('accounts.subHoldings', { profileId: 'p' }, { intervalMs: 1_800_000 });
  useRead('symbols.list', { profileId: 'p' }, { intervalMs: null });
  return (
    <p data-testid="reads">
      {useLiveReads()
        .map(each => `${each.name} ${each.intervalMs}`)
        .join(', ')}
    </p>
  );
}

it('oldest data counts each read at the interval of its panel, and no single read', async () => {
  await open([], <SlowReads />);
  await pass(300_000);
  expect(screen.getByTestId('reads').textContent).toBe('trades.recent 120000');
});

it('oldest data counts a live list at the interval of its check', async () => {
  const { push } = await open([trades()], <Reads />);
  expect(screen.getByRole('list').textContent).toContain(' 60000');
  await push([trades({ state: 'stale' })]);
  await pass(5100);
  expect(screen.getByRole('list').textContent).toContain(' 5000');
});

function Trades() {
  return <p>{useRead('trades.recent', input).data?.length}</p>;
}

const screenWith = (panel: ReactNode) => (
  <>
    {panel}
    <Count />
  </>
);

it('oldest data does not count a read whose panel is hidden', async () => {
  installFakeDesk({ 'trades.recent': () => succeed([]) });
  const shown = renderPage(screenWith(<Trades />));
  await pass(10);
  expect(screen.getByTestId('reads').textContent).toBe('1');
  shown.rerender(screenWith(null));
  await pass(10);
  expect(screen.getByTestId('reads').textContent).toBe('0');
});

it('oldest data is empty without a read on the screen', async () => {
  await open([trades()], <Count />);
  expect(screen.getByTestId('reads').textContent).toBe('0');
});
