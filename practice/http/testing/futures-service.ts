import type { Decimal } from '#shared/decimal.ts';
import type { FuturesOrder, FuturesPlacement } from '#practice/futures/order-types.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import { createPracticeServer, type PracticeServer } from '../server.ts';
import { createEngines, type Engines } from './engines.ts';
import { type TestReply, tokens } from './fake-exchange.ts';
import { signedHeaders } from './signer.ts';

/** The futures port over its real engine; the master account and `maker` have money. */
export interface FuturesService {
  readonly server: PracticeServer;
  readonly futures: FuturesVenue;
  readonly ledger: Engines['ledger'];
  readonly clock: Engines['clock'];
  /** of the key that signs */
  readonly accountId: string;
  /** `GET /api/v1/positions`, signed; of the key with this label */
  call(request: string, sent?: { readonly body?: unknown; readonly key?: string }): Promise<TestReply>;
  /** a limit order (market without a price) of the maker */
  quote(side: Side, changes: Partial<FuturesPlacement>): FuturesOrder;
  /** the account buys (or sells) this many lots of XBTUSDTM at 50000 from the maker */
  trade(side: Side, size: Decimal, changes?: Partial<FuturesPlacement>): FuturesOrder;
}

const maker = 'market-maker';

function must(futures: FuturesVenue, accountId: string, placement: FuturesPlacement): FuturesOrder {
  const placed = futures.place(accountId, placement);
  if (!placed.ok) throw new Error(`${accountId}: ${placed.message}`);
  return placed.value;
}

function order(side: Side, changes: Partial<FuturesPlacement>): FuturesPlacement {
  const type = changes.price === undefined ? 'market' : 'limit';
  return { symbol: 'XBTUSDTM', side, type, leverage: '10', size: '1', ...changes };
}

/** With an index of 50000 (XBT) and 2000 (ETH). */
export async function openFuturesService(dialect: DialectName): Promise<FuturesService> {
  const engines = createEngines(accountId => accountId === maker);
  const { futures, clock, directory, ledger } = engines;
  const { accountId } = directory.master;
  engines.give(maker, 'futures', { USDT: '10000000', XBT: '1000' });
  engines.give(accountId, 'futures', { USDT: '10000', XBT: '1' });
  for (const symbol of ['XBTUSDTM', 'XBTUSDM']) futures.setIndexPrice(symbol, '50000');
  futures.setIndexPrice('ETHUSDTM', '2000');
  const server = await createPracticeServer({ ...engines, tokens, dialect, spotPort: 0, futuresPort: 0 });
  return {
    server,
    futures,
    ledger,
    clock,
    accountId,
    quote: (side, changes) => must(futures, maker, order(side, changes)),
    trade(side, size, changes = {}) {
      const { symbol = 'XBTUSDTM' } = changes;
      const price = symbol === 'ETHUSDTM' ? '2000' : '50000';
      must(futures, maker, order(side === 'buy' ? 'sell' : 'buy', { symbol, price, size, leverage: '1' }));
      return must(futures, accountId, order(side, { size, ...changes }));
    },
    async call(request, { body, key: label = 'trader' } = {}) {
      const [method = '', target = ''] = request.split(' ');
      const key = directory.keys.find(each => each.label === label);
      if (key === undefined) throw new Error(`no key ${label}`);
      const text = body === undefined ? '' : JSON.stringify(body);
      const { headerPrefix: prefix } = server;
      const unsigned = { prefix, timestampMs: clock.nowMs(), method, endpoint: target, body: text };
      const headers = {
        ...signedHeaders(key, unsigned),
        ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
      };
      const init = { method, headers, ...(text === '' ? {} : { body: text }) };
      const response = await fetch(`${server.futuresUrl}${target}`, init);
      const answer = await response.text();
      const json: unknown = JSON.parse(answer);
      return { status: response.status, text: answer, headers: response.headers, json };
    },
  };
}
