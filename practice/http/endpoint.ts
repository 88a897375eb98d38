import type { Directory, IssuedKey, KeyPermission, Ledger } from '../accounts/types.ts';
import type { TicketOffice } from '../feed/types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { MarketHistory } from '../history/market-history.ts';
import type { Outcome } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { Dialect } from './dialect.ts';
import type { Envelope } from './envelope.ts';
import type { JsonValue } from './json.ts';
import type { PoolName } from './limits.ts';

/** The two services that share paths, each behind its own port. */
export type VenueName = 'spot' | 'futures';
export type Method = 'GET' | 'POST' | 'DELETE';

/** Everything that the handlers serve from. */
export interface Exchange {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly ledger: Ledger;
  readonly directory: Directory;
  /** candles and the rolling day */
  readonly history: MarketHistory;
  /** tickets to the websocket feeds */
  readonly tickets: TicketOffice;
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
