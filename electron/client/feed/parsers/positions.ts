import * as z from 'zod/mini';
import { pushedPositionRow } from '#client/endpoints/futures-account/position-rows.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import {
  anyTime,
  anyTimeOrNull,
  countOrNull,
  decimalOrNull,
  flag,
  positionSideOrNull,
  setDecimalOrNull,
  textOrNull,
} from '#client/wire/scalars.ts';
import type { PositionPatch, PositionUpdate } from '../messages/positions.ts';
import { fieldsOf, type PushedFrame, type Parsed, parserOf, unreadable } from './parser.ts';

/** The symbol of the record, or the topic's: on positionAll it may be in either. docs/exchange/feeds.md §8.4. */
function symbolOf({ data, suffix }: PushedFrame): string | null {
  const symbol = fieldsOf(data)?.['symbol'];
  if (typeof symbol === 'string' && symbol !== '') return symbol;
  return suffix === '' ? null : suffix;
}

const sparseData = z.object({
  markPrice: decimalOrNull,
  markValue: decimalOrNull,
  maintMargin: decimalOrNull,
  posMaint: decimalOrNull,
  realLeverage: decimalOrNull,
  unrealisedPnl: decimalOrNull,
  unrealisedPnlPcnt: decimalOrNull,
  unrealisedRoePcnt: decimalOrNull,
  delevPercentage: decimalOrNull,
  liquidationPrice: setDecimalOrNull,
  settleCurrency: textOrNull,
  positionSide: positionSideOrNull,
  currentTimestamp: anyTimeOrNull,
});

type PatchField = keyof PositionPatch;

/** The wire calls the position margin with its profit and loss `maintMargin`, as in REST. */
function toPatch(wire: z.infer<typeof sparseData>): PositionPatch {
  const figures: Readonly<Record<PatchField, string | null>> = {
    markPrice: wire.markPrice,
    markValue: wire.markValue,
    marginWithPnl: wire.maintMargin,
    maintenanceMargin: wire.posMaint,
    realLeverage: wire.realLeverage,
    unrealisedPnl: wire.unrealisedPnl,
    unrealisedPnlRatio: wire.unrealisedPnlPcnt,
    returnOnEquity: wire.unrealisedRoePcnt,
    adlPercentile: wire.delevPercentage,
    liquidationPrice: wire.liquidationPrice,
    settleCurrency: wire.settleCurrency,
  };
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
}

const readSparse = (symbol: string) =>
  parserOf(
    sparseData,
    (wire): PositionUpdate => ({
      kind: 'sparse',
      symbol,
      ...sideField(wire.positionSide),
      patch: toPatch(wire),
      asOfMs: wire.currentTimestamp,
    }),
  );

const readFull = (symbol: string, reason: string) =>
  parserOf(pushedPositionRow, (position): PositionUpdate => ({ kind: 'full', symbol, reason, position }));

/**
 * Subject position.change. A record with a quantity is whole, unless it says that only the mark price moved: then its
 * other fields may be missing or old, and the few figures are a patch.
 */
export function readPositionChange(frame: PushedFrame): Parsed<PositionUpdate> {
  const fields = fieldsOf(frame.data);
  const symbol = symbolOf(frame);
  if (fields === null || symbol === null) return unreadable(fields === null ? 'data' : 'symbol');
  const word = fields['changeReason'];
  const reason = typeof word === 'string' ? word : '';
  const isSparse = reason === 'markPriceChange' || fields['currentQty'] === undefined;
  if (isSparse) return readSparse(symbol)(frame);
  return readFull(symbol, reason)({ ...frame, data: { ...fields, symbol } });
}

const settlementData = z.object({ fundingFee: decimalOrNull, fundingRate: decimalOrNull, ts: anyTime });

/** Subject position.settlement. */
export function readSettlement(frame: PushedFrame): Parsed<PositionUpdate> {
  const symbol = symbolOf(frame);
  if (symbol === null) return unreadable('symbol');
  const readData = parserOf(
    settlementData,
    ({ ts, ...rest }): PositionUpdate => ({ kind: 'funding-settled', symbol, ...rest, timeMs: ts }),
  );
  return readData(frame);
}

const riskLimitData = z.object({ success: flag, riskLimitLevel: countOrNull, msg: textOrNull });

/** Subject position.adjustRiskLimit. */
export function readRiskLimit(frame: PushedFrame): Parsed<PositionUpdate> {
  const symbol = symbolOf(frame);
  if (symbol === null) return unreadable('symbol');
  const readData = parserOf(
    riskLimitData,
    (wire): PositionUpdate => ({
      kind: 'risk-limit',
      symbol,
      isDone: wire.success,
      level: wire.riskLimitLevel,
      message: wire.msg,
    }),
  );
  return readData(frame);
}
