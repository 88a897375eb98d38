import type { Page } from 'playwright-core';
import WebSocket from 'ws';
import { type Level2Data, symbol } from '#bench/book/book-deltas.ts';
import { parseOwn, textOf } from '#bench/own-json.ts';
import type { ChangeBatch, Change } from '../ladder-page.ts';
import type { ControlledSource } from '../venue/control.ts';

/** What Fathom's main process is to its page, as small as it can be: it parses and hands on. */
const frameMs = 1000 / 60;
export const topic = `/market/level2:${symbol}`;

const take = (page: Page, batch: ChangeBatch): Promise<void> =>
  page.evaluate(text => window.ladder?.take(text), JSON.stringify(batch)).catch(() => {}); // the page is closed

const changesOf = ({ changes: { bids, asks } }: Level2Data): Change[] => [
  ...bids.map(([price, size]): Change => [true, price, size]),
  ...asks.map(([price, size]): Change => [false, price, size]),
];

/** What becomes of an increment; settled when the page has it, if a caller waits for it. */
export type Post = (data: Level2Data) => Promise<void> | undefined;

/** Every message by itself. */
export const postEach =
  (page: Page): Post =>
  data =>
    take(page, { sequence: data.sequenceEnd, changes: changesOf(data) });

/** One post at a time and at most one a frame, the first at once. */
export function postBatches(page: Page): Post {
  let changes: Change[] = [];
  let sequence = 0;
  let [nextAtMs, isBusy, isPlanned] = [Number.NEGATIVE_INFINITY, false, false];
  const post = async (): Promise<void> => {
    isPlanned = false;
    const atMs = performance.now();
    nextAtMs = atMs - nextAtMs < frameMs ? nextAtMs + frameMs : atMs + frameMs;
    const batch = { sequence, changes };
    changes = [];
    isBusy = true;
    await take(page, batch);
    isBusy = false;
    if (changes.length > 0) plan();
  };
  const plan = (): void => {
    if (isPlanned || isBusy) return;
    isPlanned = true;
    const waitMs = nextAtMs - performance.now();
    if (waitMs > 0) setTimeout(() => void post(), waitMs);
    else setImmediate(() => void post());
  };
  return data => {
    changes.push(...changesOf(data));
    sequence = data.sequenceEnd;
    plan();
    return undefined;
  };
}

/**
 * A page that is so many posts behind gets no more until it has processed some: each post on its way is kilobytes in
 * this process, and on a busy machine they would grow to gigabytes. The source then waits, and the delivered rate says
 * so.
 */
const mostOnTheWay = 500;

function holdBack(socket: WebSocket, post: Post): (data: Level2Data) => void {
  let onTheWay = 0;
  const arrived = (): void => {
    onTheWay -= 1;
    if (onTheWay < mostOnTheWay && socket.isPaused) socket.resume();
  };
  return data => {
    const posted = post(data);
    if (posted === undefined) return;
    onTheWay += 1;
    void posted.then(arrived);
    if (onTheWay >= mostOnTheWay) socket.pause();
  };
}

interface FeedMessage {
  readonly type: string;
  readonly data: Level2Data;
}

interface FeedOptions {
  readonly source: ControlledSource;
  readonly post: Post;
}

/** Feeds a page; the source must rest meanwhile, so that the snapshot fits what follows. Answers how to stop. */
export async function feedPage(page: Page, { source, post }: FeedOptions): Promise<() => void> {
  const socket = new WebSocket(source.feedUrl, { perMessageDeflate: false });
  const subscribed = Promise.withResolvers<void>();
  const hear = holdBack(socket, post);
  socket.on('error', subscribed.reject);
  socket.on('message', text => {
    const { type, data } = parseOwn<FeedMessage>(textOf(text));
    if (type === 'welcome') socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic, response: true }));
    if (type === 'ack') subscribed.resolve();
    if (type === 'message') hear(data);
  });
  await subscribed.promise;
  await page.evaluate(snapshot => window.ladder?.load(snapshot), await source.snapshot());
  // frames under way to a page that closes are dropped
  return () => socket.terminate();
}
