import * as z from 'zod/mini';
import type { Contract } from '#practice/futures/contract-types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { read, readQuery, symbol } from '../endpoint/fields.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { writeContract, writeRiskLevel, writeTicker } from './contract-record.ts';

const SymbolFields = z.object({ symbol });

/** GET /api/v1/contracts/{symbol}, docs/exchange/records.md §8.1. */
export function getContract(call: Call): Answer {
  const contract = contractByPath(call);
  if (!contract.ok) return contract;
  const record = recordOf(contract.value, call);
  return record === null ? unknownContract(contract.value.symbol) : accept(record);
}

/** GET /api/v1/contracts/active, docs/exchange/endpoints.md §7. */
export function listContracts(call: Call): Answer {
  const records = call.exchange.futures.contracts.map(contract => recordOf(contract, call));
  return accept(records.filter(record => record !== null));
}

/** GET /api/v1/contracts/risk-limit/{symbol}, docs/exchange/records.md §8.2. */
export function listRiskLevels(call: Call): Answer {
  const contract = contractByPath(call);
  if (!contract.ok) return contract;
  return accept(contract.value.riskLevels.map(level => writeRiskLevel(contract.value.symbol, level)));
}

/** GET /api/v1/ticker?symbol, docs/exchange/records.md §8.3. */
export function getTicker(call: Call): Answer {
  const query = readQuery(SymbolFields, call.query);
  if (!query.ok) return query;
  const ticker = call.exchange.futures.ticker(query.value.symbol);
  return ticker === null ? unknownContract(query.value.symbol) : accept(writeTicker(ticker));
}

function contractByPath(call: Call): Outcome<Contract> {
  const path = read(SymbolFields, call.path);
  if (!path.ok) return path;
  const contract = call.exchange.futures.contract(path.value.symbol);
  return contract === null ? unknownContract(path.value.symbol) : accept(contract);
}

export function unknownContract(name: string) {
  return refuse('symbol-unknown', `Contract ${name} does not exist.`, 'symbol');
}

/** Null before the contract has its first price: it is not open yet. */
function recordOf(contract: Contract, call: Call): JsonValue {
  const state = call.exchange.futures.state(contract.symbol);
  return state === null ? null : writeContract(contract, { state, dialect: call.dialect, nowMs: call.nowMs });
}
