import * as z from 'zod/mini';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { absolute, type Decimal, compare, divide, fromNumber, minimum, multiply } from '#shared/decimal.ts';
import type { Contract, ContractState, RiskLevel } from '#practice/futures/contract-types.ts';
import { amount, readQuery, symbol, text } from '#practice/http/endpoint/fields.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';
import { unknownContract } from '../reference.ts';

/** What open orders tie up and what more could be opened: docs/exchange/endpoints.md §8.7. */

const quotient = { scale: 10, rounding: 'down' } as const;
const SymbolQuery = z.object({ symbol });

/** GET /api/v1/openOrderStatistics?symbol. */
export function getOpenOrderStatistics(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const open = call.exchange.futures.openOrderStatistics(call.accountId, query.value.symbol);
  if (!open.ok) return open;
  return accept({
    openOrderBuySize: numeric(open.value.buySize),
    openOrderSellSize: numeric(open.value.sellSize),
    openOrderBuyCost: open.value.buyCost,
    openOrderSellCost: open.value.sellCost,
    settleCurrency: open.value.settleCurrency,
  });
}

const OpenSizeQuery = z.object({ symbol, price: amount, leverage: amount });

/** GET /api/v2/getMaxOpenSize?symbol&price&leverage: lots. */
export function getMaxOpenSize(call: SignedCall): Answer {
  const query = readQuery(OpenSizeQuery, call.query);
  if (!query.ok) return query;
  const size = call.exchange.futures.maxOpenSize(call.accountId, query.value);
  if (!size.ok) return size;
  return accept({
    symbol: query.value.symbol,
    maxBuyOpenSize: numeric(size.value.buy),
    maxSellOpenSize: numeric(size.value.sell),
  });
}

const mostSymbols = 50;
const CrossLimitQuery = z.object({
  symbol: text(2000),
  totalMargin: z.exactOptional(amount),
  leverage: z.exactOptional(amount),
});
type CrossLimitQuery = z.infer<typeof CrossLimitQuery>;

/** GET /api/v2/batchGetCrossOrderLimit?symbol: what a margin could open on cross margin, for up to 50 contracts. */
export function listCrossLimits(call: SignedCall): Answer {
  const query = readQuery(CrossLimitQuery, call.query);
  if (!query.ok) return query;
  const names = [...new Set(query.value.symbol.split(','))];
  if (names.length > mostSymbols)
    return refuse('parameter', `symbol must be at most ${mostSymbols} contracts`, 'symbol');
  const limits: JsonFields[] = [];
  for (const name of names) {
    const limit = crossLimitOf(call, name, query.value);
    if (!limit.ok) return limit;
    limits.push(limit.value);
  }
  return accept(limits);
}

/** Ten thousand dollars, in the coin that an inverse contract settles in. */
function defaultMargin(contract: Contract, { indexPrice }: ContractState): Decimal {
  return contract.isInverse ? divide('10000', indexPrice, { scale: 8, rounding: 'down' }) : '10000';
}

/** The highest risk level that still allows the leverage. */
function levelFor(contract: Contract, leverage: Decimal): RiskLevel | undefined {
  return contract.riskLevels.findLast(level => compare(leverage, fromNumber(level.maxLeverage)) <= 0);
}

function crossLimitOf(call: SignedCall, name: string, asked: CrossLimitQuery): Outcome<JsonFields> {
  const contract = call.exchange.futures.contract(name);
  const state = call.exchange.futures.state(name);
  if (contract === null || state === null) return unknownContract(name);
  const leverage = asked.leverage ?? fromNumber(contract.maxLeverage);
  const level = levelFor(contract, leverage);
  if (level === undefined || compare(leverage, '1') < 0) {
    return refuse('parameter', `leverage must be from 1 to ${contract.maxLeverage}`, 'leverage');
  }
  const totalMargin = asked.totalMargin ?? defaultMargin(contract, state);
  const value = minimum(multiply(totalMargin, leverage), level.maxRiskLimit);
  const lot = absolute(contract.multiplier);
  const lots = contract.isInverse ? multiply(value, state.lastPrice) : divide(value, state.lastPrice, quotient);
  return accept({
    symbol: name,
    maxOpenSize: numeric(divide(lots, lot, { scale: 0, rounding: 'down' })),
    maxOpenValue: value,
    totalMargin,
    price: state.lastPrice,
    leverage,
    mmr: level.maintainMargin,
    imr: divide('1', leverage, quotient),
    currency: contract.settleCurrency,
  });
}
