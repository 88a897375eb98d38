import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
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
  typeBack: 'Ada',
  confirmLabel: 'Allow',
};
const agree = { kind: 'confirm', typed: 'Ada' };
const clocks = { nowMs: () => 1, monotonicMs: () => 1 };

function openPrompt() {
  const opened: { handlers: TrustedHandlers; leave: () => void; focused: number }[] = [];
  const openWindow = (handlers: TrustedHandlers): Promise<TrustedWindow> => {
    const gone = Promise.withResolvers<void>();
    const window = { handlers, leave: gone.resolve, focused: 0 };
    opened.push(window);
    return Promise.resolve({
      closed: gone.promise,
      focus: () => void (window.focused += 1),
      close: () => {
        gone.resolve();
        return gone.promise;
      },
    });
  };
  return { opened, prompt: createTrustedPrompt({ openWindow, log: silent, ...clocks }) };
}
const turn = () => new Promise(resolve => setTimeout(resolve, 0));

it('prompt shows the question, takes the accepted reply, and closes', async () => {
  const { opened, prompt } = openPrompt();
  const asking = prompt.ask(question, reply => Promise.resolve(succeed(reply.typed)));
  await turn();
  expect(opened[0]?.handlers.question()).toEqual(question);
  expect(await opened[0]?.handlers.reply(agree)).toEqual({ kind: 'done' });
  expect(await asking).toEqual(succeed('Ada'));
});

it.each([
  ['what must be typed is not', { kind: 'confirm', typed: 'Eve' }, 'typed'],
  ['it is no reply at all', 'nonsense', 'typed'],
  [
    'it answers another question',
    { kind: 'enter-key', key: 'k', secret: 's', passphrase: 'p', typed: 'Ada', mayWithdraw: false },
    null,
  ],
])('prompt takes no reply when %s', async (_why, reply, field) => {
  const { opened, prompt } = openPrompt();
  let taken = 0;
  const asking = prompt.ask(question, () => Promise.resolve(succeed((taken += 1))));
  await turn();
  expect(await opened[0]?.handlers.reply(reply)).toMatchObject({ kind: 'refused', field });
  opened[0]?.leave();
  expect(await asking).toMatchObject({ ok: false, error: { kind: 'declined' } });
  expect(taken).toBe(0);
});

it('prompt shows a validation error and takes the next reply', async () => {
  const { opened, prompt } = openPrompt();
  let tries = 0;
  const asking = prompt.ask(question, () => {
    tries += 1;
    return Promise.resolve(tries === 1 ? fail('unknown-key', 'No such key.', { field: 'key' }) : succeed(tries));
  });
  await turn();
  expect(await opened[0]?.handlers.reply(agree)).toEqual({ kind: 'refused', field: 'key', message: 'No such key.' });
  expect(await opened[0]?.handlers.reply(agree)).toEqual({ kind: 'done' });
  expect(await asking).toEqual(succeed(2));
});

it('prompt opens the next question only after an answered window has closed', async () => {
  const closing = Promise.withResolvers<void>();
  const opened: TrustedHandlers[] = [];
  const openWindow = (handlers: TrustedHandlers): Promise<TrustedWindow> => {
    opened.push(handlers);
    return Promise.resolve({ closed: new Promise(() => {}), focus: () => {}, close: () => closing.promise });
  };
  const prompt = createTrustedPrompt({ openWindow, log: silent, ...clocks });
  const first = prompt.ask(question, () => Promise.resolve(succeed('first')));
  await turn();
  expect(await opened[0]?.reply(agree)).toEqual({ kind: 'done' });
  await turn();
  const second = prompt.ask(question, () => Promise.resolve(succeed('second')));
  const third = prompt.ask(question, () => Promise.resolve(succeed('third')));
  await turn();
  expect(opened).toHaveLength(1);
  closing.resolve();
  expect(await first).toEqual(succeed('first'));
  await turn();
  expect(opened).toHaveLength(2);
  // of two that waited the second meets an open question, as ever
  expect(await third).toMatchObject({ ok: false, error: { kind: 'declined' } });
  expect(await opened[1]?.reply(agree)).toEqual({ kind: 'done' });
  expect(await second).toEqual(succeed('second'));
});

const failToClose = () => Promise.reject(new Error('its folder is in use'));

it('prompt keeps its answer when the window cannot be closed', async () => {
  const opened: TrustedHandlers[] = [];
  const openWindow = (handlers: TrustedHandlers): Promise<TrustedWindow> => {
    opened.push(handlers);
    return Promise.resolve({ closed: new Promise(() => {}), focus: () => {}, close: failToClose });
  };
  const prompt = createTrustedPrompt({ openWindow, log: silent, ...clocks });
  const asking = prompt.ask(question, () => Promise.resolve(succeed('taken')));
  await turn();
  expect(await opened[0]?.reply(agree)).toEqual({ kind: 'done' });
  expect(await asking).toEqual(succeed('taken'));
});

it('prompt takes a double click as one answer', async () => {
  const { opened, prompt } = openPrompt();
  let tries = 0;
  const asking = prompt.ask(question, async () => {
    tries += 1;
    await turn();
    return succeed(tries);
  });
  await turn();
  const first = opened[0]?.handlers.reply(agree);
  expect(await opened[0]?.handlers.reply(agree)).toMatchObject({ kind: 'refused' });
  expect(await first).toEqual({ kind: 'done' });
  expect(await asking).toEqual(succeed(1));
});

it('prompt is declined when the window is closed, and asks one question at a time', async () => {
  const { opened, prompt } = openPrompt();
  const first = prompt.ask(question, () => Promise.resolve(succeed(1)));
  await turn();
  expect(await prompt.ask(question, () => Promise.resolve(succeed(2)))).toMatchObject({ error: { kind: 'declined' } });
  expect(opened).toHaveLength(1);
  expect(opened[0]?.focused).toBe(1);
  await prompt.close();
  expect(await first).toMatchObject({ ok: false, error: { kind: 'declined' } });
  const next = prompt.ask(question, () => Promise.resolve(succeed(3)));
  await turn();
  await opened[1]?.handlers.reply(agree);
  expect(await next).toEqual(succeed(3));
});

it('prompt reports the result of an answer given before the window was closed, and takes none after it', async () => {
  const { opened, prompt } = openPrompt();
  const looking = Promise.withResolvers<void>();
  let taken = 0;
  const asking = prompt.ask(question, async () => {
    await looking.promise;
    return succeed((taken += 1));
  });
  await turn();
  const handlers = opened[0]?.handlers;
  const first = handlers?.reply(agree);
  opened[0]?.leave();
  await turn();
  expect(await handlers?.reply(agree)).toMatchObject({ kind: 'refused' });
  looking.resolve();
  expect(await asking).toEqual(succeed(1));
  expect(await first).toEqual({ kind: 'done' });
  expect(await handlers?.reply(agree)).toMatchObject({ kind: 'refused' });
  expect(taken).toBe(1);
});

it('prompt reports that no window can be opened, and can ask again', async () => {
  let isBroken = true;
  const { opened, prompt } = openPrompt();
  const broken = createTrustedPrompt({
    log: silent,
    ...clocks,
    openWindow: () => (isBroken ? Promise.reject(new Error('no display')) : Promise.reject(new Error('still'))),
  });
  expect(await broken.ask(question, () => Promise.resolve(succeed(1)))).toMatchObject({ error: { kind: 'internal' } });
  isBroken = false;
  expect(await broken.ask(question, () => Promise.resolve(succeed(1)))).toMatchObject({ error: { kind: 'internal' } });
  expect(opened).toEqual([]);
  await prompt.close();
});
