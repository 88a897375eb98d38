import type { WindowId } from '#shared/domain/view/panel-window.ts';
import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import type { PendingList } from '#account/account.ts';
import type { Clock } from '#time/clock.ts';

/** An action whose outcome is not known. */
export interface OpenAction {
  /** in a few words */
  readonly summary: string;
  readonly symbol: string;
}

/** Why actions wait, for the screen. */
export interface ReconciliationState {
  /** as a sentence; null: all actions are sent */
  readonly reason: string | null;
  /** what reduces the risk is sent all the same */
  readonly mayReduce: boolean;
}

export interface ReconciliationOptions {
  readonly clock: Clock;
  /** what of the account has not been read since something may have been missed */
  readonly pendingLists: () => readonly PendingList[];
  /** Has all of it read until the answer is called, whatever the window shows. */
  readonly hold: () => () => void;
  readonly openActions: () => readonly OpenAction[];
  /** to these windows, absent: to all */
  readonly publish: (state: ReconciliationState, to?: ReadonlySet<WindowId>) => void;
}

/**
 * The time after sleep or a reconnect in which nothing is sent but cancels, and after ten seconds also what reduces the
 * risk, after one warning. docs/faults.md §5, case 36.
 */
export interface Reconciliation {
  readonly begin: () => void;
  /** why this may not be sent now, or null; absent: an action of which nothing is known */
  readonly validationError: (wanted?: WantedAction) => string | null;
  /** Sends these windows the current reason again: their pages have asked, and may be new ones. */
  readonly sendAgain: (to: ReadonlySet<WindowId>) => void;
  readonly stop: () => void;
}

const checkEveryMs = 100;
const reduceAfterMs = 10_000;
const mostNamed = 3;
const sendAll: ReconciliationState = { reason: null, mayReduce: true };

export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { clock, hold, publish } = options;
  let published: ReconciliationState = sendAll;
  let undo: (() => void) | null = null;
  let release: (() => void) | null = null;
  let beganAtMs = 0;
  let isWarned = false;
  const show = (state: ReconciliationState): void => {
    if (state.reason === published.reason && state.mayReduce === published.mayReduce) return;
    published = state;
    publish(state);
  };
  const end = (): void => {
    undo?.();
    undo = null;
    release?.();
    release = null;
    isWarned = false;
  };
  const check = (): void => {
    undo?.();
    const state = stateOf(options, clock.monotonicMs() - beganAtMs >= reduceAfterMs);
    if (state.reason === null) end();
    else undo = clock.after(checkEveryMs, check);
    show(state);
  };
  const warnOnce = (): string | null => {
    if (isWarned) return null;
    isWarned = true;
    return warningOf(options);
  };
  return {
    begin() {
      if (release === null) beganAtMs = clock.monotonicMs();
      release ??= hold();
      check();
    },
    validationError(wanted = { symbol: null, reducesRisk: false }) {
      if (release !== null) check();
      const { reason, mayReduce } = published;
      if (reason === null || !mayReduce || !wanted.reducesRisk) return reason;
      const same = options.openActions().find(({ symbol }) => symbol === wanted.symbol);
      return same === undefined ? warnOnce() : unknownOutcome(same);
    },
    sendAgain(to) {
      if (published.reason !== null) publish(published, to);
    },
    stop() {
      end();
      show(sendAll);
    },
  };
}

function stateOf({ pendingLists, openActions }: ReconciliationOptions, mayReduce: boolean): ReconciliationState {
  const lists = pendingLists();
  if (lists.length > 0) {
    const error = lists.find(list => list.error !== null)?.error ?? null;
    const why = error === null ? '' : ` The last try failed: ${error.message}`;
    const names = listNames(lists);
    const reason = mayReduce
      ? `Part of the account is still loading after sleep or a reconnect. Until then Fathom sends only cancels and actions that reduce risk. Pending: ${names}.${why}`
      : `The account is loading again after sleep or a reconnect. Until then Fathom sends only cancels. Pending: ${names}.${why}`;
    return { reason, mayReduce };
  }
  const actions = openActions().map(({ summary }) => summary);
  if (actions.length === 0) return sendAll;
  const names = named(actions, '; ');
  const reason = mayReduce
    ? `The outcome of earlier actions is unknown after sleep or a reconnect. Until then Fathom sends only cancels and actions that reduce risk. Pending: ${names}.`
    : `Fathom is looking up earlier actions after sleep or a reconnect and sends only cancels until then. Pending: ${names}.`;
  return { reason, mayReduce };
}

function warningOf({ pendingLists, openActions }: ReconciliationOptions): string {
  const lists = pendingLists();
  const names =
    lists.length > 0
      ? listNames(lists)
      : named(
          openActions().map(({ summary }) => summary),
          '; ',
        );
  return `These are still unknown after sleep or a reconnect: ${names}. Send again to send anyway.`;
}

function unknownOutcome({ summary }: OpenAction): string {
  return `The outcome of an earlier action in this market is unknown: ${summary}. Wait for it, or check the exchange.`;
}

function listNames(lists: readonly PendingList[]): string {
  return named(
    lists.map(({ title }) => title),
    ', ',
  );
}

function named(words: readonly string[], between: string): string {
  const first = words.slice(0, mostNamed);
  const more = words.length - mostNamed;
  return (more > 0 ? [...first, `and ${more} more`] : first).join(between);
}
