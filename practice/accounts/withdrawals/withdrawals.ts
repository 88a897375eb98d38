import { add, compare, type Decimal, sum } from '#shared/decimal.ts';
import { dayMs } from '#practice/kernel/durations.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { ageAll, fail, firstStatus, stageMs, transactionOf } from './ageing.ts';
import { chargeFor } from './charge.ts';
import { checkRoute, routeOf } from './check.ts';
import {
  heldFor,
  isCancelable,
  isOpen,
  withdrawalId,
  withdrawalsOf,
  type WithdrawalsOptions,
  type WithdrawalsState,
  type WithdrawalState,
} from './state.ts';
import type { PastWithdrawal, WithdrawalFilter, WithdrawalRecord, WithdrawalRequest, Withdrawals } from './types.ts';

/** What an account may send in 24 hours, USDT; the service's own figure for a verified account. */
const dailyLimitUsdt = '999999';

function unknown() {
  return refuse('parameter', 'withdrawal not exists or cannot be cancelled', 'withdrawalId');
}

interface Drafting {
  readonly accountId: string;
  readonly request: WithdrawalRequest;
  readonly nowMs: number;
}

/** The withdrawal before its start; nothing has moved and no listener was notified. */
function draft(state: WithdrawalsState, { accountId, request, nowMs }: Drafting): Outcome<WithdrawalState> {
  const route = routeOf(request);
  if (!route.ok) return route;
  const { chain } = route.value;
  const { available } = state.ledger.balance(accountId, 'main', request.currency);
  const charge = chargeFor(request.amount, { chain, available, feeDeductType: request.feeDeductType });
  if (charge === null) return refuse('parameter', 'amount must be more than the fee', 'amount');
  const number = state.count + 1;
  const record: WithdrawalRecord = {
    id: withdrawalId(nowMs, accountId, String(number)),
    accountId,
    currency: request.currency,
    chain: chain?.chainId ?? '',
    chainName: chain?.chainName ?? '',
    address: request.address,
    memo: request.memo ?? '',
    isInner: chain === null,
    ...charge,
    remark: request.remark ?? '',
    status: 'PROCESSING',
    walletTxId: null,
    failure: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  return accept({ record, number, addressKind: request.addressKind, chain, nextAtMs: null });
}

/** From now on it is on record and, unless it is done, it ages. */
function enrol(state: WithdrawalsState, withdrawal: WithdrawalState): WithdrawalRecord {
  state.count = withdrawal.number;
  withdrawalsOf(state, withdrawal.record.accountId).push(withdrawal);
  if (isOpen(withdrawal.record)) {
    withdrawal.nextAtMs = withdrawal.record.updatedAtMs + stageMs(withdrawal);
    state.open.add(withdrawal);
  }
  return withdrawal.record;
}

function usedUsdt(state: WithdrawalsState, accountId: string): Decimal {
  const since = state.clock.nowMs() - dayMs;
  return sum(
    withdrawalsOf(state, accountId)
      .filter(({ record }) => record.createdAtMs > since && record.status !== 'FAILURE')
      .map(({ record }) => state.worthUsdt(record.currency, record.amount) ?? '0'),
  );
}

function isWithinQuota(state: WithdrawalsState, { accountId, currency, amount }: WithdrawalRecord): boolean {
  const worth = state.worthUsdt(currency, amount) ?? '0';
  return compare(add(usedUsdt(state, accountId), worth), dailyLimitUsdt) <= 0;
}

function requestOne(state: WithdrawalsState, accountId: string, asked: WithdrawalRequest): Outcome<WithdrawalRecord> {
  const route = routeOf(asked);
  if (!route.ok) return route;
  const rejection = checkRoute(route.value, asked);
  if (rejection !== null) return rejection;
  const drafted = draft(state, { accountId, request: asked, nowMs: state.clock.nowMs() });
  if (!drafted.ok) return drafted;
  const withdrawal = drafted.value;
  if (!isWithinQuota(state, withdrawal.record))
    return refuse('withdrawal-closed', `more than ${dailyLimitUsdt} USDT in 24 hours`, 'amount');
  if (!state.ledger.hold(heldFor(withdrawal.record))) return refuse('balance', 'Balance insufficient!');
  withdrawal.record = { ...withdrawal.record, status: firstStatus(state, withdrawal.record) };
  return accept(enrol(state, withdrawal));
}

function cancel(state: WithdrawalsState, accountId: string, id: string): Outcome<WithdrawalRecord> {
  const withdrawal = withdrawalsOf(state, accountId).find(({ record }) => record.id === id);
  if (withdrawal === undefined || !isCancelable(withdrawal.record)) return unknown();
  fail(state, withdrawal, { failure: 'CANCELED', atMs: state.clock.nowMs() });
  return accept(withdrawal.record);
}

function list(state: WithdrawalsState, accountId: string, filter: WithdrawalFilter): readonly WithdrawalRecord[] {
  const { currency, statuses, startAtMs, endAtMs } = filter;
  return withdrawalsOf(state, accountId)
    .filter(({ record }) => record.createdAtMs >= startAtMs && record.createdAtMs <= endAtMs)
    .filter(({ record }) => currency === undefined || record.currency === currency)
    .filter(({ record }) => statuses === undefined || statuses.includes(record.status))
    .toSorted((a, b) => b.record.createdAtMs - a.record.createdAtMs || b.number - a.number)
    .map(({ record }) => record);
}

function remember(state: WithdrawalsState, accountId: string, past: PastWithdrawal): void {
  const { createdAtMs: nowMs, updatedAtMs, status, failure = null } = past;
  const drafted = draft(state, { accountId, request: { feeDeductType: 'EXTERNAL', ...past }, nowMs });
  if (!drafted.ok) throw new Error(`no such withdrawal can have been: ${drafted.message}`);
  const withdrawal = drafted.value;
  const isSent = !withdrawal.record.isInner && (status === 'SUCCESS' || status === 'WALLET_PROCESSING');
  const walletTxId = isSent ? transactionOf(withdrawal.record) : null;
  withdrawal.record = { ...withdrawal.record, status, failure, walletTxId, updatedAtMs };
  if (isOpen(withdrawal.record) && !state.ledger.hold(heldFor(withdrawal.record)))
    throw new Error('the money of an open withdrawal is not there');
  enrol(state, withdrawal);
}

export function createWithdrawals(options: WithdrawalsOptions): Withdrawals {
  const state: WithdrawalsState = { ...options, accounts: new Map(), open: new Set(), count: 0 };
  return {
    request: (accountId, asked) => requestOne(state, accountId, asked),
    cancel: (accountId, id) => cancel(state, accountId, id),
    find: (accountId, id) => withdrawalsOf(state, accountId).find(({ record }) => record.id === id)?.record ?? null,
    list: (accountId, filter) => list(state, accountId, filter),
    quota: accountId => ({ limitUsdt: dailyLimitUsdt, usedUsdt: usedUsdt(state, accountId) }),
    remember: (accountId, past) => remember(state, accountId, past),
    tick: nowMs => ageAll(state, nowMs),
  };
}
