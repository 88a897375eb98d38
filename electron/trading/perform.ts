import type { Intent } from '#shared/domain/intent.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Log } from '#log/log.ts';
import type { Act, TradingDesk } from './act.ts';
import type { Intents } from './intents.ts';
import { createLiveActs, type Live, type LiveActs, type Wish } from './live-acts.ts';
import { followUp, type Wait } from './reconcile.ts';

export interface Performer<T> {
  /** Journals, sends once, and looks up what was lost. The same wish while it is under way is the same promise. */
  readonly perform: (desk: TradingDesk, wish: Wish, prepare: () => Promise<Result<Act<T>>>) => Promise<Result<T>>;
  /** Takes up an act that an earlier run of the program, or of the client, left open. */
  readonly resume: (recovered: Recovered<T>) => void;
  /** Calls off all looking up; what is open stays open in the journal. */
  readonly close: () => void;
}

/** An act made again from its journal entry. */
export interface Recovered<T> {
  readonly intent: Intent;
  readonly wish: Wish;
  readonly act: Act<T>;
}

export interface PerformerOptions {
  readonly intents: Intents;
  readonly wait: Wait;
  readonly log: Log;
  /** the profile's client of the moment; null when it is not open */
  readonly clientOf: (profileId: string) => ExchangeClient | null;
}

/** One performer for each type of answer. */
export function createPerformer<T>(options: PerformerOptions): Performer<T> {
  const live = createLiveActs<T>();
  const follow = createFollower(options, live);
  return {
    perform: (desk, wish, prepare) => {
      const standing = live.admit(desk.profileId, wish);
      if (standing.state === 'answered') return standing.answer;
      const { entry } = standing;
      entry.following?.abort();
      const open = entry.open;
      const prepared = open === null ? prepare : () => Promise.resolve(succeed(open.act));
      const run = carryOut({ options, live, follow, entry, desk }, prepared).finally(() => {
        entry.run = null;
      });
      entry.run = run;
      return run;
    },
    resume: ({ intent, wish, act }) => {
      const standing = live.admit(intent.profileId, wish);
      if (standing.state === 'admitted' && standing.entry.open === null) follow(standing.entry, intent, act);
    },
    close: () => live.each(entry => entry.following?.abort()),
  };
}

type Follow<T> = (entry: Live<T>, intent: Intent, act: Act<T>) => void;

/** Marks an act as open and looks it up in the background until its fate is certain. */
function createFollower<T>(options: PerformerOptions, live: LiveActs<T>): Follow<T> {
  const { intents, wait, log, clientOf } = options;
  return (entry, intent, act) => {
    const detail = 'The answer was lost; looking it up.';
    const unknown = intent.state === 'unknown' ? intent : intents.settle(intent, 'unknown', detail);
    const following = new AbortController();
    entry.open = { intent: unknown, act };
    entry.following = following;
    followUp({ act, client: () => clientOf(intent.profileId), wait, signal: following.signal })
      .then(verdict => {
        if (verdict === null) return;
        if (verdict.state === 'closed') live.forget(entry);
        else if (verdict.state === 'done') {
          intents.settle(unknown, 'found-done', verdict.detail);
          live.finish(entry, succeed(verdict.value));
        } else {
          intents.settle(unknown, 'found-absent', verdict.detail);
          live.forget(entry);
        }
      })
      .catch((cause: unknown) => {
        // a bug of ours must not leave a lock that never opens: the journal keeps the act for the next start
        live.forget(entry);
        log.error('intent.follow-failed', { intentId: unknown.id, reason: String(cause) });
      });
  };
}

interface Carrying<T> {
  readonly options: PerformerOptions;
  readonly live: LiveActs<T>;
  readonly follow: Follow<T>;
  readonly entry: Live<T>;
  readonly desk: TradingDesk;
}

async function carryOut<T>(carrying: Carrying<T>, prepare: () => Promise<Result<Act<T>>>): Promise<Result<T>> {
  const { options, entry, desk } = carrying;
  const { intents } = options;
  const prepared = await prepare();
  if (!prepared.ok) return giveUp(carrying, prepared);
  const act = prepared.value;
  const begun = entry.open === null ? intents.begin(desk.profileId, act) : succeed(entry.open.intent);
  if (!begun.ok) return giveUp(carrying, begun);
  const sent = intents.send(begun.value);
  if (!sent.ok) {
    if (entry.open === null)
      intents.settle(begun.value, 'rejected', 'The journal could not be written; nothing was sent.');
    return giveUp(carrying, sent);
  }
  const answer = await act.send(desk.client);
  return answer.ok
    ? takeAnswer(carrying, { act, intent: sent.value }, answer.value)
    : takeError(carrying, { act, intent: sent.value }, answer.error);
}

/** Nothing was sent. An earlier sending of the same act, if there was one, goes on being looked up. */
function giveUp<T>({ live, follow, entry }: Carrying<T>, error: { ok: false; error: Failure }): Result<T> {
  if (entry.open === null) live.forget(entry);
  else follow(entry, entry.open.intent, entry.open.act);
  return error;
}

interface Sent<T> {
  readonly act: Act<T>;
  readonly intent: Intent;
}

function takeAnswer<T>({ options, live, follow, entry }: Carrying<T>, { act, intent }: Sent<T>, value: T): Result<T> {
  const answer = succeed(value);
  if (act.isPartial?.(value) === true) {
    follow(entry, intent, act);
    return answer;
  }
  options.intents.settle(intent, 'acknowledged', null);
  live.finish(entry, answer);
  return answer;
}

async function takeError<T>(carrying: Carrying<T>, { act, intent }: Sent<T>, error: Failure): Promise<Result<T>> {
  const { options, live, follow, entry } = carrying;
  if (error.isOutcomeUnknown) {
    follow(entry, intent, act);
    return act.whenUnknown === undefined ? { ok: false, error } : succeed(act.whenUnknown);
  }
  // after an earlier sending whose answer was lost, the refusal of the second says nothing of the first
  const isSecond = entry.open !== null;
  if (isSecond || act.isAlready(error)) return believeTheExchange(carrying, { act, intent }, error);
  options.intents.settle(intent, 'rejected', error.message);
  live.forget(entry);
  return { ok: false, error };
}

/** The exchange refused because of what is there already: what is there decides. */
async function believeTheExchange<T>(carrying: Carrying<T>, sent: Sent<T>, error: Failure): Promise<Result<T>> {
  const { options, live, follow, entry, desk } = carrying;
  const { act, intent } = sent;
  const seen = await act.lookUp(desk.client, 'full');
  if (seen.state === 'done') {
    options.intents.settle(intent, 'acknowledged', seen.detail);
    live.finish(entry, succeed(seen.value));
    return succeed(seen.value);
  }
  if (seen.state === 'not-done' && entry.open === null) {
    options.intents.settle(intent, 'rejected', error.message);
    live.forget(entry);
    return { ok: false, error };
  }
  follow(entry, intent, act);
  const { kind: _kind, message, ...detail } = error;
  return fail('outcome-unknown', `${message} What became of it is being looked up.`, {
    ...detail,
    isOutcomeUnknown: true,
  });
}
