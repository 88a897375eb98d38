import * as z from 'zod/mini';
import { add, compare, isPositive } from '#shared/decimal.ts';
import { type LoanOutcome, type LoanRecord, LoanRequest } from '#shared/domain/account/margin.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  collectUnreadable,
  firstUnknown,
  idsOf,
  type RowCollector,
  unreadableFailure,
} from '#client/wire/unreadable-rows.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';

export interface LoanAction {
  readonly kind: LoanRecord['kind'];
  readonly loan: LoanRequest;
}

/** What the history held before: what is in it afterwards and was not there is new. */
interface LoansBefore {
  readonly orderNos: readonly string[];
  /** the newest time in it, of the exchange's clock; null: it was empty */
  readonly newestMs: number | null;
}

const JournalBody = z.object({
  kind: z.enum(['borrow', 'repay']),
  loan: LoanRequest,
  before: z.object({ orderNos: z.array(z.string()), newestMs: z.nullable(EpochMs) }),
});

/** Borrowing and paying back. Neither takes a mark of ours: docs/exchange/endpoints.md §5.3. */
export const changeLoan: ActionType<LoanAction, LoanOutcome> = {
  kinds: ['borrow', 'repay'],
  // one at a time per currency of an account: two identical ones could not be distinguished in the history
  identify: request => {
    const { kind, loan } = request;
    const lock = `${loan.symbol ?? 'cross'} ${loan.currency}`;
    return { kind, key: loan.id, payload: request, lock, mayRepeat: false, isOnce: true };
  },
  cost: () => ({ budget: 'actions', rows: 1 }),
  isReducing: ({ kind }) => kind === 'repay',
  policy: ({ kind, loan }) => {
    const money = { currency: loan.currency, amount: loan.size };
    // paying back makes the risk smaller
    return Promise.resolve(succeed({ action: kind === 'borrow' ? { kind, money } : { kind }, marks: [] }));
  },
  prepare: prepareLoan,
  restore: body => {
    const { kind, loan, before } = JournalBody.parse(body);
    return { request: { kind, loan }, action: loanAction({ kind, loan }, before) };
  },
};

async function prepareLoan(
  request: LoanAction,
  { client }: ActionContext,
): Promise<Result<TradingAction<LoanOutcome>>> {
  if (!isPositive(request.loan.size)) {
    return fail('invalid-request', 'The amount must be above zero.', { field: 'size' });
  }
  const odd = collectUnreadable();
  const past = await readPast(client, request, { sinceMs: null, ...odd });
  if (!past.ok) return past;
  const numbers = [...past.value.map(({ orderNo }) => orderNo), ...idsOf(odd.all()), ...answeredTo(client)];
  const newestMs = past.value.reduce<number | null>((newest, { createdAtMs }) => {
    return newest === null || (createdAtMs !== null && createdAtMs > newest) ? createdAtMs : newest;
  }, null);
  return succeed(loanAction(request, { orderNos: numbers, newestMs }));
}

function loanAction(request: LoanAction, before: LoansBefore): TradingAction<LoanOutcome> {
  const { kind, loan } = request;
  const { id, currency, size, symbol } = loan;
  const account = symbol === null ? 'cross margin' : `isolated margin ${symbol}`;
  return {
    kind,
    key: id,
    symbol: symbol ?? currency,
    summary: kind === 'borrow' ? `Borrow ${size} ${currency} (${account})` : `Repay ${size} ${currency} (${account})`,
    body: { ...request, before },
    send: async client => {
      const order = { currency, size, symbol: symbol ?? undefined };
      const answer = await (kind === 'borrow'
        ? client.margin.borrow(order, asAction)
        : client.margin.repay(order, asAction));
      if (answer.ok) answeredTo(client).add(answer.value.orderNo);
      return answer;
    },
    lookUp: async (client, depth) => {
      const first = await look(client, request, before);
      // what is in neither of two readings after the matching window was not done
      return depth === 'full' && first.state === 'not-done' ? look(client, request, before) : first;
    },
    isAlready: () => false,
  };
}

/**
 * Loans that were answered. The history may show one only when the next, just as large, is already being looked for,
 * which must not take it for its own.
 */
const answered = new WeakMap<ExchangeClient, Set<string>>();

function answeredTo(client: ExchangeClient): Set<string> {
  const numbers = answered.get(client) ?? new Set<string>();
  answered.set(client, numbers);
  return numbers;
}

interface PastQuery extends Pick<RowCollector, 'unreadable'> {
  readonly sinceMs: number | null;
}

/** The newest page of the history. A row that is new is on it, since what is newer than the newest is asked for. */
async function readPast(
  client: ExchangeClient,
  { kind, loan }: LoanAction,
  { sinceMs, unreadable }: PastQuery,
): Promise<Result<readonly LoanRecord[]>> {
  const query = {
    kind,
    currency: loan.currency,
    symbol: loan.symbol ?? undefined,
    startAtMs: sinceMs ?? undefined,
    page: 1,
    pageSize: 50,
  };
  const read = await client.margin.loans(query, { ...asAction, unreadable });
  return read.ok ? succeed(read.value.items) : read;
}

/** A borrowing is all or nothing; of a repayment the exchange may take less, when less was owed. */
function isAlike({ kind, size }: LoanRecord, loan: LoanRequest): boolean {
  const order = compare(size, loan.size);
  return kind === 'borrow' ? order === 0 : order <= 0;
}

async function look(
  client: ExchangeClient,
  request: LoanAction,
  { orderNos, newestMs }: LoansBefore,
): Promise<LookupResult<LoanOutcome>> {
  const odd = collectUnreadable();
  const past = await readPast(client, request, { sinceMs: newestMs, ...odd });
  if (!past.ok) return toFailedLookup(past.error);
  const alike = past.value.filter(record => !orderNos.includes(record.orderNo) && isAlike(record, request.loan));
  const found = alike.find(record => record.status === 'success');
  if (found !== undefined) {
    answeredTo(client).add(found.orderNo);
    const { orderNo, actualSize, principal, interest, size } = found;
    const paid = principal === null ? size : add(principal, interest ?? '0');
    const value = { orderNo, actualSize: actualSize ?? paid };
    return {
      state: 'done',
      value,
      detail:
        request.kind === 'borrow'
          ? `Borrowed: the exchange has it as ${orderNo}.`
          : `Repaid: the exchange has it as ${orderNo}.`,
    };
  }
  if (alike.some(record => record.status !== 'failed')) {
    return { state: 'unsure', detail: 'The exchange is still at it; asking again.' };
  }
  const row = firstUnknown(odd.all(), orderNos);
  if (row !== undefined) return toFailedLookup(unreadableFailure(row).error);
  const detail =
    request.kind === 'borrow'
      ? 'Not borrowed: the history of the exchange does not have it. It is safe to try again.'
      : 'Not repaid: the history of the exchange does not have it. It is safe to try again.';
  return { state: 'not-done', detail };
}
