import * as z from 'zod/mini';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import {
  flag,
  numericAmount,
  positionSide,
  read,
  readQuery,
  symbol,
  wholeNumber,
} from '#practice/http/endpoint/fields.ts';
import { accept } from '#practice/kernel/kernel.ts';

/** Margin, deposits and risk level of isolated positions: docs/exchange/endpoints.md §9.5. */

const PositionQuery = z.object({ symbol, positionSide: z.exactOptional(positionSide) });

/** GET /api/v1/margin/maxWithdrawMargin?symbol: a bare decimal. */
export function getMaxWithdrawMargin(call: SignedCall): Answer {
  const query = readQuery(PositionQuery, call.query);
  return query.ok ? call.exchange.futures.maxWithdrawMargin(call.accountId, query.value) : query;
}

const WithdrawBody = z.object({ symbol, withdrawAmount: numericAmount, positionSide: z.exactOptional(positionSide) });

/** POST /api/v1/margin/withdrawMargin: answers the amount. */
export function withdrawMargin(call: SignedCall): Answer {
  const body = read(WithdrawBody, call.body);
  if (!body.ok) return body;
  const { withdrawAmount, ...position } = body.value;
  return call.exchange.futures.withdrawMargin(call.accountId, position, withdrawAmount);
}

const AutoDepositBody = z.object({ symbol, status: flag });

/** POST /api/v1/position/margin/auto-deposit-status. */
export function changeAutoDeposit(call: SignedCall): Answer {
  const body = read(AutoDepositBody, call.body);
  if (!body.ok) return body;
  const changed = call.exchange.futures.changeAutoDeposit(call.accountId, body.value.symbol, body.value.status);
  return changed.ok ? accept(true) : changed;
}

const RiskLevelBody = z.object({ symbol, level: wholeNumber({ minimum: 1, maximum: 100 }) });

/** POST /api/v1/position/risk-limit-level/change. */
export function changeRiskLevel(call: SignedCall): Answer {
  const body = read(RiskLevelBody, call.body);
  if (!body.ok) return body;
  const changed = call.exchange.futures.changeRiskLevel(call.accountId, body.value.symbol, body.value.level);
  return changed.ok ? accept(true) : changed;
}
