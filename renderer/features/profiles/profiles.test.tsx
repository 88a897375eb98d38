import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeychainStatus } from '#shared/contract.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
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
    'policy.read': always({
      policy: defaultPolicy,
      spentToday: '0',
      rates: {},
      ratesAsOfMs: null,
      sentLately: [],
      moved: nothingMoved,
    }),
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
}

it('main asks for the key, read-only and into the keychain by default; this page has no field for it', async () => {
  const desk = open('connect');
  expect(document.querySelector('input[type="password"]')).toBeNull();
  await fill();
  await press('Enter the key…');
  await screen.findByText('This key may withdraw.');
  expect(sent(desk, 'profiles.connect')).toEqual([
    {
      name: 'Night desk',
      preset: 'kucoin',
      colour: 'blue',
      spotUrl: 'https://api.kucoin.com',
      futuresUrl: 'https://api-futures.kucoin.com',
      headerPrefix: 'KC',
      keyVersion: '2',
      isReadOnly: true,
      storage: 'keychain',
    },
  ]);
  await press('Open Night desk');
  await waitFor(() => expect(useUiStore.getState().openSheet).toBe('none'));
  expect(sent(desk, 'profiles.select')).toEqual([{ id: 'd' }]);
});

it('connect sheet names the window that asks for the key while it waits', async () => {
  const desk = open('connect');
  desk.answer('profiles.connect', () => new Promise(() => {}));
  await fill();
  await press('Enter the key…');
  await screen.findByText(/in the trusted window/);
  expect(screen.getByRole('button', { name: 'Waiting for the key' })).toBeTruthy();
});

it('an error is shown next to its field, and the typed text stays', async () => {
  const desk = open('connect');
  desk.answer('profiles.connect', () =>
    fail('unreachable', 'The spot address does not answer.', { field: 'spotUrl', exchangeMessage: 'no such host' }),
  );
  await fill();
  await press('Enter the key…');
  const address = field('Spot address');
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(address.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'The spot address does not answer.',
  );
  expect(field('Name').value).toBe('Night desk');
});

it('the form names a missing field, and sends no profile', async () => {
  const desk = open('connect');
  await userEvent.type(field('Spot address'), '{Enter}');
  await press('Enter the key…');
  expect(sent(desk, 'profiles.connect')).toEqual([]);
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
});

it('the practice preset fills the addresses of the running practice exchange', async () => {
  open('connect');
  await press('Practice');
  expect(field('Spot address').value).toBe('http://127.0.0.1:4001');
  expect(field('Futures address').value).toBe('http://127.0.0.1:4002');
  expect(field('Header prefix').value).toBe('SVC');
});

it('a missing keychain is explained, and memory for this session can be chosen', async () => {
  const desk = open('connect', { state: 'missing', detail: 'Nobody answers on D-Bus.' });
  await screen.findByText('Nobody answers on D-Bus.');
  await userEvent.click(screen.getByRole('radio', { name: /Memory only/ }));
  expect(screen.queryByText('Nobody answers on D-Bus.')).toBeNull();
  await fill();
  await press('Enter the key…');
  await screen.findByText('This key may withdraw.');
  expect(sent(desk, 'profiles.connect')).toEqual([expect.objectContaining({ storage: 'session' })]);
});

const card = (name: string) => {
  const found = screen.getAllByRole('listitem').find(item => within(item).queryByText(name) !== null);
  if (found === undefined) throw new Error(`no card named ${name}`);
  return within(found);
};

it('a click changes the profile; the built-in one can be neither edited nor removed', async () => {
  const desk = open('profiles');
  expect(card('Practice').queryByRole('button', { name: 'Remove' })).toBeNull();
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(useUiStore.getState().openSheet).toBe('none'));
  expect(sent(desk, 'profiles.select')).toEqual([{ id: 'd' }]);
});

it('removing a profile asks first', async () => {
  const desk = open('profiles');
  desk.answer('profiles.remove', () => succeed({ id: 'd' }));
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Remove' }));
  expect(sent(desk, 'profiles.remove')).toEqual([]);
  await press('Remove Night desk');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove profile' })).toBeNull());
  expect(sent(desk, 'profiles.remove')).toEqual([{ id: 'd' }]);
});

it('renaming a profile states that another window asks', async () => {
  const desk = open('profiles');
  desk.answer('profiles.update', () => fail('declined', 'You closed the question without an answer.'));
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Edit' }));
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
  await userEvent.type(field('Name'), ' 2');
  expect(screen.getByText(/trusted window asks you to confirm the name/)).toBeDefined();
  await press('Ask for permission…');
  expect(await screen.findByText('You closed the question without an answer.')).toBeDefined();
});

it('lifting read-only is confirmed outside this page; a rejection is shown and changes nothing', async () => {
  const desk = open('profiles');
  desk.answer('profiles.update', () => fail('declined', 'You closed the question without an answer.'));
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Read-only/ }));
  await press('Ask for permission…');
  await screen.findByText('You closed the question without an answer.');
  expect(sent(desk, 'profiles.update')).toEqual([{ id: 'd', name: 'Night desk', colour: 'rose', isReadOnly: false }]);
});

it('keys without a profile are listed only on request, and removing one names it and asks (fault 39)', async () => {
  const desk = open('profiles');
  desk.answer('keychain.orphans', () => succeed({ accounts: ['left-over-1'], caution: 'One may be needed.' }));
  desk.answer('keychain.forget', ({ account }) => succeed({ account }));
  expect(sent(desk, 'keychain.orphans')).toEqual([]);
  await press('Look for keys without a profile');
  await screen.findByText('key of Fathom left-over-1, of no profile');
  expect(screen.getByText('One may be needed.')).toBeTruthy();
  await press('Remove key left-over-1');
  expect(sent(desk, 'keychain.forget')).toEqual([]);
  expect(
    within(screen.getByRole('dialog', { name: 'Remove key from keychain' })).getByText('left-over-1'),
  ).toBeTruthy();
  desk.answer('keychain.orphans', () => succeed({ accounts: [], caution: null }));
  await press('Remove this key');
  await screen.findByText('The keychain holds no key without a profile.');
  expect(sent(desk, 'keychain.forget')).toEqual([{ account: 'left-over-1' }]);
});

it('an unreadable keychain has a reason (fault 39)', async () => {
  const desk = open('profiles');
  desk.answer('keychain.orphans', () => fail('keychain-locked', 'Unlock the keychain.'));
  await press('Look for keys without a profile');
  await screen.findByText('Unlock the keychain.');
});

it('the policy of each profile opens, also of practice', async () => {
  open('profiles');
  await userEvent.click(card('Night desk').getByRole('button', { name: 'Policy' }));
  await screen.findByRole('dialog', { name: 'Policy of Night desk' });
  expect((await screen.findByLabelText<HTMLInputElement>('In any second')).value).toBe('20');
  await userEvent.click(card('Practice').getByRole('button', { name: 'Policy' }));
  await screen.findByRole('dialog', { name: 'Policy of Practice' });
});
