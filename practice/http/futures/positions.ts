import * as z from 'zod/mini';
import type { Contract } from '#practice/futures/contract-types.ts';
import type { FuturesPosition } from '#practice/futures/types.ts';
import { accept } from '#practice/kernel/kernel.ts';
import { uidOf } from '#practice/accounts/owners.ts';
import type { Answer, Call, SignedCall } from '../endpoint/endpoint.ts';
import { numericAmount, positionSide, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { writeDepositedPosition, writePosition } from './position-record.ts';
import { unknownContract } from './reference.ts';

/** Positions: docs/exchange/endpoints.md §9. */

const currency = text(16);
const PositionsQuery = z.object({ currency: z.exactOptional(currency) });

/** GET /api/v1/positions: the open ones, of one settle currency if asked. */
export function listPositions(call: SignedCall): Answer {
  const query = readQuery(PositionsQuery, call.query);
  if (!query.ok) return query;
  const wanted = query.value.currency;
  const positions = call.exchange.futures
    .positions(call.accountId)
    .filter(position => position.isOpen && (wanted === undefined || position.settleCurrency === wanted));
  return accept(positions.map(position => writePosition(position, isInverse(call, position.symbol))));
}

const SymbolQuery = z.object({ symbol });

/** GET /api/v1/position?symbol: zeros when there is none. */
export function getPosition(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const contract = call.exchange.futures.contract(query.value.symbol);
  if (contract === null) return unknownContract(query.value.symbol);
  const [position = flatPosition(call, contract)] = positionsIn(call, contract);
  return accept(writePosition(position, contract.isInverse));
}

/** The open positions of a contract: two at most, in hedge mode. */
function positionsIn(call: SignedCall, { symbol: name }: Contract): readonly FuturesPosition[] {
  return call.exchange.futures.positions(call.accountId).filter(position => position.symbol === name);
}

/** GET /api/v2/position?symbol: the same in a list, in hedge mode with both sides. */
export function listPositionsOf(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const contract = call.exchange.futures.contract(query.value.symbol);
  if (contract === null) return unknownContract(query.value.symbol);
  const open = positionsIn(call, contract);
  const rows = open.length === 0 ? [flatPosition(call, contract)] : open;
  return accept(rows.map(position => writePosition(position, contract.isInverse)));
}

function isInverse(call: Call, name: string): boolean {
  return call.exchange.futures.contract(name)?.isInverse ?? false;
}

const DepositBody = z.object({
  symbol,
  margin: numericAmount,
  bizNo: text(36),
  positionSide: z.exactOptional(positionSide),
});

/** POST /api/v1/position/margin/deposit-margin: the same bizNo is applied once, and answered like the first time. */
export function depositMargin(call: SignedCall): Answer {
  const body = read(DepositBody, call.body);
  if (!body.ok) return body;
  const position = call.exchange.futures.addMargin(call.accountId, body.value);
  if (!position.ok) return position;
  return accept(writeDepositedPosition(position.value, uidOf(call.exchange.directory, call.accountId)));
}

const nothing = {
  currentQty: '0',
  currentCost: '0',
  currentComm: '0',
  unrealisedCost: '0',
  realisedGrossCost: '0',
  realisedCost: '0',
  markValue: '0',
  posCost: '0',
  posCross: '0',
  posInit: '0',
  posComm: '0',
  posLoss: '0',
  posMargin: '0',
  leverageMargin: '0',
  posMaint: '0',
  maintMargin: '0',
  realLeverage: '0',
  delevPercentage: '0',
  realisedGrossPnl: '0',
  realisedPnl: '0',
  unrealisedPnl: '0',
  unrealisedPnlPcnt: '0',
  unrealisedRoePcnt: '0',
  avgEntryPrice: '0',
  liquidationPrice: '0',
  bankruptPrice: '0',
} as const;

function chosenMode(call: SignedCall, name: string): FuturesPosition['marginMode'] {
  const mode = call.exchange.futures.marginMode(call.accountId, name);
  return mode.ok ? mode.value : 'ISOLATED';
}

function flatPosition(call: SignedCall, contract: Contract): FuturesPosition {
  const level = contract.riskLevels[0];
  return {
    ...nothing,
    id: '',
    accountId: call.accountId,
    symbol: contract.symbol,
    positionSide: 'BOTH',
    settleCurrency: contract.settleCurrency,
    marginMode: chosenMode(call, contract.symbol),
    autoDeposit: false,
    isOpen: false,
    leverage: '0',
    markPrice: call.exchange.futures.state(contract.symbol)?.markPrice ?? '0',
    maintMarginReq: level?.maintainMargin ?? '0',
    riskLimit: level?.maxRiskLimit ?? '0',
    riskLimitLevel: level?.level ?? 1,
    openedAtMs: 0,
    asOfMs: call.nowMs,
  };
}
