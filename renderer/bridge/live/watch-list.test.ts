import { expect, it } from 'vitest';
import type { CallInput } from '#shared/contract.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import { createWatchList } from './watch-list.ts';

const book = (rows: number, step: Decimal | null = null, periodMs = 0): Watch => ({
  kind: 'book',
  venue: 'spot',
  symbol: 'BTC-USDT',
  rows,
  step,
  periodMs,
});
const trades: Watch = { kind: 'trades', venue: 'spot', symbol: 'BTC-USDT' };
const candles = (interval: '1min' | '1hour'): Watch => ({
  kind: 'candles',
  venue: 'spot',
  symbol: 'BTC-USDT',
  interval,
});

const account = (pace: 'panel' | 'glance' | 'passive'): Watch => ({ kind: 'account', list: 'spot.fills', pace });

function prepare() {
  const sent: CallInput<'watch.set'>[] = [];
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const world = { isHidden: false, isTaken: true };
  const list = createWatchList({
    send: wanted => {
      sent.push(wanted);
      return Promise.resolve(world.isTaken);
    },
    isHidden: () => world.isHidden,
    schedule: flush => frames.push(flush),
    later: flush => timers.push(flush),
  });
  const frame = async () => {
    for (const flush of frames.splice(0)) flush();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { list, sent, frame, frames, timers, world };
}

it('subscriptions of one frame are sent at once, each once', async () => {
  const { list, sent, frame, frames } = prepare();
  list.add('p', book(20));
  list.add('p', trades);
  list.add('p', trades);
  expect(frames).toHaveLength(1);
  await frame();
  expect(sent).toEqual([{ profileId: 'p', watches: [book(20), trades], isRepeat: false }]);
});

it('subscriptions of books that differ only in their interval use the shortest', async () => {
  const { list, sent, frame } = prepare();
  list.add('p', book(20, null, 100));
  const undo = list.add('p', book(100, null, 500));
  await frame();
  expect(sent.at(-1)?.watches).toEqual([book(100, null, 100)]);
  list.add('p', book(20, null, 0));
  await frame();
  expect(sent.at(-1)?.watches).toEqual([book(100, null, 0)]);
  undo();
  await frame();
  expect(sent.at(-1)?.watches).toEqual([book(20, null, 0)]);
});

it('subscriptions of books that differ only in rows use the longest; steps and intervals are separate', async () => {
  const { list, sent, frame } = prepare();
  for (const watch of [book(20), book(60), book(1), book(100, '10'), candles('1min'), candles('1hour')])
    list.add('p', watch);
  await frame();
  expect(sent[0]?.watches).toEqual([book(60), book(100, '10'), candles('1min'), candles('1hour')]);
});

it('a subscription ends once when its last reader leaves', async () => {
  const { list, sent, frame } = prepare();
  const first = list.add('p', trades);
  const second = list.add('p', trades);
  await frame();
  first();
  first();
  await frame();
  expect(sent).toHaveLength(1);
  second();
  await frame();
  expect(sent.at(-1)).toEqual({ profileId: 'p', watches: [], isRepeat: false });
});

it('a hidden window has no subscriptions, and sends all again when shown', async () => {
  const { list, sent, frame, world } = prepare();
  list.add('p', trades);
  await frame();
  world.isHidden = true;
  list.refresh();
  await frame();
  expect(sent.at(-1)?.watches).toEqual([]);
  world.isHidden = false;
  list.refresh();
  list.refresh();
  await frame();
  expect(sent.map(each => each.watches.length)).toEqual([1, 0, 1]);
});

it('another profile has only its shown subscriptions', async () => {
  const { list, sent, frame } = prepare();
  const undo = list.add('p', trades);
  await frame();
  list.add('q', book(20));
  undo();
  await frame();
  expect(sent.at(-1)).toEqual({ profileId: 'q', watches: [book(20)], isRepeat: false });
});

it('a rejected subscription list is sent again, unless a newer one was sent', async () => {
  const { list, sent, frame, timers, world } = prepare();
  world.isTaken = false;
  list.add('p', trades);
  await frame();
  expect(timers).toHaveLength(1);
  world.isTaken = true;
  timers.splice(0)[0]?.();
  await frame();
  expect(sent).toHaveLength(2);
  world.isTaken = false;
  list.add('p', book(20));
  await frame();
  world.isTaken = true;
  list.add('p', candles('1min'));
  await frame();
  const before = sent.length;
  timers.splice(0)[0]?.();
  await frame();
  expect(sent).toHaveLength(before);
});

it('subscriptions of one account list use the shortest interval', async () => {
  const { list, sent, frame } = prepare();
  list.add('p', account('passive'));
  const undo = list.add('p', account('panel'));
  list.add('p', account('glance'));
  list.add('p', { kind: 'account', list: 'positions', pace: 'glance' });
  await frame();
  expect(sent.at(-1)?.watches).toEqual([account('panel'), { kind: 'account', list: 'positions', pace: 'glance' }]);
  undo();
  await frame();
  expect(sent.at(-1)?.watches[0]).toEqual(account('glance'));
});

it('an accepted subscription list is repeated at an interval, until another one is sent or the window is hidden', async () => {
  const { list, sent, frame, timers, world } = prepare();
  const due = async () => {
    for (const flush of timers.splice(0)) flush();
    await frame();
  };
  list.add('p', trades);
  await frame();
  await due();
  await due();
  expect(sent.map(({ isRepeat }) => isRepeat)).toEqual([false, true, true]);
  list.add('p', book(20));
  await frame();
  // the repeat of the old list and of the new one
  expect(timers).toHaveLength(2);
  await due();
  expect(sent.slice(3)).toEqual([
    { profileId: 'p', watches: [trades, book(20)], isRepeat: false },
    { profileId: 'p', watches: [trades, book(20)], isRepeat: true },
  ]);
  world.isHidden = true;
  await due();
  expect(sent).toHaveLength(5);
  expect(timers).toHaveLength(0);
});

it('a repeat that main rejects is sent as new', async () => {
  const { list, sent, frame, timers, world } = prepare();
  list.add('p', trades);
  await frame();
  world.isTaken = false;
  for (let times = 0; times < 2; times += 1) {
    for (const flush of timers.splice(0)) flush();
    await frame();
  }
  expect(sent.map(({ isRepeat }) => isRepeat)).toEqual([false, true, false]);
});

it('watch list sends no list before the first subscription, and at most the number of topics that main accepts', async () => {
  const { list, sent, frame } = prepare();
  list.refresh();
  await frame();
  expect(sent).toEqual([]);
  for (let index = 0; index < 50; index += 1) list.add('p', { ...trades, symbol: `S${index}` });
  await frame();
  expect(sent[0]?.watches).toHaveLength(40);
});

it('an urgent subscription is sent at once, and not again with the frame', async () => {
  const { list, sent, frame } = prepare();
  list.add('p', book(20));
  list.flush();
  expect(sent).toEqual([{ profileId: 'p', watches: [book(20)], isRepeat: false }]);
  await frame();
  expect(sent).toHaveLength(1);
});
