import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeychainStatus } from '#shared/contract.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { ProfileSheets } from './profile-sheets.tsx';

beforeEach(() => useUiStore.getState().showSheet('none'));
afterEach(cleanup);

const practice = buildProfile();
const guest: Profile = {
  ...practice,
  id: 'd',
  name: 'Night desk',
  colour: 'rose',
  preset: 'kucoin',
  spotUrl: 'https://api.example',
  futuresUrl: 'https://api.example',
  isReadOnly: true,
  secretHome: 'keychain',
  keyHint: 'wxyz',
};
const client = createQueryClient();

function open(
  sheet: 'profiles' | 'connect',
  keychain: KeychainStatus = { state: 'ready', detail: 'gnome-keyring' },
): FakeDesk {
  client.clear();
  const desk = installFakeDesk({
    'keychain.probe': always(keychain),
    'profiles.connect': () => succeed({ profile: guest, warnings: ['This key may withdraw.'] }),
    'profiles.select': () => succeed(guest),
  });
  useUiStore.getState().showSheet(sheet);
  renderPage(<ProfileSheets active={practice} profiles={[practice, guest]} />, client);
  return desk;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const sent = (desk: FakeDesk, name: string) => desk.calls.filter(each => each.name === name).map(each => each.input);

async function fill(): Promise<void> {
  await userEvent.type(field('Name'), 'Night desk');
  await userEvent.type(field('API key'), 'the-key-itself');
  await userEvent.type(field('API secret'), 'the-secret-itself');
  await userEvent.type(field('Passphrase'), 'the-passphrase-itself');
}
function secretsLeft(): string {
  const inputs = [...document.querySelectorAll('input')].map(input => input.value);
  const cached = JSON.stringify([
    client
      .getQueryCache()
      .getAll()
      .map(query => [query.queryKey, query.state.data]),
    client
      .getMutationCache()
      .getAll()
      .map(mutation => mutation.state),
    useUiStore.getState(),
  ]);
  return `${inputs.join()}${cached}${document.body.innerHTML}`;
}

it('a key goes down once, read-only and into the keychain unless chosen otherwise, and nothing of it stays', async () => {
  const desk = open('connect');
  await fill();
  await press('Connect');
  await screen.findByText('This key may withdraw.');
  expect(sent(desk, 'profiles.connect')).toEqual([
    expect.objectContaining({
      key: 'the-key-itself',
      secret: 'the-secret-itself',
      passphrase: 'the-passphrase-itself',
      isReadOnly: true,
      storage: 'keychain',
      spotUrl: 'https://api.kucoin.com',
      headerPrefix: 'KC',
    }),
  ]);
  expect(secretsLeft()).not.toContain('itself');
  await press('Open Night desk');
  await waitFor(() => expect(useUiStore.getState().openSheet).toBe('none'));
  expect(sent(desk, 'profiles.select')).toEqual([{ id: 'd' }]);
});

it('a refusal is told next to its field with the exchange’s words, and the secrets are gone all the same', async () => {
  const desk = open('connect');
  desk.answer('profiles.connect', () =>
    fail('wrong-passphrase', 'The passphrase is wrong.', { code: '400004', exchangeMessage: 'Invalid PASSPHRASE' }),
  );
  await fill();
  await press('Connect');
  await screen.findByText('400004 · Invalid PASSPHRASE');
  const passphrase = field('Passphrase');
  expect(passphrase.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(passphrase.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'The passphrase is wrong.',
  );
  expect(field('API key').value).toBe('');
  expect(field('Name').value).toBe('Night desk');
  expect(secretsLeft()).not.toContain('itself');
});

it('secrets are typed unseen and not completed', () => {
  open('connect');
  for (const label of ['API key', 'API secret', 'Passphrase']) {
    expect(field(label).type).toBe('password');
    expect(field(label).autocomplete).toBe('off');
  }
});

it('nothing is sent while something is missing, and it is told where', async () => {
  const desk = open('connect');
  await userEvent.type(field('Name'), 'Night desk');
  await userEvent.type(field('API key'), 'k{Enter}');
  expect(sent(desk, 'profiles.connect')).toEqual([]);
  expect(field('API secret').getAttribute('aria-invalid')).toBe('true');
  expect(field('API key').getAttribute('aria-invalid')).toBe('false');
  expect(field('API key').value).toBe('k');
});

it('a custom host must be typed again', async () => {
  const desk = open('connect');
  await press('Custom');
  await fill();
  await userEvent.type(field('Spot address'), 'https://x.example');
  await userEvent.type(field('Futures address'), 'https://x.example');
  await press('Connect');
  expect(sent(desk, 'profiles.connect')).toEqual([]);
  expect(screen.getByText('Type x.example once more: your key will be sent there')).toBeTruthy();
  await userEvent.type(field('Type the spot host again'), 'x.example');
  await press('Connect');
  await screen.findByText('This key may withdraw.');
  expect(sent(desk, 'profiles.connect')).toHaveLength(1);
});

it('a key that can withdraw is refused until the user takes it in so many words', async () => {
  const desk = open('connect');
  expect(screen.queryByRole('checkbox', { name: /can withdraw/ })).toBeNull();
  const message = 'This key can withdraw money.';
  desk.answer('profiles.connect', () => fail('permission', message, { field: 'mayWithdraw' }));
  await fill();
  await press('Connect');
  await screen.findByText(message);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Take this key although it can withdraw/ }));
  desk.answer('profiles.connect', () => succeed({ profile: guest, warnings: ['DANGER'] }));
  await userEvent.type(field('API key'), 'the-key-itself');
  await userEvent.type(field('API secret'), 'the-secret-itself');
  await userEvent.type(field('Passphrase'), 'the-passphrase-itself');
  await press('Connect');
  await screen.findByText('DANGER');
  expect(sent(desk, 'profiles.connect')).toMatchObject([{ mayWithdraw: false }, { mayWithdraw: true }]);
});

it('the practice preset brings the addresses of the running practice exchange', async () => {
  open('connect');
  await press('Practice');
  expect(field('Spot address').value).toBe('http://127.0.0.1:4001');
  expect(field('Futures address').value).toBe('http://127.0.0.1:4002');
  expect(field('Header prefix').value).toBe('SVC');
});

it('without a keychain it explains, and memory for this session is a choice', async () => {
  const desk = open('connect', { state: 'missing', detail: 'Nobody answers on D-Bus.' });
  await screen.findByText('Nobody answers on D-Bus.');
  await userEvent.click(screen.getByRole('radio', { name: /Memory only/ }));
  expect(screen.queryByText('Nobody answers on D-Bus.')).toBeNull();
  await fill();
  await press('Connect');
  await screen.findByText('This key may withdraw.');
  expect(sent(desk, 'profiles.connect')).toEqual([expect.objectContaining({ storage: 'session' })]);
});

const card = (name: string) => {
  const found = screen.getAllByRole('listitem').find(item => within(item).queryByText(name) !== null);
  if (found === undefined) throw new Error(`no card named ${name}`);
  return within(found);
};

it('a press changes the profile; the built-in one can be neither edited nor removed', async () => {
  const desk = open('profiles');
  expect(card('Practice').queryByRole('button', { name: 'Remove' })).toBeNull();
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(useUiStore.getState().openSheet).toBe('none'));
  expect(sent(desk, 'profiles.select')).toEqual([{ id: 'd' }]);
});

it('removing asks first', async () => {
  const desk = open('profiles');
  desk.answer('profiles.remove', () => succeed({ id: 'd' }));
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Remove' }));
  expect(sent(desk, 'profiles.remove')).toEqual([]);
  await press('Remove Night desk');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove profile' })).toBeNull());
  expect(sent(desk, 'profiles.remove')).toEqual([{ id: 'd' }]);
});

it('giving up read-only asks for the name; other edits do not', async () => {
  const desk = open('profiles');
  desk.answer('profiles.update', () => succeed(guest));
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Read-only/ }));
  await press('Allow trading');
  expect(sent(desk, 'profiles.update')).toEqual([]);
  await userEvent.type(field('Type Night desk to go on'), 'Night desk');
  await press('Allow trading');
  await waitFor(() =>
    expect(sent(desk, 'profiles.update')).toEqual([{ id: 'd', name: 'Night desk', colour: 'rose', isReadOnly: false }]),
  );
});
