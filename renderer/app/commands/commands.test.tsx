import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { succeed } from '#shared/errors.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { textColumn } from '#ui/table/column-factories.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { CommandsPlace } from './commands-place.tsx';
import { goToRow } from './go-to-row.ts';

const own = buildProfile();
const other = buildProfile({ id: 'o', name: 'Second key' });
let desk: FakeDesk;

beforeEach(() => {
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol(), buildSpotSymbol({ symbol: 'ETH-USDT' })]),
    'contracts.list': always([]),
    'profiles.list': always({ profiles: [own, other], activeId: own.id }),
    'profiles.select': () => succeed(other),
  });
  serveAccount(desk, {
    'spot.orders': [buildOrder({ id: 'abc77', symbol: 'ETH-USDT' })],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [buildStopOrder({ id: 'stop88', symbol: 'ETH-USDT' })],
    'futures.stops': [],
    'spot.fills': [],
    'margin.fills': [],
    'futures.fills': [
      buildFill({ venue: 'futures', orderId: 'gone99', tradeId: '1' }),
      buildFill({ venue: 'futures', orderId: 'gone99', tradeId: '2' }),
    ],
  });
  renderPage(
    <>
      <input aria-label="a field" />
      <CommandsPlace profileId={own.id} />
    </>,
  );
});
afterEach(() => {
  cleanup();
  useCommandStore.setState(useCommandStore.getInitialState());
  useLadderStore.setState(useLadderStore.getInitialState());
  useUiStore.setState(useUiStore.getInitialState());
  useWorkspaceStore.setState(useWorkspaceStore.getInitialState());
});

async function find(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox'), text);
}
const best = () => screen.getByRole('option', { selected: true }).textContent;

// first of all: from then on the palette is there, and comes at once
it('what is typed while it is on its way goes into it, and not to the keys of the window', async () => {
  const onWindowKey = vi.fn<(event: KeyboardEvent) => void>();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  document.addEventListener('keydown', onWindowKey);
  for (const key of ['l', 'a', 'Shift', 'd']) fireEvent.keyDown(document.body, { key });
  document.removeEventListener('keydown', onWindowKey);
  expect(onWindowKey).not.toHaveBeenCalled();
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('lad');
});

it('Ctrl+K finds a market and goes there by Enter, also from a field', async () => {
  screen.getByLabelText('a field').focus();
  await find('eth');
  await screen.findByRole('option', { name: /ETH-USDT/, selected: true });
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().symbol).toBe('ETH-USDT');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('arrows go through what is found, and a press takes it', async () => {
  await find('row density');
  expect(best()).toContain('low');
  await userEvent.keyboard('{ArrowUp}');
  expect(best()).toContain('high');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(best()).toContain('medium');
  await userEvent.click(screen.getByRole('option', { name: /Row density high/ }));
  expect(useUiStore.getState().density).toBe('high');
});

it('an order is found by its id, a panel and an account by their names', async () => {
  await find('abc77');
  expect(await screen.findByRole('option', { name: /abc77/, selected: true })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().symbol).toBe('ETH-USDT');
  expect(useWorkspaceStore.getState().asked).toEqual({ panel: 'active' });
  await find('withdraw');
  await userEvent.keyboard('{Enter}');
  expect(useWorkspaceStore.getState().asked).toEqual({ panel: 'withdrawals' });
  await find('second');
  await screen.findByRole('option', { name: /Second key/, selected: true });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(desk.calls.find(({ name }) => name === 'profiles.select')?.input).toEqual({ id: 'o' }));
});

it('an order that only its fills tell of is found once', async () => {
  await find('gone99');
  expect(await screen.findAllByRole('option', { name: /gone99.*Fills/ })).toHaveLength(1);
});

it('an order takes the user to its row once that is there', async () => {
  await find('stop88');
  await screen.findByRole('option', { name: /stop88.*Stops/, selected: true });
  await userEvent.keyboard('{Enter}');
  expect(useWorkspaceStore.getState().asked).toEqual({ panel: 'stops' });
  const ids = ['spot:other', 'spot:stop88'];
  const columns = [textColumn<string>({ key: 'id', title: 'Id', width: 80, read: id => id })];
  renderPage(<DataTable label="Stop orders" columns={columns} rows={ids} rowKey={id => id} />);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('spot:stop88'));
});

it('an order whose row is not shown is said to be missing', async () => {
  vi.useFakeTimers();
  const came = goToRow('Stop orders', 'spot:stop88');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await came).toBe(false);
});

it('commands say their keys, and what nothing is called is said', async () => {
  await find('compose');
  expect(best()).toBe('CommandCompose a ladder of ordersL');
  await userEvent.keyboard('{Enter}');
  expect(useLadderStore.getState().isOpen).toBe(true);
  await find('zzz{Enter}');
  expect(screen.getByText('Nothing is called “zzz”.')).toBeTruthy();
});

it('? shows the keys, but not while somebody types', async () => {
  fireEvent.keyDown(screen.getByLabelText('a field'), { key: '?' });
  expect(useCommandStore.getState().shown).toBe('none');
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  expect(sheet.getByText('Kill switch: hold for a second')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /Change the keys for Kill switch/ })).toBeNull();
});

const change = () => userEvent.click(screen.getByRole('button', { name: 'Change the keys for Where to trade a size' }));

it('keys are changed, refused when they are another’s, and reset', async () => {
  useCommandStore.getState().show('shortcuts');
  await screen.findByRole('dialog', { name: 'Shortcuts' });
  await change();
  await userEvent.keyboard('l');
  expect(screen.getByRole('alert').textContent).toMatch(/^L is for “Compose/);
  await userEvent.keyboard('m');
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(useUiStore.getState().shortcuts).toEqual({ compare: 'M' });
  await change();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Press the keys…')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reset the keys for Where to trade a size' }));
  expect(useUiStore.getState().shortcuts).toEqual({});
});

it('how the window looks is chosen at once, and reset', async () => {
  await find('appearance{Enter}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Appearance' }));
  await userEvent.selectOptions(sheet.getByLabelText('Theme'), 'High contrast');
  await userEvent.selectOptions(sheet.getByLabelText('Up and down'), 'Blue and orange');
  await userEvent.selectOptions(sheet.getByLabelText('Rows'), 'High: more rows');
  await userEvent.selectOptions(sheet.getByLabelText('Text'), 'Large');
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Reduce motion/ }));
  const chosen = { theme: 'contrast', directions: 'blue-orange', density: 'high', fontSize: 'large', isStill: true };
  expect(useUiStore.getState()).toMatchObject(chosen);
  await userEvent.click(sheet.getByRole('button', { name: 'Reset' }));
  expect(useUiStore.getState()).toMatchObject({
    theme: 'dark',
    directions: 'green-red',
    fontSize: 'medium',
    isStill: false,
  });
});

const free = { profileId: own.id, frozenSinceMs: null, isDryRun: false, timedCancelS: null, isKept: true };
const releaseOption = { name: /Release the frozen profile/ };

it('a frozen profile is released from here, by what main asks', async () => {
  desk.answer('safeguards.read', always({ ...free, frozenSinceMs: 1 }));
  desk.answer('killSwitch.release', always(free));
  await find('release');
  await screen.findByRole('option', { ...releaseOption, selected: true });
  await userEvent.keyboard('{Enter}');
  const released = desk.calls.filter(({ name }) => name === 'killSwitch.release');
  expect(released.map(({ input }) => input)).toEqual([{ profileId: own.id }]);
});

it('one that is not frozen has nothing to release', async () => {
  desk.answer('safeguards.read', always(free));
  await find('release');
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'safeguards.read')).toBe(true));
  expect(screen.queryByRole('option', releaseOption)).toBeNull();
});

it('the settings go into a file and come back out of one; a wrong file changes nothing', async () => {
  const written: string[] = [];
  desk.answer('exports.begin', () => succeed({ exportId: 'e' }));
  desk.answer('exports.write', ({ text }) => {
    written.push(text);
    return succeed({});
  });
  desk.answer('exports.end', () => succeed({ file: '/data/exports/settings.json' }));
  await find('appearance{Enter}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Appearance' }));
  await userEvent.selectOptions(sheet.getByLabelText('Times'), 'Asia/Tokyo');
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Show milliseconds' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Write a file' }));
  expect(await sheet.findByText('Written to /data/exports/settings.json')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Reset' }));
  expect(useUiStore.getState()).toMatchObject({ timeZone: 'local', hasMilliseconds: false });
  const input = sheet.getByLabelText('File of settings');
  await userEvent.upload(input, new File(['{}'], 'other.json', { type: 'application/json' }));
  expect(await sheet.findByText(/no file of settings/)).toBeTruthy();
  expect(useUiStore.getState().timeZone).toBe('local');
  await userEvent.upload(input, new File(written, 'mine.json', { type: 'application/json' }));
  expect(await sheet.findByText('Taken from mine.json.')).toBeTruthy();
  expect(useUiStore.getState()).toMatchObject({ timeZone: 'Asia/Tokyo', hasMilliseconds: true });
});
