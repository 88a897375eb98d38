import * as z from 'zod/mini';
import { Failure } from '#shared/errors.ts';
import { Balance } from './account.ts';
import { Fill } from './fill.ts';
import { MarginAccountRow } from './margin.ts';
import { Position } from '../market/futures.ts';
import { ReadCost } from '../link.ts';
import type { AccountListName } from './list-name.ts';
import { Order } from './order.ts';
import { Completeness } from '../answers/missing-part.ts';
import { EpochMs } from '../scalars.ts';
import { SpotCoverage } from '../answers/spot-coverage.ts';
import { StopOrder } from './stop-order.ts';

/** What a row of each list is. */
export interface AccountRows {
  readonly 'spot.orders': Order;
  readonly 'futures.orders': Order;
  readonly 'spot.stops': StopOrder;
  readonly 'futures.stops': StopOrder;
  readonly 'spot.fills': Fill;
  readonly 'futures.fills': Fill;
  readonly positions: Position;
  readonly balances: Balance;
  readonly 'margin.orders': Order;
  readonly 'margin.fills': Fill;
  readonly 'margin.accounts': MarginAccountRow;
}

/** How a list is. Main alone judges that; the page shows it. */
export const ListStatus = z.object({
  /** `live`: its changes are pushed and nothing was missed. `polled`: it is read again and again */
  feed: z.enum(['live', 'polled']),
  /** why it is not live, as a sentence; null when it is */
  detail: z.nullable(z.string()),
  /** when the rows were last known to be right; null: they never were, and there are none */
  asOfMs: z.nullable(EpochMs),
  /** whether the last answer had all of it */
  completeness: Completeness,
  /** which spot lists the last answer is from; absent where there is one list only */
  coverage: z.optional(SpotCoverage),
  /** between two reads, as things are now */
  intervalMs: z.number(),
  isRefreshing: z.boolean(),
  /** why the last read failed; null after one that did not */
  error: z.nullable(Failure),
  /** when it is tried again after a failure */
  nextAttemptAtMs: z.nullable(EpochMs),
  /** what one read of it takes of the exchange's budget */
  cost: ReadCost,
});
export type ListStatus = z.infer<typeof ListStatus>;

function messageOf<const L extends AccountListName, R extends z.ZodMiniType>(list: L, row: R) {
  return z.object({
    profileId: z.string(),
    list: z.literal(list),
    /** counts the messages of one list: edits mean something only right after the message before them */
    serial: z.int(),
    kind: z.enum(['whole', 'edits']),
    /** rows that are new or have changed; of a `whole` message all there are */
    upserts: z.array(row),
    /** keys of removed rows */
    removed: z.array(z.string()),
    status: ListStatus,
  });
}

/** The messages of a list from main to the page; written and read by `shared/list-messages.ts`. */
export const AccountMessage = z.discriminatedUnion('list', [
  messageOf('spot.orders', Order),
  messageOf('futures.orders', Order),
  messageOf('spot.stops', StopOrder),
  messageOf('futures.stops', StopOrder),
  messageOf('spot.fills', Fill),
  messageOf('futures.fills', Fill),
  messageOf('positions', Position),
  messageOf('balances', Balance),
  messageOf('margin.orders', Order),
  messageOf('margin.fills', Fill),
  messageOf('margin.accounts', MarginAccountRow),
]);
export type AccountMessage = z.infer<typeof AccountMessage>;
