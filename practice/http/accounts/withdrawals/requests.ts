import * as z from 'zod/mini';
import { compare, type Decimal, divide, isZero, minimum, subtract } from '#shared/decimal.ts';
import { findChain, findCurrency } from '#practice/accounts/currencies/currency.ts';
import type { ChainRecord } from '#practice/accounts/currencies/types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../../endpoint/endpoint.ts';
import { choice, flag, numericAmount, read, readQuery, text } from '../../endpoint/fields.ts';
import { WithdrawalPath } from './lists.ts';

/** Withdrawals, asked for and taken back, and how much may still go: docs/exchange/endpoints.md §6.1. */

const WithdrawalBody = z.object({
  currency: text(16),
  toAddress: text(200),
  amount: numericAmount,
  withdrawType: choice('ADDRESS', 'UID', 'MAIL', 'PHONE'),
  chain: z.exactOptional(text(32)),
  memo: z.exactOptional(text(100)),
  isInner: z.exactOptional(flag),
  remark: z.exactOptional(text(100)),
  feeDeductType: z.exactOptional(choice('INTERNAL', 'EXTERNAL')),
});

/** POST /api/v3/withdrawals: the money is put on hold at once and leaves when the withdrawal is processed. */
export function requestWithdrawal(call: SignedCall): Answer {
  const body = read(WithdrawalBody, call.body);
  if (!body.ok) return body;
  const { toAddress, withdrawType, ...request } = body.value;
  const wanted = { ...request, address: toAddress, addressKind: withdrawType };
  const asked = call.exchange.withdrawals.request(call.accountId, wanted);
  return asked.ok ? accept({ withdrawalId: asked.value.id }) : asked;
}

/** DELETE /api/v1/withdrawals/{withdrawalId}: as long as the wallet has not got it. */
export function cancelWithdrawal(call: SignedCall): Answer {
  const path = read(WithdrawalPath, call.path);
  if (!path.ok) return path;
  const cancelled = call.exchange.withdrawals.cancel(call.accountId, path.value.withdrawalId);
  return cancelled.ok ? accept(null) : cancelled;
}

const QuotaQuery = z.object({ currency: text(16), chain: z.exactOptional(text(32)) });

/** GET /api/v1/withdrawals/quotas?currency&chain. */
export function getQuota(call: SignedCall): Answer {
  const query = readQuery(QuotaQuery, call.query);
  if (!query.ok) return query;
  const chain = chainOf(query.value.currency, query.value.chain);
  return chain.ok ? accept(writeQuota(call, query.value.currency, chain.value)) : chain;
}

function chainOf(code: string, wanted: string | undefined): Outcome<ChainRecord> {
  const currency = findCurrency(code);
  if (currency === null) return refuse('parameter', `currency not exists: ${code}`, 'currency');
  const chain = wanted === undefined ? currency.chains[0] : findChain(currency, wanted);
  if (chain === null || chain === undefined) return refuse('parameter', `${code} has no chain ${wanted}`, 'chain');
  return accept(chain);
}

/** USDT in another currency, eight digits; null: it has no price here. */
function inCurrency(call: SignedCall, currency: string, usdt: Decimal): Decimal | null {
  if (currency === 'USDT') return usdt;
  const price = call.exchange.spot.lastPrice(`${currency}-USDT`);
  return price === null || isZero(price) ? null : divide(usdt, price, { scale: 8, rounding: 'down' });
}

function writeQuota(call: SignedCall, currency: string, chain: ChainRecord): JsonValue {
  const { withdrawals, ledger } = call.exchange;
  const { limitUsdt, usedUsdt } = withdrawals.quota(call.accountId);
  const balance = ledger.balance(call.accountId, 'main', currency);
  const leftUsdt = compare(usedUsdt, limitUsdt) >= 0 ? '0' : subtract(limitUsdt, usedUsdt);
  const left = inCurrency(call, currency, leftUsdt);
  return {
    currency,
    limitBTCAmount: inCurrency(call, 'BTC', limitUsdt) ?? '0',
    usedBTCAmount: inCurrency(call, 'BTC', usedUsdt) ?? '0',
    quotaCurrency: 'USDT',
    limitQuotaCurrencyAmount: limitUsdt,
    usedQuotaCurrencyAmount: usedUsdt,
    remainAmount: left ?? balance.available,
    availableAmount: left === null ? balance.available : minimum(left, balance.available),
    withdrawMinFee: chain.withdrawalMinFee,
    innerWithdrawMinFee: '0',
    withdrawMinSize: chain.withdrawalMinSize,
    isWithdrawEnabled: chain.isWithdrawEnabled,
    precision: chain.withdrawPrecision,
    chain: chain.chainName,
    reason: chain.isWithdrawEnabled ? null : 'the chain is under maintenance',
    lockedAmount: '0',
  };
}
