import type { Page } from 'playwright-core';
import WebSocket from 'ws';
import { type Level2Data, symbol } from '#bench/book/book-deltas.ts';
import type { Change } from '#bench/flood/ladder-page.ts';
import type { WalkSnapshot } from '#bench/flood/venue/walk.ts';
import { ask, parseOwn, textOf } from '#bench/own-json.ts';
import type { MarketChanges } from './changes.ts';

/** The market that Fathom's window shows at first, for a page that is not Fathom's: book, trades and all tickers of spot. */
const topics = [`/market/level2:${symbol}`, `/market/match:${symbol}`, '/market/ticker:all'];
const frameMs = 1000 / 60;

interface Server {
  readonly data: { readonly token: string; readonly instanceServers: readonly { readonly endpoint: string }[] };
}

interface Frame {
  readonly type: string;
  readonly topic?: string;
  readonly subject?: string;
  readonly data: unknown;
}

interface Trade {
  readonly price: string;
  readonly size: string;
}

export interface MarketFeed {
  /** changes since the feed began */
  readonly count: () => number;
  readonly stop: () => void;
}

const sideOf = (levels: Level2Data['changes']['bids'], isBid: boolean): Change[] =>
  levels.map(([price, size]): Change => [isBid, price, size]);

/** Applies a frame of the feed; returns how many changes it contained. */
function gather(changes: MarketChanges, { topic = '', subject = '', data }: Frame): number {
  if (topic.startsWith('/market/level2')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the practice exchange sends on this topic
    const { bids, asks } = (data as Level2Data).changes;
    const levels = [...sideOf(bids, true), ...sideOf(asks, false)];
    changes.levels.push(...levels);
    return levels.length;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const { price, size } = data as Trade;
  if (topic.startsWith('/market/match')) changes.trades.unshift([price, size, '14:03:09']);
  else changes.tickers.push([subject, price]);
  return 1;
}

const none = (): MarketChanges => ({ levels: [], trades: [], tickers: [] });

/** Feeds the page at most once a frame. */
export async function feedMarket(page: Page, spot: string): Promise<MarketFeed> {
  const { data } = await ask<Server>(`${spot}/api/v1/bullet-public`, { method: 'POST' });
  const socket = new WebSocket(`${data.instanceServers[0]?.endpoint}?token=${data.token}&connectId=ordinary`);
  let changes = none();
  let count = 0;
  const subscribed = Promise.withResolvers<void>();
  const post = setInterval(() => {
    if (changes.levels.length + changes.trades.length + changes.tickers.length === 0) return;
    const text = JSON.stringify(changes);
    changes = none();
    page.evaluate(received => window.ordinary?.take(received), text).catch(() => {}); // the page is closed
  }, frameMs);
  // the exchange expects a ping from the subscriber
  const ping = setInterval(() => socket.send(JSON.stringify({ id: 'ping', type: 'ping' })), 10_000);
  socket.on('error', subscribed.reject);
  socket.on('message', text => {
    const frame = parseOwn<Frame>(textOf(text));
    if (frame.type === 'welcome')
      for (const topic of topics) socket.send(JSON.stringify({ id: topic, type: 'subscribe', topic, response: true }));
    if (frame.type === 'ack') subscribed.resolve();
    if (frame.type === 'message') count += gather(changes, frame);
  });
  await subscribed.promise;
  const book = await ask<WalkSnapshot | { readonly data: WalkSnapshot }>(
    `${spot}/api/v1/market/orderbook/level2_100?symbol=${symbol}`,
  );
  await page.evaluate(snapshot => window.ordinary?.load(snapshot), 'data' in book ? book.data : book);
  return {
    count: () => count,
    stop: () => {
      clearInterval(post);
      clearInterval(ping);
      socket.close();
    },
  };
}
