import type { Position } from '#shared/domain/futures.ts';
import type { BatchOutcome, FuturesOrderRequest, PlacedOrder, SpotOrderRequest } from '#shared/domain/order.ts';
import type { SpotStopRequest } from '#shared/domain/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, asAct } from './act.ts';
import { marginAct, marginBefore, type MarginRequest } from './acts/add-margin.ts';
import { batchAct, type BatchRequest } from './acts/batch.ts';
import { futuresOrderAct, spotOrderAct, stopAct } from './acts/place.ts';
import type { Instruments } from './instruments.ts';
import { checkFuturesOrder, checkMargin } from './rules/futures.ts';
import { type Breach, checkBatch, checkSpotOrder, checkStop } from './rules/spot.ts';

type Prepare<R, T> = (client: ExchangeClient, request: R) => Promise<Result<Act<T>>>;

/** Checks a request against the exchange's own rules before anything is journalled: `invalid-request` names the field. */
export interface Preparations {
  readonly order: Prepare<SpotOrderRequest, PlacedOrder>;
  readonly batch: Prepare<BatchRequest, readonly BatchOutcome[]>;
  readonly stop: Prepare<SpotStopRequest, PlacedOrder>;
  readonly futuresOrder: Prepare<FuturesOrderRequest, PlacedOrder>;
  readonly margin: Prepare<MarginRequest, Position>;
}

export function createPreparations(instruments: Instruments): Preparations {
  return {
    order: async (client, order) => {
      const symbol = await instruments.symbol(client, order.symbol);
      return symbol.ok ? unless(checkSpotOrder(order, symbol.value), () => spotOrderAct(order)) : symbol;
    },
    batch: async (client, batch) => {
      const symbol = await instruments.symbol(client, batch.orders[0]?.symbol ?? '');
      return symbol.ok ? unless(checkBatch(batch.orders, batch.mode, symbol.value), () => batchAct(batch)) : symbol;
    },
    stop: async (client, order) => {
      const symbol = await instruments.symbol(client, order.symbol);
      return symbol.ok ? unless(checkStop(order, symbol.value), () => stopAct(order)) : symbol;
    },
    futuresOrder: async (client, order) => {
      const contract = await instruments.contract(client, order.symbol);
      return contract.ok ? unless(checkFuturesOrder(order, contract.value), () => futuresOrderAct(order)) : contract;
    },
    margin: async (client, request) => {
      const read = await client.futures.positions({}, asAct);
      if (!read.ok) return read;
      const position = read.value.find(candidate => candidate.symbol === request.symbol);
      const checked = checkMargin(request.amount, position);
      if (!checked.ok) return invalid(checked.breach);
      return succeed(marginAct(request, marginBefore(checked.position), checked.position.settleCurrency));
    },
  };
}

function unless<T>(found: Breach | null, make: () => Act<T>): Result<Act<T>> {
  return found === null ? succeed(make()) : invalid(found);
}

function invalid({ message, field }: Breach) {
  return fail('invalid-request', message, { field });
}
