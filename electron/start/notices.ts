import type { Profile } from '#shared/domain/profile.ts';
import type { IntentJournal } from '#store/intent-journal.ts';

/** Messages shown to the user once: at the terminal, and in the window as soon as there is one. */
export interface Notices {
  readonly add: (message: string) => void;
  readonly all: () => string[];
  /** From now on new ones are published to the window. */
  readonly setPublisher: (publish: (notices: string[]) => void) => void;
}

const mostKept = 100;

export function createNotices(say: (line: string) => void): Notices {
  let notices: string[] = [];
  let publish: ((notices: string[]) => void) | null = null;
  return {
    add: message => {
      if (notices.includes(message)) return; // once is enough
      notices = [...notices, message].slice(-mostKept);
      say(message);
      publish?.([...notices]);
    },
    all: () => [...notices],
    setPublisher: next => {
      publish = next;
    },
  };
}

/** Adds a notice with the profiles that have actions of unknown outcome, if any. */
export function reportOpenActions(
  journal: Pick<IntentJournal, 'countOpen'>,
  profiles: readonly Profile[],
  notice: (message: string) => void,
): void {
  const message = openActionsNotice(journal, profiles);
  if (message !== null) notice(message);
}

/** Names the profiles with actions of unknown outcome; null when there are none. */
export function openActionsNotice(
  journal: Pick<IntentJournal, 'countOpen'>,
  profiles: readonly Profile[],
): string | null {
  const counted = journal.countOpen();
  if (!counted.ok || counted.value.length === 0) return null;
  const lines = counted.value.map(({ profileId, actions }) => {
    const profile = profiles.find(({ id }) => id === profileId);
    const who =
      profile === undefined ? `A profile that is not here any more (${profileId})` : `The profile ${profile.name}`;
    return `${who} has ${actions} ${actions === 1 ? 'action' : 'actions'} with unknown outcome.`;
  });
  const isAnyGone = counted.value.some(({ profileId }) => profiles.every(({ id }) => id !== profileId));
  const gone = isAnyGone ? ' For a removed profile, check the exchange.' : '';
  return `${lines.join(' ')} Open a profile to look up its actions.${gone}`;
}
