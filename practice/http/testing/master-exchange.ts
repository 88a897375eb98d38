import type { Decimal } from '#shared/decimal.ts';
import type { SpotPlacement } from '#practice/spot/types.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import { createPracticeServer } from '../server.ts';
import { createEngines, type Engines } from './engines.ts';
import { type TestReply, tokens } from './fake-exchange.ts';
import { signedHeaders } from './signer.ts';

interface MasterRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  readonly body?: unknown;
  /** label of the key; `trader` by default */
  readonly as?: string;
}

/** The real engines behind the HTTP service, and the master account's keys; `other` trades against it. */
export interface MasterExchange extends Engines {
  readonly master: string;
  call(request: MasterRequest): Promise<TestReply>;
  /** a limit order of the other trader, of 1 by default */
  other(side: 'buy' | 'sell', price: Decimal, change?: Partial<SpotPlacement>): void;
  close(): Promise<void>;
}

const money = { BTC: '100', USDT: '1000000', ETH: '1000' } as const;

export async function openMasterExchange(dialect: DialectName): Promise<MasterExchange> {
  const engines = createEngines(() => false);
  const { spot, clock, directory } = engines;
  const master = directory.master.accountId;
  for (const accountId of [master, 'other']) engines.give(accountId, 'trade', money);
  const server = await createPracticeServer({ ...engines, tokens, dialect, spotPort: 0, futuresPort: 0 });
  return {
    ...engines,
    master,
    async call({ method = 'GET', target, body, as = 'trader' }) {
      const key = directory.keys.find(({ label }) => label === as);
      if (key === undefined) throw new Error(`no key ${as}`);
      const text = body === undefined ? '' : JSON.stringify(body);
      const unsigned = {
        prefix: server.headerPrefix,
        timestampMs: clock.nowMs(),
        method,
        endpoint: target,
        body: text,
      };
      const headers = signedHeaders(key, unsigned);
      const init =
        text === '' ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: text };
      const response = await fetch(`${server.spotUrl}${target}`, { method, ...init });
      const answer = await response.text();
      const json: unknown = JSON.parse(answer);
      return { status: response.status, text: answer, headers: response.headers, json };
    },
    other(side, price, change = {}) {
      const order = { symbol: 'BTC-USDT', side, type: 'limit', price, size: '1', ...change } as const;
      const placed = spot.place('other', order);
      if (!placed.ok) throw new Error(placed.message);
    },
    close: () => server.close(),
  };
}
