import { expect } from 'vitest';
import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';
import { compare, type Decimal } from '#shared/decimal.ts';
import { packRows, unpackRows } from '#shared/row-edits.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { TextView } from '#market/testing/views.ts';
import type { ContractExchange } from '#contract/testing/exchange.ts';
import { must, visible } from '#contract/testing/must.ts';
import { type LiveFixture, shownRows, until } from './live-fixture.ts';

const mostLooks = 60;

async function readBook(client: ExchangeClient, { venue, symbol }: Market): Promise<BookSnapshot> {
  const read = venue === 'spot' ? client.market.spotBook : client.market.futuresBook;
  return must(await read({ symbol }, visible));
}

function pack(levels: readonly BookLevel[]): string {
  return packRows(levels.slice(0, shownRows));
}

/**
 * What is shown at some sequence number is what the exchange's own book was at that number. The exchange is asked by
 * another client, again and again until one of its answers meets a view.
 */
export async function expectTruth(exchange: ContractExchange, fixture: LiveFixture, market: Market): Promise<void> {
  const observer = exchange.client('trader');
  for (let look = 0; look < mostLooks; look += 1) {
    const image = await readBook(observer, market);
    await until(() => {
      const latest = fixture.published.latest(market);
      if (latest?.state !== 'live' || BigInt(latest.sequence ?? 0) < BigInt(image.sequence))
        throw new Error(`the book is ${latest?.state} at ${latest?.sequence}, the exchange at ${image.sequence}`);
    });
    const met = fixture.published
      .views(market)
      .findLast(({ sequence, state }) => sequence === image.sequence && state === 'live');
    if (met === undefined) continue;
    expect(met).toMatchObject({ state: 'live', bids: pack(image.bids), asks: pack(image.asks) });
    return;
  }
  throw new Error(`no view of ${market.symbol} met an answer of the exchange`);
}

function bestOf(side: string): Decimal {
  return unpackRows(side)[0]?.[0] ?? '0';
}

/** No view ever crossed, and none that was live went back in time. */
export function expectSound(views: readonly TextView[]): void {
  let newest = 0n;
  for (const { bids, asks, sequence, state } of views) {
    if (bids === '' || asks === '') continue;
    expect(compare(bestOf(bids), bestOf(asks))).toBe(-1);
    if (state !== 'live' || sequence === null) continue;
    expect(BigInt(sequence)).toBeGreaterThanOrEqual(newest);
    newest = BigInt(sequence);
  }
}
