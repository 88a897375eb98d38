import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { succeed } from '#shared/errors.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useRowRequest } from '#state/blotter/row-request.ts';
import { useCommandStore } from '#state/command-store.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { CommandsPlace } from './commands-place.tsx';

const own = buildProfile();
const other = buildProfile({ id: 'o', name: 'Second key' });
let desk: FakeDesk;

beforeEach(() => {
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol(), buildSpotSymbol({ symbol: 'ETH-USDT' })]),
    'contracts.list': always([]),
    'orders.done': ({ venue, margin }) =>
      succeed({
        items: venue === 'spot' && margin === undefined ? [buildOrder({ id: 'done99', isActive: false })] : [],
        page: 1,
        pageSize: 100,
        totalItems: 1,
        totalPages: 1,
        completeness: { kind: 'whole' },
        asOfMs: 1000,
        sinceMs: 0,
      }),
    'profiles.list': always({ profiles: [own, other], activeId: own.id }),
    'profiles.select': () => succeed(other),
  });
  serveAccount(desk, {
    'spot.orders': [buildOrder({ id: 'abc77', symbol: 'ETH-USDT' })],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [buildStopOrder({ id: 'stop88' })],
    'futures.stops': [],
    'spot.fills': [buildFill({ orderId: 'fill66' })],
    'margin.fills': [],
    'futures.fills': [],
    positions: [buildPosition({ id: 'at-risk', symbol: 'XBTUSDTM', quantity: '-5' })],
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
  useRowRequest.setState(useRowRequest.getInitialState());
});

async function find(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox'), text);
}
const best = () => screen.getByRole('option', { selected: true }).textContent;

// first of all: from then on the palette is there, and comes at once
it('palette receives keys typed while it opens, and the window does not', async () => {
  const onWindowKey = vi.fn<(event: KeyboardEvent) => void>();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  document.addEventListener('keydown', onWindowKey);
  for (const key of ['l', 'a', 'Shift', 'd']) fireEvent.keyDown(document.body, { key });
  document.removeEventListener('keydown', onWindowKey);
  expect(onWindowKey).not.toHaveBeenCalled();
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('lad');
});

it('palette takes the best match for Enter pressed while it opens, and ignores later keys', async () => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  // not drawn yet: nothing is awaited
  act(() => useCommandStore.setState({ typed: '', isEntered: false }));
  const { gather, enter } = useCommandStore.getState();
  act(() => {
    for (const key of 'ETH-USDT') gather(key);
    enter();
    gather('x');
  });
  await waitFor(() => expect(useUiStore.getState().symbol).toBe('ETH-USDT'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('palette finds a market with Ctrl+K and opens it with Enter, also from a field', async () => {
  screen.getByLabelText('a field').focus();
  await find('eth');
  await screen.findByRole('option', { name: /ETH-USDT/, selected: true });
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().symbol).toBe('ETH-USDT');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('palette moves through the matches with arrows, and takes one by a click', async () => {
  await find('row density');
  expect(best()).toContain('low');
  await userEvent.keyboard('{ArrowUp}');
  expect(best()).toContain('high');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(best()).toContain('medium');
  await userEvent.click(screen.getByRole('option', { name: /Row density high/ }));
  expect(useUiStore.getState().density).toBe('high');
});

it('palette finds a position by its contract and opens its row', async () => {
  await find('position xbt');
  await screen.findByRole('option', { name: /short 5 lots/, selected: true });
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState()).toMatchObject({ venue: 'futures', symbol: 'XBTUSDTM' });
  expect(useWorkspaceStore.getState().panelRequest).toMatchObject({ panel: 'positions' });
  expect(useRowRequest.getState().request).toEqual({ tableId: 'positions', key: 'XBTUSDTM' });
});

it('palette finds a theme and a text size by their names', async () => {
  await find('high contrast');
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().theme).toBe('contrast');
  await find('text large');
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().fontSize).toBe('large');
});

it('palette saves, exports and imports a workspace', async () => {
  for (const [typed, dialog] of [
    ['save this', 'save'],
    ['export', 'export'],
    ['import', 'import'],
  ] as const) {
    await find(typed);
    await userEvent.keyboard('{Enter}');
    expect(useWorkspaceStore.getState().dialog).toBe(dialog);
  }
  useWorkspaceStore.getState().showDialog('none');
});

it('palette finds an order by its id, a panel and an account by their names', async () => {
  await find('abc77');
  expect(await screen.findByRole('option', { name: /abc77/, selected: true })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(useUiStore.getState().symbol).toBe('ETH-USDT');
  expect(useWorkspaceStore.getState().panelRequest).toMatchObject({ panel: 'active' });
  expect(useRowRequest.getState().request).toEqual({ tableId: 'active-orders', key: 'spot:abc77' });
  await find('withdraw');
  await userEvent.keyboard('{Enter}');
  expect(useWorkspaceStore.getState().panelRequest).toMatchObject({ panel: 'withdrawals' });
  await find('second');
  await screen.findByRole('option', { name: /Second key/, selected: true });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(desk.calls.find(({ name }) => name === 'profiles.select')?.input).toEqual({ id: 'o' }));
});

/** What the window is asked for when the first that is found by this text is taken. */
const asked = async (text: string) => {
  await find(text);
  await screen.findByRole('option', { name: new RegExp(text), selected: true });
  await userEvent.keyboard('{Enter}');
  return [useWorkspaceStore.getState().panelRequest?.panel, useRowRequest.getState().request];
};

it('palette finds a stop, a past order and a fill by the id of the order, and opens its row', async () => {
  expect(await asked('stop88')).toEqual(['stops', { tableId: 'stops', key: 'spot:stop88' }]);
  expect(await asked('done99')).toEqual(['done', { tableId: 'done-orders', key: 'spot:done99' }]);
  const fill = buildFill({ orderId: 'fill66' });
  expect(await asked('fill66')).toEqual(['fills', { tableId: 'fills', key: fillKey(fill) }]);
});

it('palette shows the keys of commands, and reports an empty result', async () => {
  await find('new scaled');
  expect(best()).toBe('CommandNew scaled orderL');
  await userEvent.keyboard('{Enter}');
  expect(useLadderStore.getState().isOpen).toBe(true);
  await find('zzz{Enter}');
  expect(screen.getByText('No result for “zzz”.')).toBeTruthy();
});

it('? shows the keys, except in a field', async () => {
  fireEvent.keyDown(screen.getByLabelText('a field'), { key: '?' });
  expect(useCommandStore.getState().shown).toBe('none');
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  expect(sheet.getByText('Kill switch: hold for 1 s')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /Change keys for Kill switch/ })).toBeNull();
  expect(sheet.getByText(/Fixed: the application menu uses the same keys/)).toBeTruthy();
  expect(within(sheet.getByRole('region', { name: 'In every table' })).getByText('Shift+F10')).toBeTruthy();
});

const change = () => userEvent.click(screen.getByRole('button', { name: 'Change keys for Where to trade' }));

it('keys are changed, rejected when another command has them, and reset', async () => {
  useCommandStore.getState().show('shortcuts');
  await screen.findByRole('dialog', { name: 'Shortcuts' });
  await change();
  await userEvent.keyboard('l');
  expect(screen.getByRole('alert').textContent).toMatch(/^L is assigned to “New/);
  await userEvent.keyboard('m');
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(useUiStore.getState().shortcuts).toEqual({ compare: 'M' });
  await change();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Press the keys…')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reset keys for Where to trade' }));
  expect(useUiStore.getState().shortcuts).toEqual({});
});

it('keys pressed to choose a shortcut have no other effect, except those of the kill switch', async () => {
  const heard = vi.fn<(key: string) => void>();
  const onKey = (event: KeyboardEvent) => heard(event.key);
  document.addEventListener('keydown', onKey, { capture: true });
  useCommandStore.getState().show('shortcuts');
  await screen.findByRole('dialog', { name: 'Shortcuts' });
  await change();
  fireEvent.keyDown(document.body, { key: 'l', ctrlKey: true });
  expect(screen.getByRole('alert').textContent).toMatch(/^Ctrl\+L is assigned to/);
  expect(heard).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'X', ctrlKey: true, shiftKey: true });
  expect(heard).toHaveBeenCalledExactlyOnceWith('X');
  document.removeEventListener('keydown', onKey, { capture: true });
});

it('appearance of the window is changed at once, and reset', async () => {
  await find('appearance{Enter}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Appearance' }));
  await userEvent.selectOptions(sheet.getByLabelText('Theme'), 'High contrast');
  await userEvent.selectOptions(sheet.getByLabelText('Colours for up and down'), 'Blue and orange');
  await userEvent.selectOptions(sheet.getByLabelText('Row density'), 'High');
  await userEvent.selectOptions(sheet.getByLabelText('Text size'), 'Large');
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

it('palette releases a frozen profile, by a question of main', async () => {
  desk.answer('safeguards.read', always({ ...free, frozenSinceMs: 1 }));
  desk.answer('killSwitch.release', always(free));
  await find('release');
  await screen.findByRole('option', { ...releaseOption, selected: true });
  await userEvent.keyboard('{Enter}');
  const released = desk.calls.filter(({ name }) => name === 'killSwitch.release');
  expect(released.map(({ input }) => input)).toEqual([{ profileId: own.id }]);
});

it('palette offers no release for a profile that is not frozen', async () => {
  desk.answer('safeguards.read', always(free));
  await find('release');
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'safeguards.read')).toBe(true));
  expect(screen.queryByRole('option', releaseOption)).toBeNull();
});

it('settings are saved to a file and loaded from one; a wrong file changes nothing', async () => {
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
  await userEvent.click(sheet.getByRole('button', { name: 'Export to file' }));
  expect(await sheet.findByText('Written to /data/exports/settings.json')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Reset' }));
  expect(useUiStore.getState()).toMatchObject({ timeZone: 'local', hasMilliseconds: false });
  const input = sheet.getByLabelText('Settings file');
  await userEvent.upload(input, new File(['{}'], 'other.json', { type: 'application/json' }));
  expect(await sheet.findByText(/not a Fathom settings file/)).toBeTruthy();
  expect(useUiStore.getState().timeZone).toBe('local');
  await userEvent.upload(input, new File(written, 'mine.json', { type: 'application/json' }));
  expect(await sheet.findByText('Imported from mine.json.')).toBeTruthy();
  expect(useUiStore.getState()).toMatchObject({ timeZone: 'Asia/Tokyo', hasMilliseconds: true });
});

it.each([
  ['safety', 'safety', 'Safety and audit'],
  ['audit', 'safety', 'Safety and audit'],
  ['policy', 'policy', 'Policy'],
  ['transfer', 'transfer', 'Transfer'],
])('palette finds %s and opens it', async (typed, shown, title) => {
  await find(typed);
  expect(best()).toContain(title);
  await userEvent.keyboard('{Enter}');
  expect(useCommandStore.getState().shown).toBe(shown);
});
