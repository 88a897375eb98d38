import type { MovementRecord, Movements } from '../accounts/movements/movements.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { FaultRegistry } from './fault-registry.ts';

/** The lists that may be late, as REST shows them. */
interface ShownLists {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly movements: Movements;
}

/** A row as far as its lateness goes; a booking of a trade has the number of the trade and comes with its fill. */
interface DatedRow {
  readonly number: bigint;
  readonly createdAtMs: number;
}

function datedMovement({ number, cause, createdAtMs }: MovementRecord): DatedRow {
  return { number: cause?.tradeId ?? BigInt(number), createdAtMs };
}

/** Holds rows of ledgers and fills back until they are so late as the latest `late-rows` says. */
export function createLateRows(registry: FaultRegistry, clock: Pick<Clock, 'nowMs'>, lists: ShownLists): ShownLists {
  let fault = registry.lasting(['late-rows'])[0]?.fault;
  registry.onChange(() => {
    fault = registry.lasting(['late-rows'])[0]?.fault;
  });
  const isListed = ({ number, createdAtMs }: DatedRow): boolean =>
    fault === undefined || number % BigInt(fault.every ?? 1) !== 0n || createdAtMs + fault.ms <= clock.nowMs();
  const isListedFill = (fill: { readonly tradeId: bigint; readonly createdAtMs: number }): boolean =>
    isListed({ number: fill.tradeId, createdAtMs: fill.createdAtMs });
  const { spot, futures, movements } = lists;
  return {
    spot: { ...spot, fills: (...asked) => spot.fills(...asked).filter(isListedFill) },
    futures: { ...futures, fills: (...asked) => futures.fills(...asked).filter(isListedFill) },
    movements: { list: (...asked) => movements.list(...asked).filter(row => isListed(datedMovement(row))) },
  };
}
