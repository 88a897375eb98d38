import { createLedger } from '#practice/accounts/ledger.ts';
import type { Directory, IssuedKey, KeyPermission, Ledger, SubAccountRecord } from '#practice/accounts/types.ts';
import type { TokenIssuer } from '#practice/wire/feed-token.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import { createMarginVenue } from '#practice/margin/venue/venue.ts';
import { marginTerms } from '#practice/markets/listing/margin-terms.ts';
import { createIdentifiers } from '#practice/kernel/identifiers.ts';
import { createMarketHistory } from '#practice/history/market-history.ts';
import { noRequestFaults, type RequestFaults } from '#practice/wire/request-faults.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import type { RequestLog } from '../dispatch.ts';
import type { Quotas } from '../limits.ts';
import { createPracticeServer, type PracticeServer } from '../server.ts';
import { createFakeFutures, type FakeFutures } from '#practice/futures/testing/fake-futures.ts';
import { createFakeSpot, type FakeSpot } from '#practice/spot/testing/fake-spot.ts';
import { createPayments, type Payments } from '#practice/world/payments.ts';
import { signedHeaders } from './signer.ts';

/**
 * A running server over fakes, a clock in the test's hand, and a client that signs by
 * docs/exchange/authentication.md §3.
 */
export interface FakeExchange extends Payments {
  readonly server: PracticeServer;
  readonly spot: FakeSpot;
  readonly futures: FakeFutures;
  readonly margin: MarginVenue;
  readonly ledger: Ledger;
  readonly logs: RequestLog[];
  readonly time: { nowMs: number };
  readonly prefix: string;
  call(request: TestRequest): Promise<TestReply>;
}

export interface TestRequest {
  readonly venue?: 'spot' | 'futures';
  readonly method?: string;
  readonly target: string;
  readonly body?: unknown;
  /** the body's text as it is, instead of `body` */
  readonly text?: string;
  readonly as?: KeyName | null;
  /** signed instead of the target */
  readonly endpoint?: string;
  readonly timestampMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly json: unknown;
}

const everything: readonly KeyPermission[] = ['General', 'Spot', 'Margin', 'Futures'];

function keyOf(label: string, change: Partial<IssuedKey> = {}): IssuedKey {
  return {
    label,
    accountId: 'master',
    key: `key-${label}`,
    secret: `secret-${label}`,
    passphrase: `pass-${label}`,
    version: 2,
    permissions: everything,
    ipWhitelist: [],
    remark: label,
    createdAtMs: 1_728_443_843_000,
    ...change,
  };
}

export const keys = {
  trader: keyOf('trader'),
  viewer: keyOf('viewer', { permissions: ['General'] }),
  legacy: keyOf('legacy', { version: 1 }),
  newest: keyOf('newest', { version: 3 }),
  away: keyOf('away', { ipWhitelist: ['192.0.2.17'] }),
  home: keyOf('home', { ipWhitelist: ['192.0.2.17', '127.0.0.1'] }),
  dealer: keyOf('dealer', { permissions: ['Spot', 'Futures'] }),
  sub: keyOf('sub', { accountId: 'sub-1' }),
  treasurer: keyOf('treasurer', { permissions: [...everything, 'InnerTransfer', 'Transfer'] }),
} as const;
type KeyName = keyof typeof keys;

export function subAccount(number: number): SubAccountRecord {
  return {
    accountId: `sub-${number}`,
    userId: `63743f07e0c5230001761d${String(number).padStart(2, '0')}`,
    uid: 169_579_800 + number,
    subName: `trader${number}`,
    status: 2,
    type: 0,
    access: number === 2 ? 'Spot,Futures' : 'All',
    createdAtMs: 1_668_562_696_000,
    remarks: number === 1 ? 'remarks' : null,
  };
}

const issued: readonly IssuedKey[] = Object.values(keys);
const directory: Directory = {
  master: { accountId: 'master', uid: 165_111_215, userId: '633559791e1cbc0001f319bc' },
  keyOf: key => issued.find(candidate => candidate.key === key) ?? null,
  keys: issued,
  subAccounts: Array.from({ length: 12 }, (_, index) => subAccount(index + 1)),
};

/** Tokens that say what they are for; there are no sockets behind them. */
export const tokens: TokenIssuer = {
  issue: (venue, accountId) => ({
    token: `${venue} token of ${accountId ?? 'unknown'}`,
    endpoint: `ws://${venue}.test/`,
    pingIntervalMs: 18_000,
    pingTimeoutMs: 10_000,
  }),
};

/** 2024-11-19T07:06:40Z */
export const startMs = 1_732_000_000_000;

export async function openFakeExchange(
  dialect: DialectName,
  quotas: Partial<Quotas> = {},
  faults: RequestFaults = noRequestFaults,
): Promise<FakeExchange> {
  const time = { nowMs: startMs };
  const logs: RequestLog[] = [];
  const spot = createFakeSpot(() => time.nowMs);
  const futures = createFakeFutures();
  const ledger = createLedger();
  const clock = { nowMs: () => time.nowMs, nowNs: () => BigInt(time.nowMs) * 1_000_000n };
  const margin = createMarginVenue({
    spot: spot.venue,
    ledger,
    clock,
    identifiers: createIdentifiers(1, clock),
    terms: marginTerms,
    lenderId: 'lender',
  });
  const history = createMarketHistory({ spot: spot.venue, futures: futures.venue, clock });
  const venues = { spot: spot.venue, futures: futures.venue, margin };
  const payments = createPayments({ ...venues, ledger, clock, directory, feeAccountId: 'fees' });
  const server = await createPracticeServer({
    ...venues,
    ledger,
    directory,
    history,
    tokens,
    ...payments,
    clock,
    dialect,
    spotPort: 0,
    futuresPort: 0,
    quotas,
    log: entry => void logs.push(entry),
    faults,
  });
  const prefix = server.headerPrefix;
  return {
    server,
    spot,
    futures,
    margin,
    ledger,
    ...payments,
    logs,
    time,
    prefix,
    call: request => send(request, { server, nowMs: time.nowMs }),
  };
}

async function send(
  request: TestRequest,
  { server, nowMs }: { server: PracticeServer; nowMs: number },
): Promise<TestReply> {
  const { method = 'GET', target, as = 'trader' } = request;
  const body = request.text ?? (request.body === undefined ? '' : JSON.stringify(request.body));
  const unsigned = {
    prefix: server.headerPrefix,
    timestampMs: request.timestampMs ?? nowMs,
    method,
    endpoint: request.endpoint ?? target,
    body,
  };
  const base = request.venue === 'futures' ? server.futuresUrl : server.spotUrl;
  const response = await fetch(`${base}${target}`, {
    method,
    headers: {
      ...(as === null ? {} : signedHeaders(keys[as], unsigned)),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
