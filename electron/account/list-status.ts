import type { ListStatus } from '#shared/domain/account/account-list.ts';
import type { SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf } from '#shared/domain/completeness.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import { createPacer } from '#time/pacer.ts';
import type { Clock } from '#time/clock.ts';
import type { ListPolicy } from './list-policies.ts';
import type { ReaderStatus } from './list-reader.ts';

/** How one of the topics is that bring a list its changes. */
export interface TopicState {
  readonly state: FeedState;
  readonly detail: string | null;
}

const words: Readonly<Record<FeedState, string>> = {
  live: 'What may have been missed is being read.',
  syncing: 'The feed is being set up.',
  stale: 'The feed has gone quiet.',
  dead: 'The feed does not come.',
};

const unheard: TopicState = { state: 'syncing', detail: null };

/** Whether all the topics of a list bring its changes, and why not. */
export function createTopics(names: readonly string[]) {
  const known = new Map<string, TopicState>(names.map(name => [name, unheard]));
  const worst = () => [...known.values()].find(({ state }) => state !== 'live');
  return {
    set: (name: string, status: TopicState): void => void known.set(name, status),
    isLive: () => worst() === undefined,
    reason: (): string => {
      const { state, detail } = worst() ?? { state: 'live', detail: null };
      return detail ?? words[state];
    },
  };
}

/** What is known of a list beside its reads. */
interface ListNotes {
  /** why it is not live */
  readonly reason: () => string;
  readonly missing: readonly MissingPart[];
  readonly coverage: SpotCoverage | undefined;
}

/** What the page is told of how a list is. */
export function statusOf(
  reader: ReaderStatus,
  { cost }: ListPolicy,
  { reason, missing, coverage }: ListNotes,
): ListStatus {
  const completeness = completenessOf(missing);
  const { isLive, isAsking, asOfMs, intervalMs, error, nextAttemptAtMs } = reader;
  const feed = isLive ? ({ feed: 'live', detail: null } as const) : ({ feed: 'polled', detail: reason() } as const);
  return {
    ...feed,
    asOfMs,
    completeness,
    ...(coverage === undefined ? {} : { coverage }),
    intervalMs,
    isRefreshing: isAsking && asOfMs !== null,
    error,
    nextAttemptAtMs,
    cost,
  };
}

/** What moves all the time while a live list is right goes to the page this late: it shows neither on the screen. */
const calmMs = 2000;

/** What of a status is told at once. */
function urgentOf({ asOfMs, isRefreshing, ...rest }: ListStatus): string {
  const isLive = rest.feed === 'live' && asOfMs !== null;
  return JSON.stringify(isLive ? rest : { ...rest, asOfMs, isRefreshing });
}

export interface TellingOptions {
  readonly clock: Clock;
  /** nobody is told anything while nobody shows the list */
  readonly isShown: () => boolean;
  readonly read: () => ListStatus;
  readonly tell: () => void;
}

/** Tells of a list at most once a frame, and of what only its status says, now or soon with whatever else there is then. */
export function createTelling({ clock, isShown, read, tell }: TellingOptions) {
  const pacer = createPacer(clock, tell);
  let told = '';
  let undo: (() => void) | null = null;
  const mark = (): void => {
    if (isShown()) pacer.mark();
  };
  return {
    mark,
    statusChanged(): void {
      if (!isShown()) return;
      const urgent = urgentOf(read());
      if (urgent !== told) {
        told = urgent;
        pacer.mark();
        return;
      }
      undo ??= clock.after(calmMs, () => {
        undo = null;
        mark();
      });
    },
    stop(): void {
      undo?.();
      pacer.stop();
    },
  };
}
