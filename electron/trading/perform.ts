import type { Intent } from '#shared/domain/account/intent.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { tallyWeight } from '#client/rest/weight-tally.ts';
import type { Log } from '#log/log.ts';
import { reducesRisk } from '#shared/rules/risk-reduction.ts';
import type { ConfirmLevel } from '#shared/policy/policy.ts';
import type { ActionBudget } from '#policy/action-budget.ts';
import type { ActionCost } from '#shared/policy/pace.ts';
import type { ActionPolicy, PolicyCheck } from '#policy/action-policy.ts';
import type { JournalEntry, CountedOrder } from '#store/intent-journal.ts';
import type { TradingAction, ActionIdentity, ActionType, PolicySubject, TradingAccount } from './trading-action.ts';
import {
  type ActionsUnderWay,
  type ActionUnderWay,
  createActionsUnderWay,
  type SharedLocks,
} from './actions-in-progress.ts';
import { followUp, type Wait } from './follow-up.ts';
import type { Instruments } from './instruments.ts';
import type { Intents } from './intents.ts';
import {
  type SendRequest,
  endsDry,
  refuseNextStep,
  refuseSend,
  type SendConditions,
} from './sending/send-conditions.ts';

/** Sends what the user asked for. `confirmed`: how they confirmed it, as the page says; absent: not at all. */
export type Perform<Request, Answer> = (
  account: TradingAccount,
  request: Request,
  confirmed?: ConfirmLevel,
) => Promise<Result<Answer>>;

export interface Performer<Request, Answer> {
  /** the kinds of journal entries that `resume` takes */
  readonly kinds: readonly Intent['kind'][];
  /** Journals, sends once, and looks up lost outcomes. The same action while it is in progress returns the same promise. */
  readonly perform: Perform<Request, Answer>;
  /** What such an entry excluded while it was under way; null: nothing. Throws when its body is no such action. */
  readonly lockOf: (entry: JournalEntry) => string | null;
  /**
   * Resumes an action that an earlier run of the program, or of the client, left open; `isAmbiguous` when another has
   * gone to the same thing since. Throws when its body is no such action.
   */
  readonly resume: (entry: JournalEntry, isAmbiguous: boolean) => void;
  /** Calls off all looking up; what is open stays open in the journal. */
  readonly close: () => void;
}

export interface PerformerOptions extends SendConditions {
  readonly intents: Intents;
  readonly instruments: Instruments;
  readonly locks: SharedLocks;
  readonly policy: Pick<ActionPolicy, 'check'>;
  readonly budget: ActionBudget;
  readonly wait: Wait;
  readonly log: Log;
  /** the profile's client of the moment; null when it is not open */
  readonly clientOf: (profileId: string) => ExchangeClient | null;
}

/** Carries out one type of action. */
export function createPerformer<Request, Answer>(
  type: ActionType<Request, Answer>,
  options: PerformerOptions,
): Performer<Request, Answer> {
  const actions = createActionsUnderWay<Answer>(options.locks);
  const follow = createFollower(options, actions);
  const { instruments } = options;
  return {
    kinds: type.kinds,
    perform: (account, request, confirmed = 'none') => {
      const asked = type.identify(request);
      const admission = actions.admit(account.profileId, asked);
      if (admission.state === 'answered') return admission.answer;
      const { entry } = admission;
      entry.following?.abort();
      const open = entry.open;
      const context = { client: account.client, instruments };
      const prepare = () => type.prepare(request, context);
      const subject = () => type.policy(request, context);
      const prepared = open === null ? prepare : () => Promise.resolve(succeed(open.action));
      const cost = type.cost(request);
      const isReducing = type.isReducing?.(request) ?? false;
      const isSelling = type.isSelling?.(request) ?? false;
      const send: SendRequest = {
        account,
        isCancel: cost.budget === 'cancels',
        isReducing,
        reducesRisk: reducesRisk({ kind: asked.kind, isReducing, isSelling }),
        symbol: null,
        isDryRun: options.safeguards.of(account.profileId).isDryRun,
        requestedAtMs: options.nowMs(),
      };
      const run = carryOut(
        { options, actions, follow, entry, send, cost, asked, subject, confirmed },
        prepared,
      ).finally(() => {
        entry.run = null;
      });
      entry.run = run;
      return run;
    },
    lockOf: ({ body }) => type.identify(type.restore(body).request).lock,
    resume: ({ intent, body }, isAmbiguous) => {
      const { request, action } = type.restore(body);
      const entry = actions.resume(intent.profileId, type.identify(request), isAmbiguous);
      if (entry !== null) follow(entry, intent, action);
    },
    close: () => actions.each(entry => entry.following?.abort()),
  };
}

type Follow<T> = (entry: ActionUnderWay<T>, intent: Intent, action: TradingAction<T>) => void;

/** Marks an action as open and looks it up in the background until its outcome is known. */
function createFollower<T>(options: PerformerOptions, actions: ActionsUnderWay<T>): Follow<T> {
  const { intents, wait, log, clientOf } = options;
  return (entry, intent, action) => {
    const detail = 'Outcome unknown: no response. Fathom is checking.';
    const unknown = intent.state === 'unknown' ? intent : intents.settle(intent, 'unknown', detail);
    const following = new AbortController();
    entry.open = { intent: unknown, action };
    entry.following = following;
    followUp({
      action: { lookUp: lookUpUnambiguous(entry, action) },
      client: () => clientOf(intent.profileId),
      wait,
      signal: following.signal,
    })
      .then(found => {
        if (found === null) return;
        if (found.state === 'closed') actions.forget(entry);
        else if (found.state === 'done') {
          intents.release(unknown, action.refusedMarks?.(found.value) ?? []);
          intents.settle(unknown, 'found-done', found.detail);
          actions.finish(entry, succeed(found.value));
        } else {
          intents.settle(unknown, 'found-absent', found.detail);
          actions.forget(entry);
        }
      })
      .catch((cause: unknown) => {
        // a bug of ours must not leave a lock that never opens: the journal keeps the action for the next start
        actions.forget(entry);
        log.error('intent.follow-failed', { intentId: unknown.id, reason: String(cause) });
      });
  };
}

/** What is found is believed as long as nothing else of ours went to the same thing meanwhile. */
function lookUpUnambiguous<T>(entry: ActionUnderWay<T>, action: TradingAction<T>): TradingAction<T>['lookUp'] {
  return async (client, depth) => {
    const seen = await action.lookUp(client, depth);
    if (seen.state === 'unsure' && depth === 'full') entry.isUnresolvable = true;
    if (!entry.isAmbiguous || seen.state === 'closed' || seen.state === 'unsure') return seen;
    const detail =
      'The outcome is unknown: another action changed the same order or position. Check the history at the exchange.';
    return { state: 'unsure', detail };
  };
}

interface Carrying<T> {
  readonly options: PerformerOptions;
  readonly actions: ActionsUnderWay<T>;
  readonly follow: Follow<T>;
  readonly entry: ActionUnderWay<T>;
  readonly send: SendRequest;
  readonly cost: ActionCost;
  readonly asked: ActionIdentity;
  readonly subject: () => Promise<Result<PolicySubject>>;
  readonly confirmed: ConfirmLevel;
}

async function carryOut<T>(
  carrying: Carrying<T>,
  prepare: () => Promise<Result<TradingAction<T>>>,
): Promise<Result<T>> {
  const { options, send } = carrying;
  const unwanted = refuseSend(send, options);
  if (unwanted !== null) return giveUp(carrying, unwanted);
  const prepared = await prepare();
  if (!prepared.ok) return giveUp(carrying, prepared);
  const action = prepared.value;
  const checked = await checkPolicy(carrying, action);
  if (!checked.ok) return giveUp(carrying, checked);
  const sent = begin(carrying, action, checked.value);
  // in the journal, or not sent
  checked.value.release();
  if (!sent.ok) return giveUp(carrying, sent);
  carrying.actions.markOthersAmbiguous(carrying.entry);
  const { confirmedAtMs, recheck: recheckPolicy } = checked.value;
  const recheck = () => refuseNextStep(send, options, confirmedAtMs) ?? recheckPolicy();
  const { value: answer, weight } = await tallyWeight(() => action.send(send.account.client, recheck));
  options.intents.spent(sent.value, weight);
  return answer.ok
    ? takeAnswer(carrying, { action, intent: sent.value }, answer.value)
    : takeError(carrying, { action, intent: sent.value }, answer.error);
}

/**
 * The last step before the first byte. Everything that may have changed since the action was asked for is checked
 * again, and nothing is awaited from there to the journal. In a dry run the action ends here.
 */
function begin<T>(
  { options, entry, send, cost }: Carrying<T>,
  action: TradingAction<T>,
  check: PolicyCheck,
): Result<Intent> {
  const { intents, budget } = options;
  const { profileId } = send.account;
  const refused = refuseSend({ ...send, symbol: action.symbol }, options, check.confirmedAtMs);
  if (refused !== null) return refused;
  const passed = check.pass();
  if (!passed.ok) return passed;
  const within = budget.take(profileId, cost);
  if (!within.ok) return within;
  const record = { ...action, policyText: policyText(passed.value) };
  if (endsDry(send, options)) {
    const kept = entry.open === null ? intents.dry(profileId, record) : succeed(entry.open.intent);
    return kept.ok ? fail('dry-run', `Dry run: checked and journalled, not sent. ${action.summary}.`) : kept;
  }
  return entry.open === null ? intents.begin(profileId, record, passed.value) : intents.send(entry.open.intent);
}

/** For the audit: that the policy let it pass, and what it counts towards the day. */
function policyText(counted: readonly CountedOrder[]): string {
  const amounts = counted.map(({ amount, currency }) => `${amount} ${currency}`);
  return amounts.length === 0 ? 'allowed' : `allowed, counts ${amounts.join(' + ')}`;
}

async function checkPolicy<T>(
  { options, send, subject, confirmed }: Carrying<T>,
  { summary, symbol }: TradingAction<T>,
): Promise<Result<PolicyCheck>> {
  const asked = await subject();
  if (!asked.ok) return asked;
  return options.policy.check({ profileId: send.account.profileId, ...asked.value, summary, symbol, confirmed });
}

/** Nothing was sent. An earlier sending of the same action, if there was one, continues to be looked up. */
function giveUp<T>(carrying: Carrying<T>, error: { ok: false; error: Failure }): Result<T> {
  const { options, actions, follow, entry, send, asked } = carrying;
  // what a dry run ends is in the journal already
  if (error.error.kind !== 'dry-run') options.intents.refuse(send.account.profileId, asked, error.error);
  if (entry.open === null) actions.forget(entry);
  else follow(entry, entry.open.intent, entry.open.action);
  return entry.open === null ? unsent(error) : error;
}

const failedReads: ReadonlySet<string> = new Set(['unreachable', 'tls', 'timeout', 'exchange-failed', 'bad-reply']);

/** A required read failed: it is not an answer to the action, and must not be read as one. */
function unsent(failure: { ok: false; error: Failure }): { ok: false; error: Failure } {
  const { kind, message } = failure.error;
  if (!failedReads.has(kind) || message.startsWith('Nothing was sent.')) return failure;
  return { ok: false, error: { ...failure.error, message: `Nothing was sent. ${message}` } };
}

interface Sent<T> {
  readonly action: TradingAction<T>;
  readonly intent: Intent;
}

function takeAnswer<T>(
  { options, actions, follow, entry }: Carrying<T>,
  { action, intent }: Sent<T>,
  value: T,
): Result<T> {
  const answer = succeed(value);
  options.intents.release(intent, action.refusedMarks?.(value) ?? []);
  if (action.isPartial?.(value) === true) {
    follow(entry, intent, action);
    return answer;
  }
  options.intents.settle(intent, 'acknowledged', null);
  actions.finish(entry, answer);
  return answer;
}

async function takeError<T>(carrying: Carrying<T>, { action, intent }: Sent<T>, error: Failure): Promise<Result<T>> {
  const { options, actions, follow, entry } = carrying;
  if (error.isOutcomeUnknown) {
    follow(entry, intent, action);
    return action.whenUnknown === undefined ? { ok: false, error } : succeed(action.whenUnknown);
  }
  // after an earlier sending whose answer was lost, the rejection of the second does not apply to the first
  const isSecond = entry.open !== null;
  if (isSecond || action.isAlready(error)) return reconcileAfterRejection(carrying, { action, intent }, error);
  options.intents.settle(intent, 'rejected', error.message);
  actions.forget(entry);
  return { ok: false, error };
}

/** The exchange refused because of what is there already: what is there decides. */
async function reconcileAfterRejection<T>(carrying: Carrying<T>, sent: Sent<T>, error: Failure): Promise<Result<T>> {
  const { options, actions, follow, entry, send } = carrying;
  const { action, intent } = sent;
  const seen = await action.lookUp(send.account.client, 'full');
  if (seen.state === 'done') {
    options.intents.settle(intent, 'acknowledged', seen.detail);
    actions.finish(entry, succeed(seen.value));
    return succeed(seen.value);
  }
  if (seen.state === 'not-done' && entry.open === null && action.isShownLate !== true) {
    options.intents.settle(intent, 'rejected', error.message);
    actions.forget(entry);
    return { ok: false, error };
  }
  follow(entry, intent, action);
  const { kind: _kind, message, ...detail } = error;
  return fail('outcome-unknown', `${message} What became of it is being looked up.`, {
    ...detail,
    isOutcomeUnknown: true,
  });
}
