import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TrustedOutcome, TrustedQuestion } from '#shared/trusted.ts';
import { testWithAttention } from './testing/window-attention.ts';

/** The page as it is loaded: its script runs once, against the question of the test. */

const replies: unknown[] = [];
let outcome: TrustedOutcome;
const close = vi.fn<() => void>();
testWithAttention();

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = '<main id="question"></main>';
  replies.length = 0;
  outcome = { kind: 'done' };
  close.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

/** Until the window takes input. */
const settle = () => vi.advanceTimersByTimeAsync(1000);

/** The window after the time to read has passed. */
async function open(question: TrustedQuestion): Promise<void> {
  await show(question);
  await settle();
}

async function show(question: TrustedQuestion): Promise<void> {
  vi.stubGlobal('trusted', {
    question: () => Promise.resolve(question),
    reply: (reply: unknown) => {
      replies.push(reply);
      return Promise.resolve(outcome);
    },
    close,
  });
  await import('./main.ts');
}

const keyQuestion: TrustedQuestion = {
  kind: 'enter-key',
  profileName: 'Ada',
  colour: 'blue',
  addresses: [
    { label: 'Spot', address: 'https://xn--kucin-jua.example', punycode: 'xn--kucin-jua.example', isNew: true },
    { label: 'Futures', address: 'https://api-futures.kucoin.com', punycode: null, isNew: false },
  ],
  facts: [{ label: 'Mode', value: '<b>read-only</b>' }],
  typeBack: 'xn--kucin-jua.example',
};
const confirmQuestion: TrustedQuestion = {
  kind: 'confirm',
  profileName: 'Ada',
  colour: 'rose',
  title: 'Allow trading with Ada',
  facts: [],
  warning: 'It can trade from now on.',
  typeBack: 'Ada',
  confirmLabel: 'Allow trading',
};

const input = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`#${name}`);
  if (found === null) throw new Error(`no input ${name}`);
  return found;
};
const type = (name: string, text: string) => {
  input(name).value = text;
};
const withdrawRow = () => input('mayWithdraw').closest('div');
const submit = async () => {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await vi.advanceTimersByTimeAsync(0);
};

it('trusted page shows every address in full, with its network form, and requires new ones to be typed', async () => {
  await open(keyQuestion);
  const text = document.body.textContent;
  expect(text).toContain('https://xn--kucin-jua.example');
  expect(text).toContain('network name: xn--kucin-jua.example');
  expect(text.match(/none of your profiles uses it/g)).toHaveLength(1);
  expect(text).toContain('Type xn--kucin-jua.example to confirm');
  // what is asked about is text, never markup
  expect(text).toContain('<b>read-only</b>');
  expect(document.querySelector('b')).toBeNull();
});

it('trusted page hides typed secrets, sends them once and wipes the fields', async () => {
  await open(keyQuestion);
  for (const name of ['key', 'secret', 'passphrase']) {
    expect(input(name).type).toBe('password');
    expect(input(name).autocomplete).toBe('off');
    type(name, `the-${name}`);
  }
  type('typed', 'xn--kucin-jua.example');
  await submit();
  expect(replies).toEqual([
    {
      kind: 'enter-key',
      key: 'the-key',
      secret: 'the-secret',
      passphrase: 'the-passphrase',
      typed: 'xn--kucin-jua.example',
      mayWithdraw: false,
    },
  ]);
  expect(['key', 'secret', 'passphrase', 'typed'].map(name => input(name).value)).toEqual(['', '', '', '']);
});

it('trusted page names the wrong part beside its field and keeps the rest, so that only it is typed again', async () => {
  await open(keyQuestion);
  type('key', 'the-key');
  outcome = { kind: 'refused', field: 'passphrase', message: 'It is wrong.' };
  await submit();
  expect(document.querySelector('#passphrase-note')?.textContent).toBe('It is wrong.');
  expect(['key', 'passphrase'].map(name => input(name).getAttribute('aria-invalid'))).toEqual(['false', 'true']);
  expect(document.activeElement).toBe(input('passphrase'));
  expect(input('key').value).toBe('the-key');
});

it('trusted page offers a key that can withdraw only after a rejection for that reason', async () => {
  await open(keyQuestion);
  expect(withdrawRow()?.hidden).toBe(true);
  outcome = { kind: 'refused', field: 'mayWithdraw', message: 'It can withdraw.' };
  await submit();
  expect(withdrawRow()?.hidden).toBe(false);
  expect(document.body.textContent).toContain('It can withdraw.');
});

it('trusted page confirms in words, and Escape or Cancel closes it without sending', async () => {
  await open(confirmQuestion);
  expect(document.querySelector('h1')?.textContent).toBe('Allow trading with Ada');
  expect(document.body.textContent).toContain('It can trade from now on.');
  type('typed', 'Ada');
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(close).toHaveBeenCalledOnce();
  expect(input('typed').value).toBe('');
  expect(replies).toEqual([]);
  await submit();
  expect(replies).toEqual([{ kind: 'confirm', typed: '' }]);
});

const button = (name: string) => [...document.querySelectorAll('button')].find(each => each.textContent === name);

it('trusted page accepts no answer and stays open until its guard is open, and focuses no field by itself', async () => {
  await show(confirmQuestion);
  type('typed', 'Ada');
  await submit();
  button('Cancel')?.click();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(replies).toEqual([]);
  expect(close).not.toHaveBeenCalled();
  await settle();
  expect(document.querySelector('[role=status]')?.textContent).toBe('Ready for your input.');
  expect(document.activeElement).toBe(document.body);
  type('typed', 'Ada');
  await submit();
  expect(replies).toEqual([{ kind: 'confirm', typed: 'Ada' }]);
  button('Cancel')?.click();
  expect(close).toHaveBeenCalledOnce();
});

it('trusted page shows names without characters that could make them read as others', async () => {
  await open({ ...confirmQuestion, title: 'Allow \u202egnidart', facts: [{ label: 'Spot', value: 'a\u200bb' }] });
  expect(document.querySelector('h1')?.textContent).toBe('Allow \ufffdgnidart');
  expect(document.title).toBe('Allow \ufffdgnidart');
  expect(document.querySelector('dd')?.textContent).toBe('a\ufffdb');
});

it('trusted page asks for a PIN and its repetition without showing them, and keeps neither', async () => {
  await open({
    kind: 'enter-pin',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Change the PIN',
    explanation: 'It unlocks Fathom.',
    asksCurrent: true,
    asksNew: true,
    typeBack: null,
    confirmLabel: 'Change',
  });
  const fields = Array.from(document.querySelectorAll('input'));
  expect(fields.map(each => `${each.name} ${each.type}`)).toEqual([
    'pin password',
    'newPin password',
    'repeated password',
  ]);
  for (const [at, field] of fields.entries()) field.value = `typed ${at}`;
  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(replies).toHaveLength(1), { timeout: 20_000 });
  expect(replies).toEqual([{ kind: 'enter-pin', pin: 'typed 0', newPin: 'typed 1', repeated: 'typed 2', typed: '' }]);
  await vi.waitFor(() => expect(fields.map(({ value }) => value)).toEqual(['', '', '']), { timeout: 20_000 });
});

it('trusted window asks for a password beside the host that it is sent to, and keeps neither', async () => {
  await open({
    kind: 'enter-password',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Connect the archive to its database',
    explanation: 'The password is sent to this host.',
    facts: [{ label: 'Host', value: 'db.example' }],
    typeBack: 'db.example',
    confirmLabel: 'Connect',
  });
  expect(document.body.textContent).toContain('db.example');
  const fields = Array.from(document.querySelectorAll('input'));
  expect(fields.map(each => `${each.name} ${each.type}`)).toEqual(['password password', 'typed text']);
  for (const [at, field] of fields.entries()) field.value = `typed ${at}`;
  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(replies).toEqual([{ kind: 'enter-password', password: 'typed 0', typed: 'typed 1' }]), {
    timeout: 20_000,
  });
  await vi.waitFor(() => expect(fields.map(({ value }) => value)).toEqual(['', '']), { timeout: 20_000 });
});

it('trusted window asks for a new passphrase twice beside the warning about its loss, and keeps neither', async () => {
  await open({
    kind: 'enter-passphrase',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Back up the archive',
    warning: 'A lost passphrase is a lost backup.',
    facts: [{ label: 'Folder', value: '/data/backups' }],
    typeBack: null,
    confirmLabel: 'Back up',
  });
  expect(document.body.textContent).toContain('/data/backups');
  expect(document.querySelector('.warning')?.textContent).toBe('A lost passphrase is a lost backup.');
  const fields = Array.from(document.querySelectorAll('input'));
  expect(fields.map(each => `${each.name} ${each.type}`)).toEqual(['passphrase password', 'repeated password']);
  for (const [at, field] of fields.entries()) field.value = `typed ${at}`;
  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(
    () =>
      expect(replies).toEqual([{ kind: 'enter-passphrase', passphrase: 'typed 0', repeated: 'typed 1', typed: '' }]),
    { timeout: 20_000 },
  );
  await vi.waitFor(() => expect(fields.map(({ value }) => value)).toEqual(['', '']), { timeout: 20_000 });
});
