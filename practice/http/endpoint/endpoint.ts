import type { Directory, IssuedKey, KeyPermission, Ledger } from '#practice/accounts/types.ts';
import type { Deposits } from '#practice/accounts/deposits/deposits.ts';
import type { Movements } from '#practice/accounts/movements/movements.ts';
import type { Transfers } from '#practice/accounts/transfers/types.ts';
import type { Withdrawals } from '#practice/accounts/withdrawals/types.ts';
import type { TokenIssuer } from '#practice/wire/feed-token.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import type { MarketHistory } from '#practice/history/market-history.ts';
import type { Outcome } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import type { VenueName } from '#practice/wire/venue-name.ts';
import type { Dialect, Envelope } from './dialect.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { PoolName } from '#practice/wire/rate-limit.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Everything that the handlers serve from. */
export interface Exchange {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly withdrawals: Withdrawals;
  readonly deposits: Deposits;
  readonly transfers: Transfers;
  readonly movements: Movements;
  /** candles and the rolling day */
  readonly history: MarketHistory;
  /** tokens of the websocket feeds */
  readonly tokens: TokenIssuer;
}

/** One request after authentication. Parameters are still unchecked: the handler's schema comes first. */
export interface Call {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  readonly nowMs: number;
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  /** exact JSON (numbers as NumberText), or undefined when nothing was sent */
  readonly body: unknown;
}

/** A call of someone whose key has been checked. */
export interface SignedCall extends Call {
  readonly accountId: string;
  readonly key: IssuedKey;
}

export type Answer = Outcome<JsonValue>;

interface EndpointBase {
  readonly venue: VenueName;
  readonly method: Method;
  readonly path: string;
  readonly pool: PoolName;
  readonly weight: number;
  readonly envelope: Envelope;
  /** refuses with the codes of margin orders, not with its venue's (docs/exchange/errors.md §3) */
  readonly catalogue?: 'margin';
}

interface PublicEndpoint extends EndpointBase {
  readonly permission: 'public';
  readonly handle: (call: Call) => Answer;
}

export interface SignedEndpoint extends EndpointBase {
  readonly permission: KeyPermission;
  readonly handle: (call: SignedCall) => Answer;
}

export type Endpoint = PublicEndpoint | SignedEndpoint;
