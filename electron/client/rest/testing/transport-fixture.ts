import type { LogValue } from '#log/log.ts';
import { createClient } from '#client/client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { type Answering, createFakeExchange } from '#client/testing/fake-exchange.ts';
import { createSigner } from '#client/sign.ts';

export const action = { priority: 'action' } as const;

export const visible = { priority: 'visible' } as const;

export const order = {
  clientOid: 'c-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.10',
  size: '0.5',
} as const;

interface FixtureOptions {
  /** how far the clock of the exchange is ahead; what is thrown here is what asking for its time comes to */
  readonly aheadMs?: number | (() => number);
  readonly hasKey?: boolean;
}

export function createFixture(answer: Answering, { aheadMs = 0, hasKey = true }: FixtureOptions = {}) {
  const time = createFakeClock();
  const exchange = createFakeExchange(() => time.nowMs() + (typeof aheadMs === 'number' ? aheadMs : aheadMs()), answer);
  const lines: string[] = [];
  const write = (event: string, fields?: Readonly<Record<string, LogValue>>): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const signer = createSigner({
    key: 'the-key',
    secret: 'the-secret',
    passphrase: 'the-passphrase',
    keyVersion: '2',
    headerPrefix: 'SVC',
  });
  const client = createClient(
    {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://futures.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    },
    hasKey ? signer : null,
    {
      ...time,
      fetch: exchange.fetch,
      random: () => 0.5,
      log: { debug: write, info: write, warn: write, error: write },
    },
  );
  return { client, exchange, time, lines };
}

const fee = { takerFeeRate: '0.001', makerFeeRate: '0.0010' };

export const wrappedFee = { code: '200000', data: fee };

/** Answers one after the other, the last for ever. */
export function inTurn(...answers: readonly (() => Response | Error)[]): Answering {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return answer === undefined ? new Error('no answer') : answer();
  };
}
