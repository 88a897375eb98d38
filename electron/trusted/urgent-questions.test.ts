import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import type { TrustedHandlers, TrustedWindow } from '#shell/shell.ts';
import { createTrustedPrompt } from './prompt.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const confirm = (title: string): TrustedQuestion => ({
  kind: 'confirm',
  profileName: 'Ada',
  colour: 'blue',
  title,
  facts: [],
  warning: 'Beware.',
  typeBack: null,
  confirmLabel: title,
});
const agree = { kind: 'confirm', typed: '' } as const;
const turn = () => new Promise(resolve => setTimeout(resolve, 0));

/** A prompt whose windows open when the test lets them. */
function openPrompt() {
  const windows: { readonly handlers: TrustedHandlers; isClosed: boolean }[] = [];
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const openWindow = async (handlers: TrustedHandlers): Promise<TrustedWindow> => {
    if (isSlow) await new Promise<void>(resolve => waiting.push(resolve));
    const gone = Promise.withResolvers<void>();
    const entry = { handlers, isClosed: false };
    windows.push(entry);
    return {
      closed: gone.promise,
      focus: () => {},
      close: () => {
        entry.isClosed = true;
        gone.resolve();
        return gone.promise;
      },
    };
  };
  const prompt = createTrustedPrompt({ openWindow, log: silent, nowMs: () => 1, monotonicMs: () => 1 });
  return {
    prompt,
    windows,
    openSlowly: () => {
      isSlow = true;
    },
    letOpen: () => {
      for (const open of waiting.splice(0)) open();
    },
    titles: () =>
      windows.map(({ handlers }) => {
        const question = handlers.question();
        return question.kind === 'confirm' ? question.title : question.kind;
      }),
  };
}

const take = () => Promise.resolve(succeed('agreed'));

it('urgent question replaces an open one, which is declined', async () => {
  const { prompt, windows, titles } = openPrompt();
  const first = prompt.ask(confirm('Loosen the policy'), take);
  await turn();
  const kill = prompt.askUrgent(confirm('Cancel everything'), take);
  expect(await first).toMatchObject({ error: { kind: 'declined' } });
  await turn();
  expect(titles()).toEqual(['Loosen the policy', 'Cancel everything']);
  expect(windows[0]?.isClosed).toBe(true);
  await windows[1]?.handlers.reply(agree);
  expect(await kill).toEqual(succeed('agreed'));
});

it('urgent question replaces one whose window is still opening', async () => {
  const { prompt, windows, openSlowly, letOpen, titles } = openPrompt();
  openSlowly();
  const first = prompt.ask(confirm('Loosen the policy'), take);
  await turn();
  const kill = prompt.askUrgent(confirm('Cancel everything'), take);
  letOpen();
  expect(await first).toMatchObject({ error: { kind: 'declined' } });
  await turn();
  letOpen();
  await turn();
  expect(titles().at(-1)).toBe('Cancel everything');
  expect(windows[0]?.isClosed).toBe(true);
  await windows.at(-1)?.handlers.reply(agree);
  expect(await kill).toEqual(succeed('agreed'));
});

it('urgent question stays when another one is asked', async () => {
  const { prompt, windows } = openPrompt();
  const kill = prompt.askUrgent(confirm('Cancel everything'), take);
  await turn();
  expect(await prompt.ask(confirm('Loosen the policy'), take)).toMatchObject({ error: { kind: 'declined' } });
  expect(await prompt.askUrgent(confirm('Cancel everything'), take)).toMatchObject({ error: { kind: 'declined' } });
  expect(windows).toHaveLength(1);
  await windows[0]?.handlers.reply(agree);
  expect(await kill).toEqual(succeed('agreed'));
});

it('urgent question closes a window that arrives after its end, and takes no reply from it', async () => {
  const { prompt, windows, openSlowly, letOpen } = openPrompt();
  openSlowly();
  const asking = prompt.ask(confirm('Loosen the policy'), take);
  await turn();
  const closing = prompt.close();
  letOpen();
  await closing;
  expect(await asking).toMatchObject({ error: { kind: 'declined' } });
  expect(windows[0]?.isClosed).toBe(true);
  expect(await windows[0]?.handlers.reply(agree)).toMatchObject({ kind: 'refused' });
});
