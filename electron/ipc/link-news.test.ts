import { expect, it, vi } from 'vitest';
import type { LinkStatus } from '#shared/domain/link.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createLinkNews } from './link-news.ts';

interface Line {
  readonly state?: LinkStatus['hosts'][number]['state'];
  readonly waiting?: number;
  readonly isFrozen?: boolean;
}

const line = (remaining: number, { state = 'reachable', waiting = 0, isFrozen = false }: Line = {}): LinkStatus => ({
  profileId: 'p',
  hosts: [{ venue: 'spot', host: 'h', state, lastOkAtMs: remaining, roundTripMs: 2, lastError: null }],
  clock: { offsetMs: 0, measuredAtMs: 1, uncertaintyMs: 1 },
  pools: [{ pool: 'spot', limit: 4000, remaining, resetAtMs: null, waiting, isFrozen }],
});

function prepare() {
  const clock = createFakeClock();
  const publish = vi.fn<(link: LinkStatus) => void>();
  const news = createLinkNews(clock, publish);
  const reported = () => publish.mock.calls.map(([{ pools }]) => pools[0]?.remaining);
  return { clock, news, reported };
}

it('small changes of the connection are published at an interval, with the newest state', async () => {
  const { clock, news, reported } = prepare();
  for (let left = 100; left > 80; left -= 1) {
    news(line(left));
    await clock.pass(500);
  }
  await clock.pass(5000);
  expect(reported()).toEqual([100, 99, 96, 92, 88, 84, 81]);
});

it.each<[string, Line]>([
  ['a host that is reached no more', { state: 'failing' }],
  ['a pool that is closed', { isFrozen: true }],
  ['an act that waits', { waiting: 1 }],
])('%s is published at once, and so is its end', (_name, change) => {
  const { news, reported } = prepare();
  news(line(9));
  news(line(8, change));
  news(line(7, change));
  news(line(6));
  expect(reported()).toEqual([9, 8, 6]);
});
