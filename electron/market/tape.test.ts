import { describe, expect, it } from 'vitest';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createTape, readRecentTrades } from './tape.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const topic = { ...market, kind: 'trades' } as const;

function trade(sequence: string, tradeId: string | null = `t${sequence}`): PublicTrade {
  return { ...market, sequence, tradeId, price: '1', size: '1', takerSide: 'buy', timeMs: 1 };
}

function build(trades: () => Promise<Result<readonly PublicTrade[]>> = () => Promise.resolve(succeed([]))) {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const batches: string[][] = [];
  const client = createFakeClient({ market: { trades } });
  const publish = (some: PublicTrade[]) => batches.push(some.map(({ sequence }) => sequence));
  const tape = createTape({ market, feed: fake.feed, client, clock, publish });
  return { clock, fake, batches, client, tape };
}

describe('the trade tape', () => {
  it('publishes trades once a frame, oldest first, each once', async () => {
    const { clock, fake, batches } = build();
    for (const sequence of ['11', '9', '10', '9']) fake.publish(topic, trade(sequence));
    await clock.pass(0);
    fake.publish(topic, trade('10'));
    fake.publish(topic, trade('12'));
    await clock.pass(20);
    expect(batches).toEqual([['9', '10', '11'], ['12']]);
  });

  it('fills the gap of a pause from REST, whichever arrives first', async () => {
    const rest = ['14', '13', '12', '11', '10'].map(sequence => trade(sequence, null));
    const { clock, fake, batches, tape } = build(() => Promise.resolve(succeed(rest)));
    fake.reset(topic);
    await clock.pass(20);
    expect(batches).toEqual([]);
    fake.publish(topic, trade('11'));
    await clock.pass(20);
    fake.reset(topic);
    fake.publish(topic, trade('13'));
    await clock.pass(20);
    fake.publish(topic, trade('14'));
    await clock.pass(20);
    expect(batches).toEqual([['11'], ['12', '13', '14']]);
    tape.refresh();
    await clock.pass(20);
    expect(batches).toHaveLength(2);
  });

  it('continues when REST does not answer, and publishes nothing once it is closed', async () => {
    const { clock, fake, batches, tape } = build(() => Promise.resolve(fail('timeout', 'late')));
    fake.publish(topic, trade('1'));
    fake.reset(topic);
    fake.publish(topic, trade('2'));
    await clock.pass(20);
    expect(batches).toEqual([['1', '2']]);
    fake.publish(topic, trade('3'));
    tape.close();
    await clock.pass(100);
    expect(batches).toHaveLength(1);
    expect(fake.wanted()).toEqual([]);
    expect(clock.waiting()).toBe(0);
    const late = build(() => Promise.resolve(succeed([trade('9')])));
    late.fake.publish(topic, trade('1'));
    late.fake.reset(topic);
    late.tape.close();
    await late.clock.pass(100);
    expect(late.batches).toEqual([]);
  });

  it('stores and publishes a bounded number (fault 33)', async () => {
    const { clock, fake, batches } = build();
    for (let n = 1_000; n < 11_000; n += 1) fake.publish(topic, trade(String(n)));
    await clock.pass(0);
    expect(batches[0]).toHaveLength(500);
    expect(batches[0]?.at(-1)).toBe('10999');
    // so old that it has been dropped: published again rather than stored forever
    fake.publish(topic, trade('1000'));
    await clock.pass(20);
    expect(batches[1]).toEqual(['1000']);
  });

  it('sorts the last trades oldest first by number, not by text', async () => {
    const { client } = build(() =>
      Promise.resolve(succeed(['100', '99', '18446744073709551616', '101'].map(s => trade(s)))),
    );
    const read = await readRecentTrades(client, market);
    expect(read.ok && read.value.map(({ sequence }) => sequence)).toEqual(['99', '100', '101', '18446744073709551616']);
    const { client: down } = build(() => Promise.resolve(fail('timeout', 'late')));
    expect(await readRecentTrades(down, market)).toMatchObject({ ok: false });
  });
});
