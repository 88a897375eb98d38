import * as z from 'zod/mini';
import { currencies, findChain, findCurrency } from '#practice/accounts/currencies/currency.ts';
import type { ChainRecord, CurrencyRecord } from '#practice/accounts/currencies/types.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Dialect } from '../endpoint/dialect.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { read, readQuery, text } from '../endpoint/fields.ts';

/** What each currency is and how it travels: docs/exchange/records.md §11.1. */

const CurrencyPath = z.object({ currency: text(16) });
const ChainQuery = z.object({ chain: z.exactOptional(text(32)) });

/** GET /api/v3/currencies: all of them. */
export function listCurrencies(call: Call): Answer {
  return accept(currencies.map(record => writeCurrency(record, record.chains, call.dialect)));
}

/** GET /api/v3/currencies/{currency}?chain: with a chain, that chain alone. */
export function getCurrency(call: Call): Answer {
  const path = read(CurrencyPath, call.path);
  if (!path.ok) return path;
  const query = readQuery(ChainQuery, call.query);
  if (!query.ok) return query;
  const record = findCurrency(path.value.currency);
  if (record === null) return refuse('parameter', `currency not exists: ${path.value.currency}`, 'currency');
  const { chain } = query.value;
  if (chain === undefined) return accept(writeCurrency(record, record.chains, call.dialect));
  const found = findChain(record, chain);
  if (found === null) return refuse('parameter', `${record.currency} has no chain ${chain}`, 'chain');
  return accept(writeCurrency(record, [found], call.dialect));
}

function writeCurrency(record: CurrencyRecord, chains: readonly ChainRecord[], dialect: Dialect): JsonValue {
  return {
    currency: record.currency,
    name: record.name,
    fullName: record.fullName,
    precision: record.precision,
    // both stand with each chain; up here the service has nothing but null
    confirms: null,
    contractAddress: null,
    isMarginEnabled: record.isMarginEnabled,
    isDebitEnabled: record.isDebitEnabled,
    chains: chains.map(chain => writeChain(chain, dialect)),
  };
}

function writeChain(chain: ChainRecord, dialect: Dialect): JsonFields {
  return {
    chainName: chain.chainName,
    withdrawalMinSize: chain.withdrawalMinSize,
    depositMinSize: chain.depositMinSize,
    withdrawFeeRate: chain.withdrawFeeRate,
    withdrawalMinFee: chain.withdrawalMinFee,
    isWithdrawEnabled: chain.isWithdrawEnabled,
    isDepositEnabled: chain.isDepositEnabled,
    confirms: chain.confirms,
    preConfirms: chain.preConfirms,
    contractAddress: chain.contractAddress,
    // "present only for some currencies"
    depositFeeRate: chain.depositFeeRate,
    withdrawMaxFee: chain.withdrawMaxFee,
    ...(dialect.hasExtraFields ? extraFields(chain) : {}),
    chainId: chain.chainId,
  };
}

function extraFields(chain: ChainRecord): JsonFields {
  return {
    withdrawPrecision: chain.withdrawPrecision,
    maxWithdraw: chain.maxWithdraw,
    maxDeposit: chain.maxDeposit,
    needTag: chain.needsTag,
  };
}
