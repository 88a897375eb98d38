import { describe, expect, it } from 'vitest';
import { createLedger } from '../accounts/ledger.ts';
import { createDrivenClock } from '../kernel/clock.ts';
import { createFuturesVenue } from '../futures/venue/venue.ts';
import { createIdentifiers } from '../kernel/identifiers.ts';
import { createSpotVenue } from '../spot/venue/venue.ts';
import { contracts } from './listing/contracts.ts';
import { spotPairs } from './listing/spot-pairs.ts';
import { createFuturesPorts, createSpotPorts, type MarketPort } from './market-port.ts';

function createVenues() {
  const clock = createDrivenClock(1_790_000_000_000);
  const ledger = createLedger();
  const floor = { clock, ledger, identifiers: createIdentifiers(1, clock), feeAccountId: 'fees' };
  const rejections: string[] = [];
  const options = {
    onRejection: (symbol: string, { reason }: { reason: string }) => void rejections.push(`${symbol} ${reason}`),
  };
  for (const accountId of ['a', 'b']) {
    for (const currency of ['BTC', 'USDT']) ledger.deposit({ accountId, wallet: 'trade', currency, amount: '1000000' });
    ledger.deposit({ accountId, wallet: 'futures', currency: 'USDT', amount: '1000000' });
  }
  const spot = createSpotVenue({ ...floor, pairs: spotPairs });
  const futures = createFuturesVenue({ ...floor, contracts, insuranceAccountId: 'insurance' });
  futures.setIndexPrice('XBTUSDTM', '97000');
  return {
    spot,
    futures,
    rejections,
    openSpot: createSpotPorts(spot, options),
    openFutures: createFuturesPorts(futures, options),
  };
}

function open(kind: 'spot' | 'futures') {
  const venues = createVenues();
  const port: MarketPort = kind === 'spot' ? venues.openSpot('BTC-USDT') : venues.openFutures('XBTUSDTM');
  const done: string[] = [];
  port.onDone(orderId => void done.push(orderId));
  return { ...venues, port, done };
}

const ticks = 970_000;

describe.each(['spot', 'futures'] as const)('a %s port', kind => {
  it('writes ticks and lots as the market has them', () => {
    const { port, spot, futures } = open(kind);
    const lots = kind === 'spot' ? 1_234_567 : 12;
    expect(port.rest('a', { side: 'buy', ticks: ticks - 1, lots })).not.toBeNull();
    const book = kind === 'spot' ? spot.book('BTC-USDT', 1) : futures.book('XBTUSDTM', 1);
    expect(book?.bids).toEqual([['96999.9', kind === 'spot' ? '0.01234567' : '12']]);
    expect([port.tick, port.lot]).toEqual(kind === 'spot' ? [0.1, 1e-8] : [0.1, 1]);
    expect(port.leastLots).toBe(kind === 'spot' ? 1000 : 1);
  });

  it('takes the available lots, reports ended orders, and rests nothing after a trade', () => {
    const { port, done } = open(kind);
    const id = port.rest('a', { side: 'sell', ticks, lots: 5000 });
    expect(port.take('b', { side: 'buy', ticks, lots: 2000 })).toBe(2000);
    expect(done).not.toContain(id);
    expect(port.rest('b', { side: 'buy', ticks, lots: 3000 })).toBeNull();
    expect(done).toContain(id);
    expect(port.take('b', { side: 'buy', ticks, lots: 2000 })).toBe(0);
  });

  it('cancels, and ignores a second cancel', () => {
    const { port, done, rejections } = open(kind);
    const id = port.rest('a', { side: 'buy', ticks, lots: 2000 }) ?? '';
    port.cancel('a', id);
    port.cancel('a', id);
    expect(done).toEqual([id]);
    expect(rejections).toEqual([]);
  });

  it('reports a rejection and rests nothing', () => {
    const { port, rejections } = open(kind);
    expect(port.rest('poor', { side: 'buy', ticks, lots: 2000 })).toBeNull();
    expect(port.take('poor', { side: 'buy', ticks, lots: 2000 })).toBe(0);
    expect(rejections).toEqual([`${port.symbol} balance`, `${port.symbol} balance`]);
  });
});

describe('opening a port', () => {
  it('throws for a market that the venue does not have', () => {
    const { openSpot, openFutures } = createVenues();
    expect(() => openSpot('NO-PAIR')).toThrow('NO-PAIR');
    expect(() => openFutures('NOCONTRACT')).toThrow('NOCONTRACT');
  });

  it('receives its own market only', () => {
    const { openSpot } = createVenues();
    const done: string[] = [];
    const port = openSpot('BTC-USDT');
    openSpot('ETH-USDT').onDone(orderId => void done.push(orderId));
    port.cancel('a', port.rest('a', { side: 'buy', ticks, lots: 2000 }) ?? '');
    expect(done).toEqual([]);
  });
});
