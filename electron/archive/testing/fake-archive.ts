import { defaultArchiveChoice } from '#shared/domain/archive/archive.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Archive } from '../archive.ts';
import { notRecorded, unreadableArchive } from '../archive-failures.ts';
import type { AskPassphrase, Backups } from '../backup/backups.ts';
import type { CheckArchive } from '../check-archive.ts';
import type { Explorer } from '../explore/explorer.ts';
import type { History } from '../history/history.ts';
import type { RetentionRules } from '../history/retention.ts';

interface FakeArchive extends Archive {
  readonly connect: () => Promise<Result<Record<string, never>>>;
  readonly verify: CheckArchive;
}

/** An archive that records nothing, and whose database connects when it is asked to. */
export function createFakeArchive(): FakeArchive {
  return {
    opened: () => {},
    closed: () => {},
    historyDeleted: () => {},
    status: () => null,
    past: () => null,
    choice: () => defaultArchiveChoice,
    configure: choice => succeed(choice),
    connect: () => Promise.resolve(succeed({})),
    verify: () => Promise.resolve(unreadableArchive),
    stop: () => Promise.resolve(),
  };
}

const close = () => Promise.resolve();
const answerNothing = () => Promise.resolve(notRecorded);

/** What is beside an archive that records nothing: history, explorer, rules that keep all rows, and no backup. */
export function createFakeRecording(): {
  readonly backups: ReturnType<typeof createFakeBackups>;
  readonly askPassphrase: AskPassphrase;
  readonly explorer: Explorer;
  readonly history: History;
  readonly retention: RetentionRules;
} {
  return {
    backups: createFakeBackups(),
    askPassphrase: () => Promise.resolve(fail('declined', 'no')),
    explorer: createFakeExplorer(),
    history: { count: answerNothing, remove: answerNothing, finish: answerNothing },
    retention: { read: () => ({}), set: retention => succeed(retention), apply: () => Promise.resolve() },
  };
}

/** An explorer of an account of which nothing is recorded. */
function createFakeExplorer(): Explorer {
  return { search: answerNothing, count: answerNothing, order: answerNothing, export: answerNothing, close };
}

/** Backups of a data folder without an archive. */
export function createFakeBackups(): Backups {
  return {
    folder: '/data/backups',
    check: () => notRecorded,
    begin: () => notRecorded,
    cancel: close,
    status: () => ({ state: 'none' }),
    last: () => ({ state: 'never' }),
    close,
  };
}
