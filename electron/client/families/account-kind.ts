import type { SpotAccountKind } from '#shared/domain/answers/spot-coverage.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';
import type { CallOptions } from '../types.ts';
import { isUnserved } from '../unserved.ts';

type Answer = Awaited<ReturnType<ExchangeClient['accounts']['hfOpened']>>;

/** What the exchange says of the account: asked once, and again after an answer that failed. */
export interface AccountKind {
  /** as far as it is known now */
  readonly now: () => SpotAccountKind;
  /** Asks unless it is known. Never fails: without an answer it is `unknown`. */
  readonly read: (options: CallOptions) => Promise<SpotAccountKind>;
  /**
   * The kind that decides which endpoint takes an order. Waits at most 3 s for the answer. `not-reconciled`: the exchange
   * does not answer, and nothing was sent. `unknown`: the exchange has no such endpoint, so only one family is left.
   */
  readonly readForOrder: (options: CallOptions) => Promise<Result<SpotAccountKind>>;
}

export interface AccountKindOptions {
  readonly accounts: Pick<ExchangeClient['accounts'], 'hfOpened'>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** After a failure the next list waits so long: the request is one of the dearest. */
const retryMs = 60_000;
const longestWaitMs = 3_000;

/** Resolves with the answer, or with null after `longestWaitMs`. */
async function inTime(answer: Promise<Answer>, wait: AccountKindOptions['wait']): Promise<Answer | null> {
  const done = new AbortController();
  const first = await Promise.race([answer, wait(longestWaitMs, done.signal).then(() => null)]);
  done.abort();
  return first;
}

/** The kind that an order needs, or why the order is not sent. */
function forOrder(answer: Answer | null): Result<SpotAccountKind> {
  if (answer?.ok === true) return succeed(kindOf(answer.value));
  if (answer === null) {
    return fail(
      'not-reconciled',
      'Not sent: the exchange has not answered within 3 s whether this spot account is high-frequency, and so which endpoint takes the order. Send it again in a moment.',
    );
  }
  if (isUnserved(answer.error)) return succeed('unknown');
  const { message } = answer.error;
  return fail(
    'not-reconciled',
    `Not sent: it is unknown whether this spot account is high-frequency, and so which endpoint takes the order. ${message}`,
  );
}

function kindOf(isHighFrequency: boolean): SpotAccountKind {
  return isHighFrequency ? 'high-frequency' : 'classic';
}

/** docs/exchange/endpoints.md §3.10. */
export function createAccountKind({ accounts, nowMs, wait }: AccountKindOptions): AccountKind {
  let known: SpotAccountKind = 'unknown';
  let failedAtMs = Number.NEGATIVE_INFINITY;
  /** requests under way: an order does not wait behind a request of less importance */
  const underWay = new Map<CallOptions['priority'], Promise<Answer>>();
  const ask = async (priority: CallOptions['priority']): Promise<Answer> => {
    const answer = await accounts.hfOpened({}, { priority });
    underWay.delete(priority);
    if (answer.ok) known = kindOf(answer.value);
    else failedAtMs = nowMs();
    return answer;
  };
  const join = ({ priority }: CallOptions): Promise<Answer> => {
    const answer = underWay.get(priority) ?? ask(priority);
    underWay.set(priority, answer);
    return answer;
  };
  return {
    now: () => known,
    async read(options) {
      if (known !== 'unknown' || nowMs() - failedAtMs < retryMs) return known;
      await join(options);
      return known;
    },
    async readForOrder(options) {
      return known === 'unknown' ? forOrder(await inTime(join(options), wait)) : succeed(known);
    },
  };
}
