import * as z from 'zod/mini';
import type { EndpointHealth } from '#shared/domain/health.ts';
import type { LinkStatus } from '#shared/domain/link.ts';
import type { KeyVersion } from '#shared/domain/profile.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { checkBaseUrl } from './base-url.ts';
import { createBudget } from './budget/budget.ts';
import { type ClockReading, type ClockSample, createExchangeClock } from './rest/exchange-clock.ts';
import { createAccountCalls } from './endpoints/accounts.ts';
import { createOrderAnswer, type OrderAnswerCall } from './endpoints/answers/order-answer.ts';
import { createFuturesCalls } from './endpoints/futures.ts';
import { createMarketCalls } from './endpoints/market/market.ts';
import { createReferenceCalls } from './endpoints/reference.ts';
import { createSpotCalls } from './endpoints/spot.ts';
import { createStopCalls } from './endpoints/stops.ts';
import type { FuturesAccountCalls } from './endpoints/futures-account/account-calls.ts';
import { createFuturesBatchCalls, type FuturesBatchCalls } from './endpoints/futures-account/batches.ts';
import { createFuturesPastCalls } from './endpoints/futures-account/past.ts';
import { createFuturesSettingCalls } from './endpoints/futures-account/settings.ts';
import { createMarginAccountCalls } from './endpoints/margin/accounts.ts';
import type { MarginCalls } from './endpoints/margin/margin-calls.ts';
import { createMarginOrderCalls } from './endpoints/margin/orders.ts';
import type { SpotClassicCalls } from './endpoints/spot-classic/classic-calls.ts';
import { createSpotClassicCalls } from './endpoints/spot-classic/classic-orders.ts';
import type { PastPageCalls } from './endpoints/past-pages/page-calls.ts';
import { createPastPageCalls } from './endpoints/past-pages/past-pages.ts';
import { createSpotHfCalls } from './endpoints/spot-hf/hf-actions.ts';
import type { SpotHfCalls } from './endpoints/spot-hf/hf-calls.ts';
import { createOcoCalls, type OcoCalls } from './endpoints/spot-hf/oco.ts';
import type { WalletCalls } from './endpoints/wallet/wallet-calls.ts';
import { createTransferCalls } from './endpoints/wallet/transfers.ts';
import { createWithdrawalCalls } from './endpoints/wallet/withdrawals.ts';
import { createFeedAccessCalls } from './feed/access.ts';
import { createEndpointHealths } from './rest/endpoint-health.ts';
import { createHosts } from './rest/hosts.ts';
import { createRequestAttempts, type RequestAttempts } from './rest/attempt.ts';
import type { Signer } from './sign.ts';
import { createTransport, type ReadAnswer, type Send } from './rest/transport.ts';
import type {
  AccountCalls,
  FeedAccessCalls,
  FuturesCalls,
  MarketCalls,
  ReferenceCalls,
  SpotCalls,
  StopCalls,
} from './types.ts';
import { systemClock } from '#time/clock.ts';
import { createTurns, type Turns } from '#time/turns.ts';
import { wait } from '#time/wait.ts';
import { prepareRequest } from './wire/request.ts';
import { epochMs } from './wire/scalars.ts';

export interface ClientSettings {
  /** `https://host` or, on loopback only, `http://127.0.0.1:port`: what checkBaseUrl accepts */
  readonly spotUrl: string;
  readonly futuresUrl: string;
  readonly headerPrefix: string;
  readonly keyVersion: KeyVersion;
}

/** What the client takes from the context; tests pass fakes. */
export interface ClientOptions {
  readonly fetch?: typeof globalThis.fetch;
  /** wall clock, epoch ms */
  readonly nowMs?: () => number;
  readonly monotonicMs?: () => number;
  /** 0 ≤ n < 1 */
  readonly random?: () => number;
  /** resolves after `ms`, or at once when the signal aborts; never rejects */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log?: Log;
  /** shared with the gate, so that reads make way for cancels */
  readonly turns?: Turns;
}

export type ClientLink = Omit<LinkStatus, 'profileId'>;

/** What can be asked of the exchange. Every call answers with a Result; nothing throws. */
interface ClientCalls {
  readonly reference: ReferenceCalls;
  readonly market: MarketCalls;
  readonly spot: SpotCalls;
  readonly stops: StopCalls;
  readonly futures: FuturesCalls;
  readonly accounts: AccountCalls;
  readonly wallet: WalletCalls;
  readonly margin: MarginCalls;
  readonly spotClassic: SpotClassicCalls;
  readonly spotHf: SpotHfCalls;
  readonly oco: OcoCalls;
  readonly futuresBatches: FuturesBatchCalls;
  readonly futuresAccount: FuturesAccountCalls;
  readonly pastPages: PastPageCalls;
  readonly feedAccess: FeedAccessCalls;
  readonly orderAnswer: OrderAnswerCall;
}

/** One account at one exchange. Every call answers with a Result; nothing throws. */
export interface ExchangeClient extends ClientCalls {
  /** Measures the clock: the first thing to do, and the check that the hosts answer. */
  readonly connect: () => Promise<Result<ClockReading>>;
  readonly link: () => ClientLink;
  /** how each endpoint that was asked has answered lately */
  readonly health: () => EndpointHealth[];
  /** Called after each change of the line, at most once a turn of the event loop. Returns its undo. */
  readonly onLink: (listener: (link: ClientLink) => void) => () => void;
  /** Names pairs on which the account trades, so that their high-frequency lists are read. docs/exchange/endpoints.md §3.10. */
  readonly noteSpotPairs: (symbols: Iterable<string>) => void;
  /** Asks what spot orders need, without waiting for it: the kind of the account. docs/exchange/endpoints.md §3.10. */
  readonly prepareSpot: () => void;
  /** Ends every call under way (reads: `closed`; writes on the wire: `outcome-unknown`) and refuses new ones. */
  readonly close: () => void;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

function fillIn(options: ClientOptions): Required<ClientOptions> {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    wait,
    log: silent,
    turns: createTurns(systemClock),
    ...options,
  };
}

/** Asks a host for its time, once, around nothing but the HTTP exchange. docs/exchange/endpoints.md §2 and §7. */
async function askTime(attempts: RequestAttempts, venue: Venue, signal: AbortSignal): Promise<Result<ClockSample>> {
  const prepared = prepareRequest({ endpoint: venue === 'spot' ? 'spot.time' : 'futures.time' });
  if (!prepared.ok) return prepared;
  const { result, outcome } = await attempts.sendOnce({
    prepared: prepared.value,
    // without it no cancel can be signed
    priority: 'cancel',
    signal,
    authorise: () => Promise.resolve(succeed({})),
  });
  if (!result.ok) return result;
  const time = z.safeParse(epochMs, result.value);
  if (!time.success || outcome?.kind !== 'answer') {
    return fail('bad-reply', 'The exchange did not tell its time.', { endpoint: prepared.value.label, field: 'data' });
  }
  const { sentAtMs, receivedAtMs, roundTripMs } = outcome;
  return succeed({ serverMs: time.data, sentAtMs, receivedAtMs, roundTripMs });
}

/** Notifies listeners of changes, at most once per turn of the event loop. */
function createNotifier(notify: () => void): () => void {
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    setImmediate(() => {
      isPending = false;
      notify();
    });
  };
}

/** An address that was never allowed is not requested: each call then answers `invalid-request`. */
function originOf(url: string): string {
  const checked = checkBaseUrl(url);
  return checked.ok ? checked.value : '';
}

interface CallsOptions {
  readonly origins: Readonly<Record<Venue, string>>;
  readonly nowMs: () => number;
  readonly readAnswer: ReadAnswer;
}

/** Every endpoint, by subject. */
function createCalls(send: Send, { origins, nowMs, readAnswer }: CallsOptions): ClientCalls {
  const [spot, futures] = [createSpotCalls(send), createFuturesCalls(send)];
  return {
    reference: createReferenceCalls(send),
    market: createMarketCalls(send),
    spot,
    stops: createStopCalls(send),
    futures,
    accounts: createAccountCalls(send, nowMs),
    wallet: { ...createWithdrawalCalls(send), ...createTransferCalls(send, nowMs) },
    spotClassic: createSpotClassicCalls(send),
    spotHf: createSpotHfCalls(send, nowMs),
    oco: createOcoCalls(send),
    futuresBatches: createFuturesBatchCalls(send),
    futuresAccount: { ...createFuturesSettingCalls(send), ...createFuturesPastCalls(send) },
    pastPages: createPastPageCalls(send),
    margin: { ...createMarginOrderCalls(send, nowMs), ...createMarginAccountCalls(send) },
    feedAccess: createFeedAccessCalls(send, origins),
    orderAnswer: createOrderAnswer(readAnswer),
  };
}

/** A client for one account. A null signer leaves the public endpoints; everything else answers `no-secret`. */
export function createClient(
  settings: ClientSettings,
  signer: Signer | null,
  options: ClientOptions = {},
): ExchangeClient {
  const context = fillIn(options);
  const closing = new AbortController();
  const listeners = new Set<(link: ClientLink) => void>();
  const onChange = createNotifier(() => {
    if (!closing.signal.aborted) for (const listener of listeners) listener(link());
  });
  const origins = { spot: originOf(settings.spotUrl), futures: originOf(settings.futuresUrl) };
  const budget = createBudget({ ...context, onChange });
  const hosts = createHosts({ origins, nowMs: context.nowMs, onChange });
  const healths = createEndpointHealths(context);
  const attempts = createRequestAttempts({ ...context, origins, budget, hosts, healths, http: context });
  /** Both hosts are one exchange with one clock; either will do when the other is down. */
  const sample = async (): Promise<Result<ClockSample>> => {
    const spot = await askTime(attempts, 'spot', closing.signal);
    if (spot.ok) return spot;
    const futures = await askTime(attempts, 'futures', closing.signal);
    return futures.ok ? futures : spot;
  };
  const clock = createExchangeClock({ ...context, sample, onChange });
  const { send, readAnswer } = createTransport({ ...context, attempts, clock, signer, closing: closing.signal });

  const link = (): ClientLink => {
    const reading = clock.reading();
    return {
      hosts: hosts.status(),
      clock: {
        offsetMs: reading?.offsetMs ?? null,
        measuredAtMs: reading?.measuredAtMs ?? null,
        uncertaintyMs: reading?.uncertaintyMs ?? null,
      },
      pools: budget.status(),
    };
  };

  return {
    ...createCalls(send, { origins, nowMs: context.nowMs, readAnswer }),
    connect: clock.measure,
    link,
    health: healths.report,
    onLink(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteSpotPairs: () => undefined,
    prepareSpot: () => undefined,
    close() {
      closing.abort();
      listeners.clear();
    },
  };
}
