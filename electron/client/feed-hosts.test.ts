import { expect, it } from 'vitest';
import { isFeedHost } from './feed-hosts.ts';

it.each([
  ['https://api.kucoin.com', 'ws-api-spot.kucoin.com'],
  ['https://api-futures.kucoin.com', 'ws-api-futures.kucoin.com'],
  ['https://api.kucoin.com', 'push1-v2.kucoin.com'],
  ['https://api.kucoin.eu', 'ws-api-spot.kucoin.eu'],
  ['https://api.kucoin.eu', 'ws-api-spot.kucoin.com'],
  ['https://exchange.example', 'exchange.example'],
  ['https://exchange.example', 'feed.exchange.example'],
  ['https://api.venue.co.uk', 'feed.venue.co.uk'],
  ['https://me.github.io', 'ws.me.github.io'],
  ['https://10.1.2.3', '10.1.2.3'],
  ['http://127.0.0.1:7001', '127.0.0.1'],
])('allows a profile at %s to use the feed at %s', (origin, host) => {
  expect(isFeedHost(host, [origin])).toBe(true);
});

it.each([
  ['https://api.kucoin.com', 'kucoin.com.evil.example'],
  ['https://api.kucoin.com', 'evilkucoin.com'],
  ['https://api.kucoin.com', 'ws-api-spot.kucoin.eu'],
  ['https://api.venue.example', 'feed.other.example'],
  ['https://exchange.example', 'other.example'],
  ['https://exchange.co.uk', 'evil.co.uk'],
  ['https://me.github.io', 'evil.github.io'],
  ['https://me.herokuapp.com', 'evil.herokuapp.com'],
  ['https://api.venue.example', '10.1.2.3'],
  ['https://10.1.2.3', '10.1.2.4'],
  ['https://10.1.2.3', 'x.1.2.3'],
  ['https://api.venue.example', '127.0.0.1'],
  ['', 'feed.example'],
])('does not allow a profile at %j to use the feed at %s', (origin, host) => {
  expect(isFeedHost(host, [origin])).toBe(false);
});
