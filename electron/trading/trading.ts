import type { Position } from '#shared/domain/futures.ts';
import type { Intent } from '#shared/domain/intent.ts';
import type { BatchOutcome, FuturesOrderRequest, PlacedOrder, SpotOrderRequest } from '#shared/domain/order.ts';
import type { SpotStopRequest } from '#shared/domain/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Log } from '#log/log.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import type { TradingDesk } from './act.ts';
import { type MarginRequest, marginWish } from './acts/add-margin.ts';
import { type BatchRequest, batchWish } from './acts/batch.ts';
import { type CancelRequest, type Cancelled, cancelAct, cancelWish } from './acts/cancel.ts';
import { placeWish } from './acts/place.ts';
import { type Receivers, recover } from './acts/recover.ts';
import { createInstruments } from './instruments.ts';
import { createIntents } from './intents.ts';
import { createPerformer, type Performer } from './perform.ts';
import { createPreparations } from './prepare.ts';
import { type Wait, waitQuietly } from './reconcile.ts';

export interface TradingOptions {
  readonly journal: IntentJournal;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly publish: (intent: Intent) => void;
  readonly wait?: Wait;
}

type Write<I, O> = (desk: TradingDesk, input: I) => Promise<Result<O>>;

/**
 * Everything that changes something at the exchange: checked against its rules, journalled, sent once; a lost answer is
 * looked up, never sent again by itself. faults.md §4.
 */
export interface Trading {
  readonly placeOrder: Write<SpotOrderRequest, PlacedOrder>;
  readonly placeBatch: Write<BatchRequest, readonly BatchOutcome[]>;
  readonly placeStop: Write<SpotStopRequest, PlacedOrder>;
  readonly placeFuturesOrder: Write<FuturesOrderRequest, PlacedOrder>;
  readonly cancel: Write<CancelRequest, Cancelled>;
  readonly addMargin: Write<MarginRequest, Position>;
  /** newest first, at most 200 */
  readonly intents: (profileId: string) => Result<readonly Intent[]>;
  /** The profile was opened: acts that an earlier run left open are looked up. */
  readonly resume: (desk: TradingDesk) => void;
  /** Calls off all looking up; what is open stays open in the journal for the next start. */
  readonly close: () => void;
}

const intentsListed = 200;

export function createTrading(options: TradingOptions): Trading {
  const { journal, log, nowMs } = options;
  const clients = new Map<string, ExchangeClient>();
  const clientOf = (profileId: string) => clients.get(profileId) ?? null;
  const shared = { intents: createIntents(options), wait: options.wait ?? waitQuietly, log, clientOf };
  const placing = createPerformer<PlacedOrder>(shared);
  const batches = createPerformer<readonly BatchOutcome[]>(shared);
  const cancelling = createPerformer<Cancelled>(shared);
  const margins = createPerformer<Position>(shared);
  const prepare = createPreparations(createInstruments(nowMs));
  /** From now on the acts of this profile are looked up with this client. */
  const on = (desk: TradingDesk): TradingDesk => {
    clients.set(desk.profileId, desk.client);
    return desk;
  };

  return {
    placeOrder: (desk, order) =>
      placing.perform(on(desk), placeWish('place-order', order), () => prepare.order(desk.client, order)),
    placeBatch: (desk, batch) => batches.perform(on(desk), batchWish(batch), () => prepare.batch(desk.client, batch)),
    placeStop: (desk, order) =>
      placing.perform(on(desk), placeWish('place-stop', order), () => prepare.stop(desk.client, order)),
    placeFuturesOrder: (desk, order) =>
      placing.perform(on(desk), placeWish('place-futures-order', order), () =>
        prepare.futuresOrder(desk.client, order),
      ),
    cancel: (desk, request) =>
      cancelling.perform(on(desk), cancelWish(request), () => Promise.resolve(succeed(cancelAct(request)))),
    addMargin: (desk, request) =>
      margins.perform(on(desk), marginWish(request), () => prepare.margin(desk.client, request)),
    intents: profileId => journal.list(profileId, intentsListed),
    resume: desk => resumeAll(on(desk), options, receiversOf({ placing, batches, cancelling, margins })),
    close: () => {
      for (const performer of [placing, batches, cancelling, margins]) performer.close();
    },
  };
}

interface Performers {
  readonly placing: Performer<PlacedOrder>;
  readonly batches: Performer<readonly BatchOutcome[]>;
  readonly cancelling: Performer<Cancelled>;
  readonly margins: Performer<Position>;
}

function receiversOf({ placing, batches, cancelling, margins }: Performers): Receivers {
  return {
    placed: found => placing.resume(found),
    batch: found => batches.resume(found),
    cancelled: found => cancelling.resume(found),
    margin: found => margins.resume(found),
  };
}

function resumeAll({ profileId }: TradingDesk, { journal, log }: TradingOptions, receivers: Receivers): void {
  const open = journal.open(profileId);
  if (!open.ok) {
    log.error('intent.resume-failed', { profileId, reason: open.error.message });
    return;
  }
  for (const entry of open.value) {
    try {
      recover(entry, receivers);
    } catch (cause) {
      log.error('intent.not-recovered', { intentId: entry.intent.id, reason: String(cause) });
    }
  }
}
