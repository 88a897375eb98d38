import * as z from 'zod/mini';
import type { Position } from '#shared/domain/futures.ts';
import { type BatchOutcome, FuturesOrderRequest, type PlacedOrder, SpotOrderRequest } from '#shared/domain/order.ts';
import { DecimalText, EpochMs, Venue } from '#shared/domain/scalars.ts';
import { SpotStopRequest } from '#shared/domain/stop-order.ts';
import type { JournalEntry } from '#store/intent-journal.ts';
import type { Recovered } from '../perform.ts';
import { marginAct, marginWish } from './add-margin.ts';
import { batchAct, batchWish } from './batch.ts';
import { type Cancelled, cancelAct, cancelWish } from './cancel.ts';
import { futuresOrderAct, placeWish, spotOrderAct, stopAct } from './place.ts';

/** Where a recovered act goes: one receiver for each type of answer. */
export interface Receivers {
  readonly placed: (recovered: Recovered<PlacedOrder>) => void;
  readonly batch: (recovered: Recovered<readonly BatchOutcome[]>) => void;
  readonly cancelled: (recovered: Recovered<Cancelled>) => void;
  readonly margin: (recovered: Recovered<Position>) => void;
}

const Batch = z.object({ mode: z.enum(['sync', 'async']), orders: z.array(SpotOrderRequest) });
const Cancel = z.object({ venue: Venue, symbol: z.string(), orderId: z.string(), isStop: z.boolean() });
const Margin = z.object({
  request: z.object({ symbol: z.string(), amount: DecimalText, bizNo: z.string() }),
  before: z.object({ positionId: z.string(), openedAtMs: EpochMs, addedMargin: DecimalText }),
  currency: z.string(),
});

/** Makes the act of a journal entry again. Throws when the entry's body is not what its kind says. */
export function recover({ intent, body }: JournalEntry, receivers: Receivers): void {
  switch (intent.kind) {
    case 'place-order': {
      const order = SpotOrderRequest.parse(body);
      return receivers.placed({ intent, wish: placeWish(intent.kind, order), act: spotOrderAct(order) });
    }
    case 'place-stop': {
      const order = SpotStopRequest.parse(body);
      return receivers.placed({ intent, wish: placeWish(intent.kind, order), act: stopAct(order) });
    }
    case 'place-futures-order': {
      const order = FuturesOrderRequest.parse(body);
      return receivers.placed({ intent, wish: placeWish(intent.kind, order), act: futuresOrderAct(order) });
    }
    case 'place-batch': {
      const batch = Batch.parse(body);
      return receivers.batch({ intent, wish: batchWish(batch), act: batchAct(batch) });
    }
    case 'cancel-order':
    case 'cancel-stop':
    case 'cancel-futures-order': {
      const request = Cancel.parse(body);
      return receivers.cancelled({ intent, wish: cancelWish(request), act: cancelAct(request) });
    }
    case 'add-margin': {
      const { request, before, currency } = Margin.parse(body);
      return receivers.margin({ intent, wish: marginWish(request), act: marginAct(request, before, currency) });
    }
  }
}
