import { isDeepStrictEqual } from 'node:util';
import { fail, succeed } from '#shared/errors.ts';
import { notRecorded } from '#archive/archive-failures.ts';
import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';
import { archiveQuestion } from './archive-question.ts';

const changedMeanwhile = fail(
  'declined',
  'The archive was changed while this question was open, so nothing was changed. Close it and try again.',
);

type Names = 'archive.status' | 'archive.configure' | 'archive.connect' | 'archive.verify';

type ArchiveHandlerOptions = Pick<HandlerOptions, 'askUser'> & {
  readonly archive: Omit<HandlerOptions['archive'], 'past'>;
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount'>;
};

/** What is recorded of the open account, and what the user chooses of it. The page alone cannot make it record less. */
export function archiveHandlers({ profiles, archive, askUser }: ArchiveHandlerOptions): Pick<Handlers, Names> {
  return {
    'archive.status': ({ profileId }) =>
      profiles.onAccount(profileId, () => {
        const status = archive.status(profileId);
        return Promise.resolve(status === null ? notRecorded : succeed(status));
      }),
    'archive.connect': () => archive.connect(),
    'archive.verify': () => archive.verify(),
    'archive.configure': async choice => {
      const before = archive.choice();
      const question = archiveQuestion(before, choice);
      if (question === null) return archive.configure(choice);
      return askUser(question, async () =>
        isDeepStrictEqual(archive.choice(), before) ? archive.configure(choice) : changedMeanwhile,
      );
    },
  };
}
