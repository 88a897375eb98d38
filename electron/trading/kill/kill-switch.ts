import { randomUUID } from 'node:crypto';
import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { ExchangeClient } from '#client/client.ts';
import { tallyWeight } from '#client/rest/weight-tally.ts';
import type { Log } from '#log/log.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import type { TradingAccount } from '../trading-action.ts';
import { type Wait, waitQuietly } from '../follow-up.ts';
import { createIntents, type Intents } from '../intents.ts';
import { clearScope, countOpen, newRow } from './clear-scope.ts';
import { type Scope, scopesOf } from './scopes.ts';
import { outcomeOf } from './report-text.ts';

export interface KillSwitchOptions {
  readonly safeguards: SafeguardList;
  readonly journal: IntentJournal;
  readonly log: Log;
  readonly nowMs: () => number;
  /** as the other actions: the journal moved on */
  readonly publish: (intent: Intent) => void;
  readonly publishRun: (profileId: string, run: KillRun) => void;
  /** messages shown to the user once */
  readonly notice: (message: string) => void;
  readonly wait?: Wait;
}

/**
 * Stops a profile: nothing new is sent from now on, and everything that rests at the exchange is cancelled, venue by
 * venue, and read again until it is gone. Needs neither a journal that can be written nor a page. docs/faults.md §4.
 */
export interface KillSwitch {
  /**
   * Nothing new is sent when it returns. Fired again while it runs, it is the same run, unless that keeps stops and
   * this one must not: then a new run replaces it. `isKeepingStops`: protective stops stay.
   */
  readonly fire: (account: TradingAccount, choice?: KillChoice) => KillRun;
  /** the last run of the profile since Fathom began; null: there was none */
  readonly lastRun: (profileId: string) => KillRun | null;
  /**
   * Resolves as soon as every venue is either done with or named as not reached; the run may continue for minutes after
   * that.
   */
  readonly looked: (profileId: string) => Promise<KillRun | null>;
  /** Resolves when the current run is over. */
  readonly settled: (profileId: string) => Promise<KillRun | null>;
  /** The profile was opened: an unfinished earlier run is reported, with the open orders. */
  readonly resume: (account: TradingAccount) => void;
  /** how many orders are active; null when not all of them could be read */
  readonly count: (account: TradingAccount) => Promise<number | null>;
  readonly close: () => void;
}

export interface KillChoice {
  readonly isKeepingStops: boolean;
}

interface Running {
  run: KillRun;
  readonly isKeepingStops: boolean;
  /** another run replaces it */
  readonly replaced: AbortController;
  done: Promise<void>;
  readonly looked: PromiseWithResolvers<void>;
}

/** An action that was sent before may take this long to reach the exchange: its queue and its deadline together. */
const arrivalMs = 20_000;

export function createKillSwitch(options: KillSwitchOptions): KillSwitch {
  const { nowMs } = options;
  const runs = new Map<string, Running>();
  const closing = new AbortController();
  const intents = createIntents(options);

  const start = (account: TradingAccount, isKeepingStops: boolean): KillRun => {
    const { profileId, client } = account;
    const startedAtMs = nowMs();
    freeze(options, profileId, startedAtMs);
    const scopes = scopesOf(client);
    const run: KillRun = { id: randomUUID(), startedAtMs, endedAtMs: null, rows: scopes.map(newRow) };
    const replaced = new AbortController();
    const done = Promise.resolve();
    const running: Running = { run, isKeepingStops, replaced, done, looked: Promise.withResolvers() };
    runs.set(profileId, running);
    const publishRun = (next: KillRun): void => {
      running.run = next;
      if (isReported(next)) running.looked.resolve();
      if (runs.get(profileId) === running) options.publishRun(profileId, next);
    };
    const signal = AbortSignal.any([closing.signal, replaced.signal]);
    const isClosing = () => closing.signal.aborted;
    running.done = carryOut({ options, intents, account, scopes, signal, isClosing, isKeepingStops, publishRun }, run);
    return running.run;
  };

  return {
    fire: (account, { isKeepingStops } = { isKeepingStops: false }) => {
      const running = runs.get(account.profileId);
      if (running === undefined || running.run.endedAtMs !== null) return start(account, isKeepingStops);
      if (running.isKeepingStops && !isKeepingStops) {
        running.replaced.abort();
        return start(account, isKeepingStops);
      }
      // fired again: frozen again if it was released meanwhile, and continued
      freeze(options, account.profileId, nowMs());
      return running.run;
    },
    lastRun: profileId => runs.get(profileId)?.run ?? null,
    looked: async profileId => {
      await runs.get(profileId)?.looked.promise;
      return runs.get(profileId)?.run ?? null;
    },
    settled: async profileId => {
      await runs.get(profileId)?.done;
      return runs.get(profileId)?.run ?? null;
    },
    resume: account => void reportInterrupted(options, intents, account),
    count: async ({ client }) => {
      const counts = await countAll(client);
      return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
    },
    close: () => closing.abort(),
  };
}

/** Whether every venue has a result or a failure. */
function isReported({ rows, endedAtMs }: KillRun): boolean {
  return endedAtMs !== null || rows.every(({ state }) => state !== 'working');
}

/** In memory first and at once: the disk may be full. */
function freeze({ safeguards, log }: KillSwitchOptions, profileId: string, atMs: number): void {
  if (safeguards.of(profileId).frozenSinceMs === null) safeguards.change(profileId, { frozenSinceMs: atMs });
  log.warn('kill-switch.fired', { profileId });
}

interface Carrying {
  readonly options: KillSwitchOptions;
  readonly intents: Intents;
  readonly account: TradingAccount;
  readonly scopes: readonly Scope[];
  readonly signal: AbortSignal;
  /** Fathom ends: the started run is reported at the next start */
  readonly isClosing: () => boolean;
  readonly isKeepingStops: boolean;
  readonly publishRun: (run: KillRun) => void;
}

async function carryOut(carrying: Carrying, begun: KillRun): Promise<void> {
  const { options, intents, account, scopes, signal, isKeepingStops, publishRun } = carrying;
  const { nowMs, log, wait = waitQuietly } = options;
  const { profileId } = account;
  let run = begun;
  const intent = journalled(intents, profileId, run.id);
  const mayArrive = () => nowMs() < run.startedAtMs + arrivalMs && isPlacing(options.journal, profileId);
  const put = (row: KillRow): void => {
    run = { ...run, rows: run.rows.map(each => (each.scope === row.scope ? row : each)) };
    publishRun(run);
  };
  publishRun(run);
  const clear = async (scope: Scope): Promise<void> => {
    try {
      await clearScope({ scope, nowMs, wait, signal, mayArrive, isKeepingStops, publish: put });
    } catch (cause) {
      // a bug of ours in one venue must not stop the others
      log.error('kill-switch.scope-failed', { scope: scope.name, reason: String(cause) });
      const row = run.rows.find(each => each.scope === scope.name) ?? newRow(scope);
      put({ ...row, state: 'unreachable', reason: 'Fathom had an internal error. The log file has the details.' });
    }
  };
  const { weight } = await tallyWeight(() => Promise.all(scopes.map(clear)));
  if (intent !== null) intents.spent(intent, weight);
  run = { ...run, endedAtMs: nowMs() };
  if (intent !== null && !carrying.isClosing()) intents.settle(intent, 'acknowledged', outcomeOf(run.rows));
  log.warn('kill-switch.ended', { profileId, outcome: outcomeOf(run.rows) });
  publishRun(run);
}

const record = { kind: 'kill-switch', symbol: '', summary: 'Cancel everything and freeze' } as const;

/**
 * The journal never refuses it: what it cannot write it keeps in memory. Null only by a bug of ours, which stops
 * nothing.
 */
function journalled(intents: Intents, profileId: string, key: string): Intent | null {
  const sent = intents.begin(profileId, { ...record, key, body: {} }, []);
  return sent.ok ? sent.value : null;
}

/** Whether an order of the profile is under way, as far as the journal knows. */
function isPlacing(journal: IntentJournal, profileId: string): boolean {
  const open = journal.open(profileId);
  // a journal that cannot be read lets nothing new through
  return open.ok && open.value.some(({ intent }) => intent.kind.startsWith('place-'));
}

/** How many are active, scope by scope; null where that could not be read. */
function countAll(client: ExchangeClient): Promise<readonly (number | null)[]> {
  return Promise.all(scopesOf(client).map(async ({ read }) => countOpen(await read())));
}

/** Fathom ended while it cancelled: the freeze still holds, and the user decides with the figures. */
async function reportInterrupted(options: KillSwitchOptions, intents: Intents, { profileId, client }: TradingAccount) {
  const { journal, notice } = options;
  const open = journal.open(profileId);
  const runs = open.ok ? open.value.filter(({ intent }) => intent.kind === record.kind) : [];
  if (runs.length === 0) return;
  const counts = await countAll(client);
  const left = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const unread = counts.includes(null) ? ' Not every list could be read.' : '';
  const detail = `Fathom ended before it was over. ${left} ${left === 1 ? 'order is' : 'orders are'} active now.${unread}`;
  for (const { intent } of runs) intents.settle(intent, 'acknowledged', detail);
  notice(`The kill switch was fired, and ${detail} Fire it again to cancel them.`);
}
