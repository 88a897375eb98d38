import * as z from 'zod/mini';

/**
 * The faults that the practice exchange can simulate, by option or at run time. Faults with a trigger affect single
 * messages or requests; the others last until `reset`.
 */

const venue = z.enum(['spot', 'futures']);
const audience = z.enum(['public', 'private']);
const wholeMs = z.number().check(z.int(), z.nonnegative(), z.lte(3_600_000));
const positive = z.number().check(z.int(), z.positive());

/**
 * When a fault strikes: the first `skip` candidates go untouched, then each is struck with `probability` (1 when not
 * given), `count` times in all. Without both, once; with a probability only, until `reset`. A candidate is one frame on
 * one connection, or one request.
 */
const trigger = {
  count: z.optional(positive),
  probability: z.optional(z.number().check(z.gt(0), z.lte(1))),
  skip: z.optional(z.number().check(z.int(), z.nonnegative())),
};

/** Which connections. */
const connectionFilter = { venue: z.optional(venue), audience: z.optional(audience) };

/** Which frames: pushes of a topic (`/market/level2` means all its symbols), or control frames. */
const frames = {
  ...connectionFilter,
  topic: z.optional(z.string()),
  frame: z.optional(z.enum(['message', 'welcome', 'pong', 'ack', 'error'])),
};

/** `present`: the connections that are open now (default); `all`: later ones as well. */
const standing = { ...connectionFilter, connections: z.optional(z.enum(['present', 'all'])) };

const FrameFault = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('lose'), ...frames, ...trigger }),
  /** comes twice, the second time `delayMs` later: an old replay */
  z.strictObject({ fault: z.literal('duplicate'), delayMs: z.optional(wholeMs), ...frames, ...trigger }),
  /** an increment that begins before the end of the previous one */
  z.strictObject({ fault: z.literal('overlap'), ...frames, ...trigger }),
  /** the next frame of the same topic passes it */
  z.strictObject({ fault: z.literal('reorder'), ...frames, ...trigger }),
  /** comes later; what follows passes it */
  z.strictObject({ fault: z.literal('delay'), delayMs: wholeMs, ...frames, ...trigger }),
  /** a book or ticker whose best bid is above its best ask */
  z.strictObject({ fault: z.literal('crossed'), ...frames, ...trigger }),
  /** `cut`: half a text; `shape`: JSON of another shape; `number`: a price that is none */
  z.strictObject({
    fault: z.literal('malformed'),
    how: z.optional(z.enum(['cut', 'shape', 'number'])),
    ...frames,
    ...trigger,
  }),
]);
export type FrameFault = z.infer<typeof FrameFault>;

const ConnectionFault = z.discriminatedUnion('fault', [
  /** the socket stays open and pings are answered; a topic silences that topic only */
  z.strictObject({ fault: z.literal('stop-sending'), topic: z.optional(z.string()), ...standing }),
  z.strictObject({ fault: z.literal('mute-pongs'), ...standing }),
  /** the socket stays open and nothing at all passes */
  z.strictObject({ fault: z.literal('half-open'), ...standing }),
  z.strictObject({ fault: z.literal('slow'), bytesPerSecond: positive, ...standing }),
]);
export type ConnectionFault = z.infer<typeof ConnectionFault>;

const closeCode = z.number().check(z.int(), z.gte(1000), z.lte(4999));

/**
 * Without any trigger at once, else when a push that the trigger strikes is about to go. `isAbrupt`: without a close
 * frame.
 */
const CloseFault = z.strictObject({
  fault: z.literal('close'),
  code: z.optional(closeCode),
  reason: z.optional(z.string().check(z.maxLength(100))),
  isAbrupt: z.optional(z.boolean()),
  ...connectionFilter,
  ...trigger,
});
export type CloseFault = z.infer<typeof CloseFault>;

const AdmissionFault = z.discriminatedUnion('fault', [
  /** tokens issued so far end; open connections stay */
  z.strictObject({ fault: z.literal('expire-tokens'), venue: z.optional(venue) }),
  /** 509 on the next subscription, then close 1000 */
  z.strictObject({
    fault: z.literal('subscription-limit'),
    limit: z.optional(z.enum(['per-time', 'per-session', 'sessions', 'permits'])),
    ...connectionFilter,
    ...trigger,
  }),
  /** the next upgrade is answered with an HTTP status */
  z.strictObject({
    fault: z.literal('refuse-upgrade'),
    status: z.optional(z.number().check(z.int(), z.gte(400), z.lte(599))),
    venue: z.optional(venue),
    ...trigger,
  }),
]);
export type AdmissionFault = z.infer<typeof AdmissionFault>;

const serverError = z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]);

/**
 * How a request is answered. `truncated`: a whole response around half a body; `cut`: the connection ends in the middle
 * of the body; `reset`: it ends without an answer; `hang`: no answer, the connection stays.
 */
export const RestAnswer = z.discriminatedUnion('kind', [
  /** 429; `hasHeaders` false is an overload of the service itself, without the gateway's headers */
  z.strictObject({
    kind: z.literal('rate-limited'),
    hasHeaders: z.optional(z.boolean()),
    resetMs: z.optional(wholeMs),
  }),
  z.strictObject({ kind: z.literal('error'), status: z.optional(serverError) }),
  /** an envelope without data: 200 with the code of success says nothing but its words */
  z.strictObject({
    kind: z.literal('message'),
    code: z.string(),
    message: z.string(),
    status: z.optional(z.number().check(z.int(), z.gte(200), z.lte(599))),
  }),
  z.strictObject({ kind: z.literal('html'), status: z.optional(z.number().check(z.int(), z.gte(200), z.lte(599))) }),
  z.strictObject({ kind: z.enum(['truncated', 'cut', 'empty', 'reset', 'hang']) }),
  /** the true answer with one field of its n-th row (counted from 0) replaced; without `value` the field is removed */
  z.strictObject({
    kind: z.literal('odd-row'),
    field: z.string(),
    row: z.optional(z.number().check(z.int(), z.gte(0))),
    value: z.optional(z.unknown()),
  }),
]);
export type RestAnswer = z.infer<typeof RestAnswer>;

/**
 * `path` is the route's pattern or the very path; `isExecuted`: the request takes effect, only its answer is spoilt.
 */
const RequestFault = z.strictObject({
  fault: z.literal('rest'),
  answer: RestAnswer,
  isExecuted: z.optional(z.boolean()),
  venue: z.optional(venue),
  method: z.optional(z.enum(['GET', 'POST', 'DELETE'])),
  path: z.optional(z.string()),
  ...trigger,
});
export type RequestFault = z.infer<typeof RequestFault>;

/** REST answers an order book as it was when the fault was set: older than every later increment. */
const StaleSnapshotFault = z.strictObject({
  fault: z.literal('stale-snapshot'),
  venue: z.optional(venue),
  symbol: z.optional(z.string()),
  ...trigger,
});
export type StaleSnapshotFault = z.infer<typeof StaleSnapshotFault>;

const TimingFault = z.discriminatedUnion('fault', [
  /** the gateway's clock runs ahead by `ms`, behind when negative; the latest one counts */
  z.strictObject({
    fault: z.literal('clock-skew'),
    ms: z.number().check(z.int(), z.gte(-86_400_000), z.lte(86_400_000)),
  }),
  /** both ways together; each request or frame takes `ms` plus up to `jitterMs`; the latest one for a target counts */
  z.strictObject({
    fault: z.literal('latency'),
    ms: wholeMs,
    jitterMs: z.optional(wholeMs),
    target: z.optional(z.enum(['rest', 'feed'])),
  }),
]);
export type TimingFault = z.infer<typeof TimingFault>;

/** The simulated traders rest: the market does not move by itself, while clock, feeds and users continue. */
const QuietMarket = z.strictObject({ fault: z.literal('quiet-market') });

/** Every n-th row (`every`, else each) of ledgers and fills is listed so many ms after its time only. */
const LateRows = z.strictObject({ fault: z.literal('late-rows'), ms: wholeMs, every: z.optional(positive) });

/** Everything is as it should be again. Messages that were delayed still come. */
const Reset = z.strictObject({ fault: z.literal('reset') });

export const Fault = z.discriminatedUnion('fault', [
  FrameFault,
  ConnectionFault,
  CloseFault,
  AdmissionFault,
  RequestFault,
  StaleSnapshotFault,
  TimingFault,
  QuietMarket,
  LateRows,
  Reset,
]);
export type Fault = z.infer<typeof Fault>;

/** A fault that strikes or lasts; `reset` does neither. */
export type LastingFault = Exclude<Fault, { fault: 'reset' }>;
export type FaultName = LastingFault['fault'];
