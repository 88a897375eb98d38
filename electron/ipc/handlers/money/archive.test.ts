import { expect, it } from 'vitest';
import type { ArchiveChoice } from '#shared/domain/archive/archive.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { AskUser } from '#policy/allowances.ts';
import { archiveHandlers } from './archive.ts';

/** An archive with this choice, and a user who answers each question as the test says. */
function build(choice: ArchiveChoice) {
  const user = { agrees: true, whileOpen: () => {} };
  const questions: Parameters<AskUser>[0][] = [];
  let kept = choice;
  const handlers = archiveHandlers({
    profiles: { onAccount: () => Promise.resolve(fail('no-profile', 'not open')) },
    archive: {
      status: () => null,
      choice: () => kept,
      configure: next => {
        kept = next;
        return succeed(next);
      },
      connect: () => Promise.resolve(succeed({})),
      verify: () => Promise.resolve(fail('storage', 'not readable')),
    },
    askUser: (question, take) => {
      questions.push(question);
      user.whileOpen();
      return user.agrees ? take() : Promise.resolve(fail('declined', 'no'));
    },
  });
  const configure = (next: ArchiveChoice) => handlers['archive.configure'](next);
  return { user, questions, configure, kept: () => kept };
}

const recording = { isPaused: false, sharePercent: 10 };
const paused = { isPaused: true, sharePercent: 10 };

it.each([
  ['pauses the archive', recording, paused, 'Pause the archive'],
  ['lowers its share', recording, { isPaused: false, sharePercent: 9 }, 'Lower the share of the archive to 9 %'],
  [
    'resumes it with a smaller share',
    paused,
    { isPaused: false, sharePercent: 1 },
    'Lower the share of the archive to 1 %',
  ],
] as const)('%s only when the user agrees in the trusted window', async (_, before, after, title) => {
  const { user, questions, configure, kept } = build(before);
  user.agrees = false;
  expect(await configure(after)).toMatchObject({ error: { kind: 'declined' } });
  expect(kept()).toEqual(before);
  user.agrees = true;
  expect(await configure(after)).toEqual(succeed(after));
  expect(kept()).toEqual(after);
  expect(questions.map(question => question.title)).toEqual([title, title]);
});

it.each([
  ['resumes the archive', paused, recording],
  ['raises its share', recording, { isPaused: false, sharePercent: 20 }],
  ['keeps a pause and raises its share', paused, { isPaused: true, sharePercent: 20 }],
] as const)('%s happens without a question', async (_, before, after) => {
  const { user, questions, configure, kept } = build(before);
  user.agrees = false;
  expect(await configure(after)).toEqual(succeed(after));
  expect(kept()).toEqual(after);
  expect(questions).toEqual([]);
});

it('archive settings stay unchanged when they were changed while the question was open', async () => {
  const { user, configure, kept } = build(recording);
  const raised = { isPaused: false, sharePercent: 50 };
  user.whileOpen = () => void configure(raised);
  expect(await configure(paused)).toMatchObject({ error: { kind: 'declined' } });
  expect(kept()).toEqual(raised);
});
