import type { Profile } from '#shared/domain/profile.ts';
import type { IntentJournal } from '#store/intent-journal.ts';

/** What the user is told once: at the terminal, and in the window as soon as there is one. */
export interface Notices {
  readonly add: (message: string) => void;
  readonly all: () => string[];
  /** From now on the window hears of new ones. */
  readonly tellTo: (publish: (notices: string[]) => void) => void;
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
    tellTo: next => {
      publish = next;
    },
  };
}

/** Notes which profiles have acts whose outcome nobody knows, if any has. */
export function tellOpenActs(
  journal: Pick<IntentJournal, 'countOpen'>,
  profiles: readonly Profile[],
  notice: (message: string) => void,
): void {
  const message = openActsNotice(journal, profiles);
  if (message !== null) notice(message);
}

/** Says which profiles have acts whose outcome nobody knows; null when there are none. */
export function openActsNotice(journal: Pick<IntentJournal, 'countOpen'>, profiles: readonly Profile[]): string | null {
  const counted = journal.countOpen();
  if (!counted.ok || counted.value.length === 0) return null;
  const lines = counted.value.map(({ profileId, acts }) => {
    const profile = profiles.find(({ id }) => id === profileId);
    const who =
      profile === undefined ? `A profile that is not here any more (${profileId})` : `The profile ${profile.name}`;
    return `${who} has ${acts} ${acts === 1 ? 'act' : 'acts'} whose outcome is not known.`;
  });
  const isAnyGone = counted.value.some(({ profileId }) => profiles.every(({ id }) => id !== profileId));
  const gone = isAnyGone ? ' For one that is not here any more, look at the exchange itself.' : '';
  return `${lines.join(' ')} Open a profile and Fathom looks its acts up.${gone}`;
}
