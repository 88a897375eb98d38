import type { Rejection, RejectionReason } from '../kernel/kernel.ts';
import { userRateLimited } from '../wire/rate-limit.ts';
import type { VenueName } from '../wire/venue-name.ts';
import type { JsonValue } from '../wire/json.ts';

/**
 * The error catalogue: what went wrong → code, HTTP status and sentence, per venue (docs/exchange/errors.md §2 to §4).
 * Most business rejections travel with HTTP status 200, as the service's do.
 */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

interface FailureRow {
  readonly status: number;
  readonly code: string;
  /** fixed words of the service; without them the rejection's own message is sent */
  readonly message?: string;
}

const spot: Readonly<Record<RejectionReason, FailureRow>> = {
  'symbol-unknown': { status: 200, code: '900001', message: 'symbol not exists' },
  'symbol-closed': { status: 200, code: '200001' },
  parameter: { status: 200, code: '400100' },
  'price-increment': { status: 200, code: '600100' },
  'size-increment': { status: 200, code: '600100' },
  'size-too-small': { status: 200, code: '102434' },
  'size-too-large': { status: 200, code: '102435' },
  'funds-too-small': { status: 200, code: '400760' },
  'price-too-high': { status: 200, code: '400370' },
  'price-too-low': { status: 200, code: '400350' },
  balance: { status: 200, code: '200004', message: 'Balance insufficient!' },
  'client-oid-repeated': { status: 200, code: '102426' },
  'too-many-orders': { status: 200, code: '200003' },
  'too-many-stops': { status: 200, code: '200003' },
  'order-unknown': { status: 200, code: '400100', message: 'order_not_exist_or_not_allow_to_cancel' },
  'post-only-would-take': { status: 200, code: '102411' },
  'no-counterparty': { status: 200, code: '400100' },
  leverage: { status: 200, code: '400800' },
  'risk-limit': { status: 200, code: '400700' },
  'no-position': { status: 200, code: '400100' },
  'position-mode': { status: 200, code: '400100' },
  'margin-mode-in-use': { status: 200, code: '400100' },
  'hedge-mode': { status: 200, code: '400100' },
  'margin-too-small': { status: 200, code: '400100' },
  'withdrawal-closed': { status: 200, code: '260210' },
  liquidating: { status: 200, code: '400700' },
  'not-isolated': { status: 200, code: '130303' },
  'not-cross': { status: 200, code: '130305' },
  'borrow-disabled': { status: 200, code: '130204' },
  'borrow-size': { status: 200, code: '130201' },
  'borrow-limit': { status: 200, code: '130203' },
  'nothing-owed': { status: 200, code: '130302' },
  'margin-frozen': { status: 200, code: '130309' },
  'margin-bankrupt': { status: 200, code: '130310' },
  'margin-ratio': { status: 200, code: '130301' },
};

/** Placing and cancelling margin orders (`/api/v3/hf/margin/…`) has codes of its own (docs/exchange/errors.md §3). */
const margin: Readonly<Record<RejectionReason, FailureRow>> = {
  ...spot,
  'symbol-unknown': { status: 200, code: '126004' },
  'symbol-closed': { status: 200, code: '126009' },
  'size-too-small': { status: 200, code: '126003' },
  'funds-too-small': { status: 200, code: '126003' },
  'price-too-high': { status: 200, code: '126029' },
  'price-too-low': { status: 200, code: '126030' },
  balance: { status: 200, code: '126013', message: 'Balance insufficient!' },
  'client-oid-repeated': { status: 200, code: '126044' },
  'too-many-orders': { status: 200, code: '126011' },
  'order-unknown': { status: 200, code: '126043', message: 'order_not_exist_or_not_allow_to_cancel' },
};

const futures: Readonly<Record<RejectionReason, FailureRow>> = {
  'symbol-unknown': { status: 200, code: '100003' },
  'symbol-closed': { status: 200, code: '300002' },
  parameter: { status: 200, code: '100001' },
  'price-increment': { status: 200, code: '100001' },
  'size-increment': { status: 200, code: '100001' },
  'size-too-small': { status: 200, code: '100001' },
  'size-too-large': { status: 200, code: '100001' },
  'funds-too-small': { status: 200, code: '100001' },
  'price-too-high': { status: 200, code: '300011' },
  'price-too-low': { status: 200, code: '300012' },
  balance: { status: 200, code: '300003' },
  'client-oid-repeated': { status: 200, code: '300018' },
  'too-many-orders': { status: 200, code: '300001' },
  'too-many-stops': { status: 200, code: '300004' },
  'order-unknown': { status: 200, code: '100004', message: 'The order cannot be canceled.' },
  'post-only-would-take': { status: 200, code: '100001' },
  'no-counterparty': { status: 200, code: '300008' },
  leverage: { status: 200, code: '300016' },
  'risk-limit': { status: 200, code: '300005' },
  'no-position': { status: 200, code: '300009', message: 'No open positions to close.' },
  'position-mode': { status: 200, code: '330005' },
  'hedge-mode': { status: 200, code: '330011' },
  'margin-mode-in-use': { status: 200, code: '50002', message: 'exist.order.or.position' },
  'margin-too-small': { status: 200, code: '100001' },
  'withdrawal-closed': { status: 200, code: '100001' },
  liquidating: { status: 200, code: '300014' },
  // no endpoint of this venue refuses for these
  'not-isolated': { status: 200, code: '100001' },
  'not-cross': { status: 200, code: '100001' },
  'borrow-disabled': { status: 200, code: '100001' },
  'borrow-size': { status: 200, code: '100001' },
  'borrow-limit': { status: 200, code: '100001' },
  'nothing-owed': { status: 200, code: '100001' },
  'margin-frozen': { status: 200, code: '100001' },
  'margin-bankrupt': { status: 200, code: '100001' },
  'margin-ratio': { status: 200, code: '100001' },
};

type Entries = Readonly<Record<RejectionReason, FailureRow>>;

/** Whose codes an endpoint refuses with: its venue's, or those of margin orders. */
type FailureCatalogue = VenueName | 'margin';

const catalogue: Readonly<Record<FailureCatalogue, Entries>> = { spot, futures, margin };

/**
 * Reading has words of its own: a wrong query parameter, a contract or an order that is not there
 * (docs/exchange/errors.md §3, §4).
 */
const readings: Readonly<Record<FailureCatalogue, Partial<Entries>>> = {
  spot: { 'order-unknown': { status: 200, code: '400100', message: 'order_not_exist' } },
  margin: { 'order-unknown': { status: 200, code: '126043', message: 'order_not_exist' } },
  futures: {
    parameter: { status: 400, code: '300000' },
    'symbol-unknown': { status: 404, code: '404000', message: 'Url Not Found' },
    'order-unknown': { status: 200, code: '100001', message: 'error.getOrder.orderNotExist' },
  },
};

/** The catalogue's code, status and words for a rejection; `isReading` for GET requests. */
export function failureOf(from: FailureCatalogue, rejection: Rejection, isReading: boolean): Failure {
  const entry = (isReading ? readings[from][rejection.reason] : undefined) ?? catalogue[from][rejection.reason];
  return { status: entry.status, code: entry.code, message: entry.message ?? rejection.message };
}

/** What the gateway itself says, the same on both ports. `prefix` is the dialect's header prefix. */
export const gateway = {
  headersMissing: (prefix: string): Failure => ({
    status: 400,
    code: '400001',
    message: `Please check the header of your request for ${prefix}-API-KEY, ${prefix}-API-SIGN, ${prefix}-API-TIMESTAMP, ${prefix}-API-PASSPHRASE`,
  }),
  timestamp: (prefix: string): Failure => ({
    status: 400,
    code: '400002',
    message: `Invalid ${prefix}-API-TIMESTAMP`,
  }),
  keyUnknown: (prefix: string): Failure => ({ status: 401, code: '400003', message: `${prefix}-API-KEY not exists` }),
  passphrase: (prefix: string): Failure => ({
    status: 401,
    code: '400004',
    message: `Invalid ${prefix}-API-PASSPHRASE`,
  }),
  signature: (prefix: string): Failure => ({ status: 401, code: '400005', message: `Invalid ${prefix}-API-SIGN` }),
  address: (clientIp: string): Failure => ({
    status: 403,
    code: '400006',
    message: `Invalid request ip, the current clientIp is:${clientIp}`,
  }),
  permission: (): Failure => ({ status: 403, code: '400007', message: 'Access denied, require more permission.' }),
  keyVersion: (prefix: string): Failure => ({
    status: 400,
    code: '400009',
    message: `Invalid ${prefix}-API-KEY-VERSION`,
  }),
  urlUnknown: (): Failure => ({ status: 404, code: '404000', message: 'Url Not Found' }),
  method: (method: string): Failure => ({
    status: 405,
    code: '405000',
    message: `Request method '${method}' is not supported`,
  }),
  bodyTooLarge: (): Failure => ({ status: 413, code: '413000', message: 'Request Entity Too Large' }),
  mediaType: (): Failure => ({ status: 415, code: '415000', message: 'Unsupported Media Type' }),
  rateLimited: (): Failure => userRateLimited,
  internal: (): Failure => ({ status: 500, code: '500000', message: 'Internal Server Error' }),
} as const;

/** A request that cannot be read at all: broken JSON, a broken URL, a body on a GET. */
export function unreadable(venue: VenueName, message: string): Failure {
  return { status: 400, code: venue === 'spot' ? '400100' : '300000', message };
}

export function failureBody(failure: Failure): JsonValue {
  return { code: failure.code, msg: failure.message };
}
