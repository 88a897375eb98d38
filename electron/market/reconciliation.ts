import type { WindowId } from '#shared/domain/view/panel-window.ts';
import type { AwaitedList } from '#account/account.ts';
import type { Clock } from '#time/clock.ts';

export interface ReconciliationOptions {
  readonly clock: Clock;
  /** what of the account has not been read since something may have been missed */
  readonly awaited: () => readonly AwaitedList[];
  /** Has all of it read until the answer is called, whatever the window shows. */
  readonly hold: () => () => void;
  /** acts whose outcome is not known yet, each in a few words */
  readonly openActs: () => readonly string[];
  /** a sentence for the screen, null: acts may be sent again; to these windows, absent: to all */
  readonly publish: (reason: string | null, to?: ReadonlySet<WindowId>) => void;
}

/** The time after sleep or a reconnect in which nothing is sent but cancels. docs/faults.md §5, case 36. */
export interface Reconciliation {
  readonly begin: () => void;
  /** why nothing but a cancel may be sent now, or null */
  readonly objection: () => string | null;
  /** Sends these windows the current reason again: their pages have asked, and may be new ones. */
  readonly sendAgain: (to: ReadonlySet<WindowId>) => void;
  readonly stop: () => void;
}

const lookEveryMs = 100;
const mostNamed = 3;

export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { clock, hold, publish } = options;
  let told: string | null = null;
  let undo: (() => void) | null = null;
  let release: (() => void) | null = null;
  const tell = (reason: string | null): void => {
    if (reason === told) return;
    told = reason;
    publish(reason);
  };
  const end = (): void => {
    undo?.();
    undo = null;
    release?.();
    release = null;
  };
  const look = (): void => {
    undo?.();
    const reason = reasonOf(options);
    if (reason === null) end();
    else undo = clock.after(lookEveryMs, look);
    tell(reason);
  };
  return {
    begin() {
      release ??= hold();
      look();
    },
    objection() {
      if (release !== null) look();
      return told;
    },
    sendAgain(to) {
      if (told !== null) publish(told, to);
    },
    stop() {
      end();
      tell(null);
    },
  };
}

function reasonOf({ awaited, openActs }: ReconciliationOptions): string | null {
  const lists = awaited();
  if (lists.length > 0) {
    const error = lists.find(list => list.error !== null)?.error ?? null;
    const why = error === null ? '' : ` The last try failed: ${error.message}`;
    return `After sleep or a reconnect the account is being read anew. Until then only cancels are sent. Awaited: ${named(
      lists.map(({ title }) => title),
      ', ',
    )}.${why}`;
  }
  const acts = openActs();
  if (acts.length === 0) return null;
  return `After sleep or a reconnect earlier acts are still being looked up. Until then only cancels are sent. Awaited: ${named(acts, '; ')}.`;
}

function named(words: readonly string[], between: string): string {
  const first = words.slice(0, mostNamed);
  const more = words.length - mostNamed;
  return (more > 0 ? [...first, `and ${more} more`] : first).join(between);
}
