import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import type { TrustedHandlers, TrustedWindow } from '#shell/shell.ts';
import { createTrustedPrompt } from './prompt.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const question: TrustedQuestion = {
  kind: 'confirm',
  profileName: 'Ada',
  colour: 'blue',
  title: 'Allow',
  facts: [],
  warning: 'Beware.',
  typeBack: null,
  confirmLabel: 'Allow',
};
const epochMs = 1_700_000_000_000;
const minuteMs = 60_000;

const turn = () => new Promise(resolve => setTimeout(resolve, 0));

/** A prompt with a clock that the test moves, and a user who closes or answers each question. */
function openPrompt() {
  let elapsedMs = 5_000;
  const opened: { handlers: TrustedHandlers; leave: () => void }[] = [];
  const openWindow = (handlers: TrustedHandlers): Promise<TrustedWindow> => {
    const gone = Promise.withResolvers<void>();
    opened.push({ handlers, leave: gone.resolve });
    const close = () => {
      gone.resolve();
      return gone.promise;
    };
    return Promise.resolve({ closed: gone.promise, focus: () => {}, close });
  };
  const prompt = createTrustedPrompt({
    openWindow,
    log: silent,
    nowMs: () => epochMs + elapsedMs,
    monotonicMs: () => elapsedMs,
  });
  type Ask = 'ask' | 'askUrgent';
  const begin = (how: Ask) => prompt[how](question, () => Promise.resolve(succeed('agreed')));
  return {
    prompt,
    begin,
    opened,
    pass: (ms: number) => (elapsedMs += ms),
    close: async (how: Ask = 'ask') => {
      const asking = begin(how);
      await turn();
      opened.at(-1)?.leave();
      return await asking;
    },
    agree: async () => {
      const asking = begin('ask');
      await turn();
      await opened.at(-1)?.handlers.reply({ kind: 'confirm', typed: '' });
      return await asking;
    },
    /** how long the next question has to wait; 0: it opens */
    pauseMs: async () => {
      const before = opened.length;
      const asking = begin('ask');
      await turn();
      if (opened.length > before) {
        await prompt.close();
        expect(await asking).toMatchObject({ error: { kind: 'declined' } });
        return 0;
      }
      const refused = await asking;
      expect(refused).toMatchObject({ ok: false, error: { kind: 'rate-limited', isOutcomeUnknown: false } });
      return refused.ok ? null : (refused.error.retryAtMs ?? 0) - epochMs - elapsedMs;
    },
  };
}

it('question delay grows after each question that the user closed, up to five minutes', async () => {
  const { close, pass, pauseMs } = openPrompt();
  const pauses: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    expect(await close()).toMatchObject({ error: { kind: 'declined' } });
    const pause = await pauseMs();
    pauses.push(pause);
    pass((pause ?? 0) - 1);
    if (pause !== 0) expect(await pauseMs()).toBe(1);
    pass(1);
    expect(await pauseMs()).toBe(0);
  }
  expect(pauses).toEqual([0, 2000, 8000, 30_000, 2 * minuteMs, 5 * minuteMs, 5 * minuteMs, 5 * minuteMs]);
});

it('question delay states its length', async () => {
  const { close, pass, begin } = openPrompt();
  await close();
  await close();
  pass(500);
  expect(await begin('ask')).toMatchObject({
    error: {
      message:
        'You closed several questions without an answer, so the next one can be asked in 2 s. Nothing was changed.',
      retryAtMs: epochMs + 7000,
    },
  });
});

it('question delay opens no window while the next question waits', async () => {
  const { close, pauseMs, opened } = openPrompt();
  await close();
  await close();
  expect(await pauseMs()).toBe(2000);
  expect(opened).toHaveLength(2);
});

it('question delay restarts after an answered question, and after ten quiet minutes', async () => {
  const { close, agree, pass, pauseMs } = openPrompt();
  await close();
  await close();
  pass(2000);
  expect(await agree()).toEqual(succeed('agreed'));
  await close();
  expect(await pauseMs()).toBe(0);
  await close();
  expect(await pauseMs()).toBe(2000);
  pass(10 * minuteMs);
  await close();
  expect(await pauseMs()).toBe(0);
});

it('question delay never applies to an urgent question, and does not count a closed one', async () => {
  const { close, opened, pauseMs } = openPrompt();
  for (let round = 0; round < 6; round += 1) await close('askUrgent');
  expect(await pauseMs()).toBe(0);
  await close();
  await close();
  expect(await pauseMs()).toBe(2000);
  const before = opened.length;
  await close('askUrgent');
  expect(opened).toHaveLength(before + 1);
});

it('question delay does not count a question that main closed', async () => {
  const { prompt, begin, pauseMs } = openPrompt();
  for (let round = 0; round < 3; round += 1) {
    const asking = begin('ask');
    await turn();
    await prompt.close();
    expect(await asking).toMatchObject({ error: { kind: 'declined' } });
  }
  expect(await pauseMs()).toBe(0);
});
