import type { Intent } from '#shared/domain/account/intent.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import type { ActCost } from '#shared/policy/pace.ts';
import type { Instruments } from './instruments.ts';

/** The account that an act is for. */
export interface TradingAccount {
  readonly profileId: string;
  readonly client: ExchangeClient;
}

/** What the exchange shows of an act whose answer was lost. */
export type LookupResult<T> =
  | { readonly state: 'done'; readonly value: T; readonly detail: string }
  | { readonly state: 'not-done'; readonly detail: string }
  /** it could not be told now; ask again */
  | { readonly state: 'unsure'; readonly detail: string }
  /** the client was closed; whoever opens the profile next asks again */
  | { readonly state: 'closed'; readonly detail: string };

/** `quick` may overlook what is there; a `full` look asks two endpoints, so that its `not-done` counts. */
export type LookupDepth = 'quick' | 'full';

/** The part of an act that the journal keeps. */
export interface ActRecord {
  readonly kind: Intent['kind'];
  readonly key: string;
  readonly symbol: string;
  readonly summary: string;
  /** all that is needed to look the act up after a crash; goes into the journal */
  readonly body: unknown;
  /** what the policy said of it, for the audit; absent: it was not asked */
  readonly verdict?: string | undefined;
}

/** Why a later step of an action must not be sent any more; null: it may. */
export type Recheck = () => { readonly ok: false; readonly error: Failure } | null;

/** One act, ready to be journalled and sent. */
export interface Act<T> extends ActRecord {
  /** `recheck` is called right before each later request that places something */
  readonly send: (client: ExchangeClient, recheck: Recheck) => Promise<Result<T>>;
  readonly lookUp: (client: ExchangeClient, depth: LookupDepth) => Promise<LookupResult<T>>;
  /** a refusal that means "it is so already": the thing is looked up and its state believed, not the refusal */
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

/** Which act the user asked for, before anything is read or checked. */
export interface ActIdentity {
  readonly kind: Intent['kind'];
  readonly key: string;
  /** the same key with another payload is a mistake, not a repetition */
  readonly payload: unknown;
  /** acts with the same lock exclude each other until their outcome is known; null: none */
  readonly lock: string | null;
  /** the exchange applies the same key once, so the user may send it again while the first is being looked up */
  readonly mayRepeat: boolean;
  /** an act that was done is not sent again: its answer is given again */
  readonly isOnce: boolean;
}

/** What an act is for the policy of the profile. */
export interface PolicySubject {
  readonly act: PolicyAct;
  /** the client marks of its orders, in their order; empty when it places none */
  readonly marks: readonly string[];
}

/** One way to act: what a request of this type becomes. Everything that is particular to it stands in one file. */
export interface ActType<Request, Answer> {
  readonly kinds: readonly Intent['kind'][];
  readonly identify: (request: Request) => ActIdentity;
  /** what each sending of it takes of the profile's budget */
  readonly cost: (request: Request) => ActCost;
  /** whether it can only make a position or a debt smaller: such an act is sent by a frozen profile too */
  readonly isReducing?: (request: Request) => boolean;
  /** whether all its orders sell on the spot account */
  readonly isSelling?: (request: Request) => boolean;
  /** What the policy is asked about it, right before it is journalled; asked again when the same is sent again. */
  readonly policy: (request: Request, on: ActContext) => Promise<Result<PolicySubject>>;
  /** Checks the request against the exchange's own rules: `invalid-request` names the field. Nothing is journalled yet. */
  readonly prepare: (request: Request, on: ActContext) => Promise<Result<Act<Answer>>>;
  /** Makes the act of a journal entry again. Throws when the entry's body is not what its kind says. */
  readonly restore: (body: unknown) => RestoredAct<Request, Answer>;
}

export interface ActContext {
  readonly client: ExchangeClient;
  readonly instruments: Instruments;
}

export interface RestoredAct<Request, Answer> {
  readonly request: Request;
  readonly act: Act<Answer>;
}

/** A user's act waits for nobody's poll. */
export const asAct: CallOptions = { priority: 'act' };

/** A cancel, and what has to be read for it, waits for nothing else. */
export const asCancel: CallOptions = { priority: 'cancel' };

/** The result when a lookup itself failed. */
export function cannotTell(error: Failure): LookupResult<never> {
  return { state: error.kind === 'closed' ? 'closed' : 'unsure', detail: error.message };
}
