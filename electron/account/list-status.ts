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
  stale: 'The feed sends no data.',
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

/** The status of a list as the page receives it. */
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

/** What moves all the time while a live list is right is sent to the page this late: it shows neither on the screen. */
const calmMs = 2000;

/** The part of a status that is published at once. */
function urgentOf({ asOfMs, isRefreshing, ...rest }: ListStatus): string {
  const isLive = rest.feed === 'live' && asOfMs !== null;
  return JSON.stringify(isLive ? rest : { ...rest, asOfMs, isRefreshing });
}

export interface ListPublisherOptions {
  readonly clock: Clock;
  /** nothing is published without a reader of the list */
  readonly isShown: () => boolean;
  readonly read: () => ListStatus;
  readonly publish: () => void;
}

/** Publishes a list at most once a frame, and status-only changes at once or shortly after with other changes. */
export function createListPublisher({ clock, isShown, read, publish }: ListPublisherOptions) {
  const pacer = createPacer(clock, publish);
  let published = '';
  let undo: (() => void) | null = null;
  const mark = (): void => {
    if (isShown()) pacer.mark();
  };
  return {
    mark,
    statusChanged(): void {
      if (!isShown()) return;
      const urgent = urgentOf(read());
      if (urgent !== published) {
        published = urgent;
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
