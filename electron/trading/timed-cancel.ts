import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { absenceOf } from '#client/wire/absence.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import { asAction, type TradingAccount } from './trading-action.ts';
import { type Wait, waitQuietly } from './follow-up.ts';
import type { SendConditions } from './sending/send-conditions.ts';

export interface TimedCancelOptions {
  readonly safeguards: SafeguardList;
  readonly journal: Pick<IntentJournal, 'note'>;
  readonly nowMs: () => number;
  readonly publish: (timedCancel: TimedCancel) => void;
  /** messages shown to the user once */
  readonly notice: (message: string) => void;
  /** Checked before a change is sent. A renewal is always sent: without it the exchange cancels the orders. */
  readonly refuseWrite: SendConditions['refuseWrite'];
  readonly wait?: Wait;
}

/**
 * Keeps the exchange's own timed cancel (a dead man's switch) armed: all spot orders of the profile are cancelled when
 * Fathom has not renewed it in time. What is shown is what the exchange last confirmed. docs/exchange/endpoints.md
 * §3.8.
 */
export interface TimedCancelSwitch {
  readonly read: (profileId: string) => TimedCancel;
  /** Arms it, or takes it off (null). It is what it was when the exchange refuses. */
  readonly change: (account: TradingAccount, timeoutS: number | null) => Promise<Result<TimedCancel>>;
  /** The profile was opened: the setting of the user is armed again, and that of another client is shown. */
  readonly opened: (account: TradingAccount) => void;
  /** The profile, or Fathom, is closed: it is not renewed any more, which is reported to the user. */
  readonly closed: () => void;
}

interface Renewing {
  readonly account: TradingAccount;
  readonly stopping: AbortController;
}

type Set = { readonly triggersAtMs: number | null };

const off = (profileId: string): TimedCancel => ({
  profileId,
  state: 'off',
  timeoutS: null,
  triggersAtMs: null,
  renewedAtMs: null,
  reason: null,
});

/** It is renewed so many times in each span, so that two may fail. */
const renewalsPerSpan = 3;
const retryMs = 5_000;

export function createTimedCancel(options: TimedCancelOptions): TimedCancelSwitch {
  const { safeguards, journal, notice } = options;
  const states = new Map<string, TimedCancel>();
  let renewing: Renewing | null = null;
  const read = (profileId: string) => states.get(profileId) ?? off(profileId);
  const put = (next: TimedCancel): TimedCancel => {
    states.set(next.profileId, next);
    options.publish(next);
    return next;
  };
  const foreign = createForeignWatch(options, { read, put });
  const stop = (): void => {
    foreign.stop();
    renewing?.stopping.abort();
    renewing = null;
  };
  const begin = (account: TradingAccount, timeoutS: number, isSet: boolean): void => {
    stop();
    const stopping = new AbortController();
    renewing = { account, stopping };
    void keepRenewing({ options, account, timeoutS, signal: stopping.signal, read, put }, isSet);
  };
  const note = (profileId: string, summary: string, state: string) =>
    journal.note({ profileId, kind: 'timed-cancel', summary, state, detail: null });

  return {
    read,
    change: async (account, timeoutS) => {
      const { profileId, client } = account;
      const refused = options.refuseWrite(account);
      if (refused !== null) return refused;
      if (safeguards.of(profileId).isDryRun) return fail('dry-run', 'Dry run: the timed cancel was not changed.');
      const summary = timeoutS === null ? 'Take the timed cancel off' : `Arm the timed cancel, ${timeoutS} s`;
      note(profileId, summary, 'sent');
      const set = await setAt(options, client, timeoutS);
      note(profileId, summary, set.ok ? 'acknowledged' : 'rejected');
      if (!set.ok) return set;
      safeguards.change(profileId, { timedCancelS: timeoutS });
      if (timeoutS === null) {
        stop();
        return succeed(put(off(profileId)));
      }
      const armed = put(armedState(options, { profileId, timeoutS, set: set.value }));
      begin(account, timeoutS, true);
      return succeed(armed);
    },
    opened: account => {
      const { timedCancelS } = safeguards.of(account.profileId);
      if (timedCancelS !== null) begin(account, timedCancelS, false);
      else foreign.begin(account);
    },
    closed: () => {
      if (renewing !== null) noticeLeftArmed(read(renewing.account.profileId), notice);
      stop();
    },
  };
}

/** The exchange cancels at its moment, because it is not renewed any more. */
function noticeLeftArmed({ state, triggersAtMs }: TimedCancel, notice: TimedCancelOptions['notice']): void {
  if (triggersAtMs === null || state === 'off') return;
  notice(
    `The timed cancel stays armed and is not renewed now: the exchange cancels all spot orders at ${new Date(triggersAtMs).toISOString()}, unless the profile is opened before.`,
  );
}

interface Keeping {
  readonly options: TimedCancelOptions;
  readonly account: TradingAccount;
  readonly timeoutS: number;
  readonly signal: AbortSignal;
  readonly read: (profileId: string) => TimedCancel;
  readonly put: (next: TimedCancel) => TimedCancel;
}

async function keepRenewing(keeping: Keeping, isSet: boolean): Promise<void> {
  const { options, account, timeoutS, signal, put } = keeping;
  const { wait = waitQuietly } = options;
  const periodMs = (timeoutS * 1_000) / renewalsPerSpan;
  let pauseMs = isSet ? periodMs : 0;
  while (!signal.aborted) {
    await wait(pauseMs, signal);
    if (signal.aborted) return;
    const set = await setAt(options, account.client, timeoutS);
    if (signal.aborted) return;
    if (set.ok) put(armedState(options, { profileId: account.profileId, timeoutS, set: set.value }));
    // oxlint-disable-next-line no-await-in-loop -- the next try waits for what this one has found
    else await putFailure(keeping, set.error.message);
    pauseMs = set.ok ? periodMs : Math.min(retryMs, periodMs / 2);
  }
}

type Failed = 'failing' | 'due' | 'lapsed';

const whenSentences: Readonly<Record<Failed, (at: string) => string>> = {
  failing: at => `The exchange cancels all spot orders at ${at}.`,
  due: at => `The timed cancel was due at ${at}. Fathom is checking whether the exchange cancelled the spot orders.`,
  lapsed: at => `The exchange says that it is armed no more: it ran out at ${at} and cancelled all spot orders.`,
};

/**
 * Neither "armed" nor "cancelled" by assumption: a renewal that failed is an alarm, and that it ran out is the
 * exchange's to say.
 */
async function putFailure(keeping: Keeping, reason: string): Promise<void> {
  const { options, account, timeoutS, signal, read, put } = keeping;
  const { profileId } = account;
  const { triggersAtMs } = read(profileId);
  const isOver = triggersAtMs !== null && options.nowMs() >= triggersAtMs;
  const found = isOver ? await lookUp(options, account.client, timeoutS) : 'failing';
  if (signal.aborted) return;
  if (typeof found !== 'string') return void put(armedState(options, { profileId, timeoutS, set: found }));
  const before = read(profileId);
  if (before.state !== found) {
    const when = triggersAtMs === null ? '' : ` ${whenSentences[found](new Date(triggersAtMs).toISOString())}`;
    options.journal.note({ profileId, kind: 'timed-cancel', summary: 'Renewal failed', state: found, detail: reason });
    options.notice(`The timed cancel could not be renewed: ${reason}${when}`);
  }
  put({ ...before, state: found, timeoutS, reason });
}

/**
 * What became of one whose moment is over by our clock: the exchange may have it still, by its own clock or by a
 * renewal whose answer was lost.
 */
async function lookUp(
  { nowMs }: TimedCancelOptions,
  client: ExchangeClient,
  timeoutS: number,
): Promise<'due' | 'lapsed' | Set> {
  const set = await client.spotHf.deadCancel({}, asAction);
  if (!set.ok) return 'due';
  const { triggersAtMs } = set.value;
  if (set.value.timeoutS === null || triggersAtMs === null) return 'lapsed';
  const isAhead = set.value.timeoutS === timeoutS && triggersAtMs > set.value.nowMs;
  return isAhead ? { triggersAtMs: localMs(set.value, nowMs()) } : 'due';
}

function armedState(
  { nowMs }: TimedCancelOptions,
  { profileId, timeoutS, set }: { readonly profileId: string; readonly timeoutS: number; readonly set: Set },
): TimedCancel {
  return { profileId, state: 'armed', timeoutS, triggersAtMs: set.triggersAtMs, renewedAtMs: nowMs(), reason: null };
}

/** The exchange may cut its moments to seconds; two settings differ by at least ten. */
const toleranceMs = 2_000;

/** A lost answer is looked up: setting it again would do no harm, but what it is now is what counts. */
async function setAt(
  { nowMs }: TimedCancelOptions,
  client: ExchangeClient,
  timeoutS: number | null,
): Promise<Result<Set>> {
  const sentAtMs = nowMs();
  const set = await client.spotHf.setDeadCancel({ timeoutS, symbols: [] }, asAction);
  if (set.ok) return succeed({ triggersAtMs: localMs(set.value, nowMs()) });
  if (!set.error.isOutcomeUnknown) return set;
  const read = await client.spotHf.deadCancel({}, asAction);
  if (!read.ok || read.value.timeoutS !== timeoutS) return set;
  const { triggersAtMs, nowMs: readAtMs } = read.value;
  // the one before may stand there still, as long and with less of it left: that is no renewal
  const leftMs = triggersAtMs === null ? null : triggersAtMs - readAtMs;
  const isOlder =
    leftMs !== null && timeoutS !== null && leftMs < timeoutS * 1_000 - (nowMs() - sentAtMs) - toleranceMs;
  return isOlder ? set : succeed({ triggersAtMs: localMs(read.value, nowMs()) });
}

/** The exchange states both moments by its own clock; the user reads ours. */
function localMs(
  { nowMs, triggersAtMs }: { readonly nowMs: number; readonly triggersAtMs: number | null },
  ownMs: number,
): number | null {
  return triggersAtMs === null ? null : ownMs + (triggersAtMs - nowMs);
}

const askAgainMs = 60_000;

/** One watch at a time for a timed cancel that this Fathom has not armed. */
function createForeignWatch(options: TimedCancelOptions, states: Pick<Keeping, 'read' | 'put'>) {
  let asking = new AbortController();
  return {
    begin(account: TradingAccount): void {
      asking.abort();
      asking = new AbortController();
      void reportForeign(options, account, { ...states, signal: asking.signal });
    },
    stop(): void {
      asking.abort();
    },
  };
}

/**
 * Publishes a timed cancel armed by another program, or by an earlier Fathom whose files are missing. While the
 * exchange does not answer, what was last known stays, with the reason, and it is asked again once a minute.
 */
async function reportForeign(
  { nowMs, wait = waitQuietly }: TimedCancelOptions,
  { profileId, client }: TradingAccount,
  { read, put, signal }: Pick<Keeping, 'read' | 'put' | 'signal'>,
): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the next try waits for what this one has found
    const set = await client.spotHf.deadCancel({}, { priority: 'background' });
    if (signal.aborted) return;
    if (set.ok) {
      const { timeoutS } = set.value;
      const triggersAtMs = localMs(set.value, nowMs());
      if (timeoutS !== null) put({ ...off(profileId), state: 'foreign', timeoutS, triggersAtMs });
      else if (read(profileId).state !== 'off' || tries > 0) put(off(profileId));
      return;
    }
    if (absenceOf(set.error) !== 'unsure') return;
    put({ ...read(profileId), reason: set.error.message });
    if (set.error.kind === 'permission') return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(askAgainMs, signal);
  }
}
