import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import type { ActionCost } from '#shared/policy/pace.ts';
import type { Instruments } from './instruments.ts';

/** The account that an action is for. */
export interface TradingAccount {
  readonly profileId: string;
  readonly client: ExchangeClient;
}

/** What the exchange shows of an action whose answer was lost. */
export type LookupResult<T> =
  | { readonly state: 'done'; readonly value: T; readonly detail: string }
  | { readonly state: 'not-done'; readonly detail: string }
  /** unknown now; request again */
  | { readonly state: 'unsure'; readonly detail: string }
  /** the client was closed; the next opening of the profile requests again */
  | { readonly state: 'closed'; readonly detail: string };

/** `quick` may overlook what is there; a `full` look asks two endpoints, so that its `not-done` counts. */
export type LookupDepth = 'quick' | 'full';

/** The part of an action that the journal keeps. */
export interface ActionRecord {
  readonly kind: Intent['kind'];
  readonly key: string;
  readonly symbol: string;
  readonly summary: string;
  /** all that is needed to look the action up after a crash; is written to the journal */
  readonly body: unknown;
  /** the policy result, for the audit; absent: it was not asked */
  readonly policyText?: string | undefined;
}

/** Why a later step of an action must not be sent any more; null: it may. */
export type Recheck = () => { readonly ok: false; readonly error: Failure } | null;

/** One action, ready to be journalled and sent. */
export interface TradingAction<T> extends ActionRecord {
  /** `recheck` is called right before each later request that places something */
  readonly send: (client: ExchangeClient, recheck: Recheck) => Promise<Result<T>>;
  readonly lookUp: (client: ExchangeClient, depth: LookupDepth) => Promise<LookupResult<T>>;
  /** a rejection that means "it is so already": the thing is looked up and its state believed, not the rejection */
  readonly isAlready: (error: Failure) => boolean;
  /** what is done may be shown only later: that it is not there at once says nothing */
  readonly isShownLate?: boolean;
  /** true when an answer leaves rows open; they are looked up as if it had been lost */
  readonly isPartial?: (value: T) => boolean;
  /** the client marks of the rows that an answer says were refused: they do not count towards the day */
  readonly refusedMarks?: (value: T) => readonly string[];
  /** what to answer when everything is open and the answer has a shape for that */
  readonly whenUnknown?: T;
}

/** Which action the user requested, before anything is read or checked. */
export interface ActionIdentity {
  readonly kind: Intent['kind'];
  readonly key: string;
  /** the same key with another payload is a mistake, not a repetition */
  readonly payload: unknown;
  /** actions with the same lock exclude each other until their outcome is known; null: none */
  readonly lock: string | null;
  /** the exchange applies the same key once, so the user may send it again while the first is being looked up */
  readonly mayRepeat: boolean;
  /** an action that was done is not sent again: its answer is given again */
  readonly isOnce: boolean;
}

/** What an action is for the policy of the profile. */
export interface PolicySubject {
  readonly action: PolicyAction;
  /** the client marks of its orders, in their order; empty when it places none */
  readonly marks: readonly string[];
}

/** One kind of action: the handling of a request of this type. All its details are in one file. */
export interface ActionType<Request, Answer> {
  readonly kinds: readonly Intent['kind'][];
  readonly identify: (request: Request) => ActionIdentity;
  /** what each sending of it takes of the profile's budget */
  readonly cost: (request: Request) => ActionCost;
  /** whether it can only make a position or a debt smaller: such an action is sent by a frozen profile too */
  readonly isReducing?: (request: Request) => boolean;
  /** whether all its orders sell on the spot account */
  readonly isSelling?: (request: Request) => boolean;
  /** What the policy is asked about it, right before it is journalled; asked again when the same is sent again. */
  readonly policy: (request: Request, on: ActionContext) => Promise<Result<PolicySubject>>;
  /**
   * Checks the request against the exchange's own rules: `invalid-request` names the field. Nothing is journalled yet.
   */
  readonly prepare: (request: Request, on: ActionContext) => Promise<Result<TradingAction<Answer>>>;
  /** Makes the action of a journal entry again. Throws when the entry's body is not what its kind says. */
  readonly restore: (body: unknown) => RestoredAction<Request, Answer>;
}

export interface ActionContext {
  readonly client: ExchangeClient;
  readonly instruments: Instruments;
}

export interface RestoredAction<Request, Answer> {
  readonly request: Request;
  readonly action: TradingAction<Answer>;
}

/** An action of the user never waits for a background read. */
export const asAction: CallOptions = { priority: 'action' };

/** A cancel, and what has to be read for it, waits for nothing else. */
export const asCancel: CallOptions = { priority: 'cancel' };

/** The result when a lookup itself failed. */
export function toFailedLookup(error: Failure): LookupResult<never> {
  return { state: error.kind === 'closed' ? 'closed' : 'unsure', detail: error.message };
}
