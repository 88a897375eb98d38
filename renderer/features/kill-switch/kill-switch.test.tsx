import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { useUiStore } from '#state/ui-store.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { countText, killCountOf } from './kill-count.ts';
import { sumText } from './kill-report.tsx';
import { KillSwitch } from './kill-switch.tsx';
import { holdMs } from './use-hold.ts';

const profile = buildProfile({ isReadOnly: false });
const free: Safeguards = {
  profileId: profile.id,
  frozenSinceMs: null,
  isDryRun: false,
  timedCancelS: null,
  isKept: true,
};
const row = (change: Partial<KillRow>): KillRow => ({
  scope: 'spot-orders',
  state: 'clear',
  found: 2,
  sent: 1,
  gone: 2,
  left: 0,
  kept: 0,
  isCounted: true,
  reason: null,
  readAtMs: 5_000,
  ...change,
});
const runOf = (rows: readonly KillRow[], endedAtMs: number | null = 9_000): KillRun => ({
  id: 'k1',
  startedAtMs: 1_000,
  endedAtMs,
  rows: [...rows],
});

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(given: Partial<Safeguards> = {}, isCounted = true) {
  const desk = installFakeDesk({
    'safeguards.read': () => succeed({ ...free, ...given }),
    'killSwitch.read': () => succeed(null),
    'killSwitch.fire': () => succeed(runOf([row({})])),
    'killSwitch.release': () => fail('declined', 'You closed the question without an answer.'),
  });
  serveAccount(desk, {
    'spot.orders': [buildOrder({ id: 'a' }), buildOrder({ id: 'b' })],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
  });
  renderPage(
    <>
      <input aria-label="somewhere" />
      <KillSwitch profile={profile} isCounted={isCounted} />
      <Toaster />
    </>,
  );
  const fired = () => desk.calls.filter(({ name }) => name === 'killSwitch.fire');
  return { desk, fired };
}

const list = (count: number | null, isWhole = true) => ({ count, isWhole });
const button = () => screen.getByRole('button', { name: /^Cancel all \+ freeze/ });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the kill switch button', () => {
  it('counts what it would cancel, and fires once when it was held for a second', async () => {
    const { fired } = open();
    await waitFor(() => expect(button().textContent).toBe('Cancel all + freeze (2)'));
    fireEvent.pointerDown(button(), { button: 0 });
    await pass(holdMs - 100);
    expect(screen.getByText(/Release to abort/)).toBeTruthy();
    expect(fired()).toEqual([]);
    await pass(200);
    expect(fired()).toHaveLength(1);
    expect(screen.queryByText(/Release to abort/)).toBeNull();
    await pass(5_000);
    expect(fired()).toHaveLength(1);
  });

  it.each([
    ['the pointer is let go', () => fireEvent.pointerUp(button())],
    ['the pointer leaves', () => fireEvent.pointerLeave(button())],
    ['the window is left', () => fireEvent.blur(window)],
  ])('does nothing when %s early', async (_, abort) => {
    const { fired } = open();
    fireEvent.pointerDown(button(), { button: 0 });
    await pass(holdMs - 50);
    act(() => void abort());
    expect(screen.getByText(/^Released too early: nothing was cancelled/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await pass(5_000);
    expect(fired()).toEqual([]);
  });

  it('ignores a click and the other mouse button', async () => {
    const { fired } = open();
    fireEvent.click(button());
    fireEvent.pointerDown(button(), { button: 2 });
    await pass(5_000);
    expect(fired()).toEqual([]);
  });

  it('can be held by the keys that press a button, once however often they repeat', async () => {
    const { fired } = open();
    fireEvent.keyDown(button(), { key: 'Enter' });
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await pass(100);
      fireEvent.keyDown(button(), { key: 'Enter', repeat: true });
    }
    expect(fired()).toHaveLength(1);
  });

  it('the kill switch button is hidden when the profile may send nothing', () => {
    installFakeDesk();
    renderPage(<KillSwitch profile={{ ...profile, isReadOnly: true }} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('Ctrl+Shift+X', () => {
  const keys = { code: 'KeyX', ctrlKey: true, shiftKey: true };

  it('fires when it is held, also in a field', async () => {
    const { fired } = open();
    screen.getByLabelText('somewhere').focus();
    const isFree = fireEvent.keyDown(screen.getByLabelText('somewhere'), keys);
    expect(isFree).toBe(false);
    fireEvent.keyDown(screen.getByLabelText('somewhere'), { ...keys, repeat: true });
    await pass(holdMs + 50);
    expect(fired()).toHaveLength(1);
  });

  it.each(['KeyX', 'ControlLeft', 'ShiftRight'])('does nothing when %s is released early', async code => {
    const { fired } = open();
    fireEvent.keyDown(document.body, keys);
    await pass(holdMs - 50);
    fireEvent.keyUp(document.body, { code });
    await pass(5_000);
    expect(fired()).toEqual([]);
  });

  it.each([
    { platform: 'MacIntel', held: 'metaKey', times: 0 },
    { platform: 'MacIntel', held: 'ctrlKey', times: 1 },
    { platform: 'Linux x86_64', held: 'metaKey', times: 1 },
  ])('fires $times times when it is held with $held on $platform', async ({ platform, held, times }) => {
    const system = vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
    const { fired } = open();
    fireEvent.keyDown(document.body, { code: 'KeyX', shiftKey: true, [held]: true });
    await pass(holdMs + 50);
    expect(fired()).toHaveLength(times);
    system.mockRestore();
  });

  it.each([
    { ...keys, shiftKey: false },
    { ...keys, altKey: true },
    { ...keys, code: 'KeyC' },
  ])('leaves %j alone', async other => {
    const { fired } = open();
    expect(fireEvent.keyDown(document.body, other)).toBe(true);
    await pass(5_000);
    expect(fired()).toEqual([]);
  });
});

describe('the kill switch report', () => {
  it('names each venue, the remaining orders and what was not reached, and stays until it is closed', async () => {
    const { desk } = open({ frozenSinceMs: 1_000 });
    const rows = [
      row({}),
      row({
        scope: 'futures-orders',
        state: 'unreachable',
        found: null,
        gone: 0,
        reason: 'No answer.',
        readAtMs: null,
      }),
    ];
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf(rows, null) }));
    const report = await screen.findByRole('region', { name: 'Kill switch report' });
    expect(within(report).getByText('NOT REACHED')).toBeTruthy();
    const heads = within(report).getAllByRole<HTMLTableCellElement>('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toContain('Found');
    for (const head of heads) expect(head.title).not.toBe('');
    expect(within(report).getByText('No answer.')).toBeTruthy();
    expect(within(report).getByRole('status').textContent).toContain('Not reached: futures orders');
    // it cannot be closed during the run
    fireEvent.click(within(report).getByRole('button', { name: 'Close report' }));
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf(rows) }));
    expect(screen.getByText(/Check at the exchange: futures orders/)).toBeTruthy();
    await pass(60_000);
    fireEvent.click(screen.getByRole('button', { name: 'Close report' }));
    expect(screen.queryByRole('region', { name: 'Kill switch report' })).toBeNull();
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: { ...runOf(rows), id: 'k2' } }));
    expect(screen.getByRole('region', { name: 'Kill switch report' })).toBeTruthy();
  });

  it('shows which venues are clear and no count while Fathom is locked', async () => {
    const { desk } = open({ frozenSinceMs: 1_000 }, false);
    const rows = [
      row({ gone: 31, found: 32 }),
      row({ scope: 'futures-orders', state: 'left', left: 33, reason: '34' }),
    ];
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf(rows) }));
    const report = await screen.findByRole('region', { name: 'Kill switch report' });
    expect(within(report).getByText('STILL OPEN')).toBeTruthy();
    expect(within(report).getByRole('status').textContent).toBe(
      'Not clear: futures orders. Numbers are hidden while Fathom is locked.',
    );
    expect(within(report).getByRole('table').textContent).not.toMatch(/\d/);
  });

  it('shows the counts after the unlock, when main answers with them', async () => {
    const { desk } = open({ frozenSinceMs: 1_000 });
    const hidden = { ...runOf([row({ found: null, sent: 0, gone: 0 })]), areFiguresHidden: true };
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: hidden }));
    expect(await screen.findByText('Every venue is clear. Numbers are hidden while Fathom is locked.')).toBeTruthy();
    desk.answer('killSwitch.read', () => succeed(runOf([row({ gone: 31, found: 31 })])));
    // firing reads the run again
    fireEvent.pointerDown(button(), { button: 0 });
    await pass(holdMs + 50);
    expect(await screen.findByText(/31 orders cancelled/)).toBeTruthy();
  });

  it('returns the focus when it is closed', () => {
    const { desk } = open({ frozenSinceMs: 1_000 });
    const before = screen.getByRole('button', { name: /^Cancel all/ });
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf([row({})]) }));
    act(() => before.focus());
    const close = screen.getByRole('button', { name: 'Close report' });
    act(() => close.focus());
    fireEvent.click(close);
    expect(document.activeElement).toBe(before);
  });

  it('belongs to this profile alone', () => {
    const { desk } = open({ frozenSinceMs: 1_000 });
    act(() => desk.push('killSwitch.changed', { profileId: 'another', run: runOf([row({})]) }));
    expect(screen.queryByRole('region', { name: 'Kill switch report' })).toBeNull();
  });

  it('states that all orders are cancelled only when it is true', () => {
    expect(sumText(runOf([row({}), row({ gone: 1 })]))).toBe('3 orders cancelled. No order is open on any venue.');
    expect(sumText(runOf([row({}), row({ state: 'left', left: 1 })]))).toContain('Check at the exchange');
    expect(sumText(runOf([row({})], null))).toBe('2 orders cancelled so far.');
    // what was cancelled unseen is not counted as none
    expect(sumText(runOf([row({}), row({ gone: 0, isCounted: false })]))).toBe(
      'At least 2 orders cancelled. No order is open on any venue.',
    );
  });

  it('disappears when the profile is released', async () => {
    const { desk } = open({ frozenSinceMs: 1_000 });
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf([row({})], null) }));
    act(() => desk.push('safeguards.changed', free));
    expect(screen.getByText(/Kill switch ·/)).toBeTruthy();
    act(() => desk.push('safeguards.changed', { ...free, frozenSinceMs: 1_000 }));
    act(() => desk.push('killSwitch.changed', { profileId: profile.id, run: runOf([row({})]) }));
    expect(screen.getByText(/Kill switch ·/)).toBeTruthy();
    act(() => desk.push('safeguards.changed', free));
    expect(screen.queryByText(/Kill switch ·/)).toBeNull();
    // frozen again for another reason
    act(() => desk.push('safeguards.changed', { ...free, frozenSinceMs: 20_000 }));
    expect(screen.queryByText(/Kill switch ·/)).toBeNull();
  });
});

describe('keeping protective stops', () => {
  afterEach(() => useUiStore.setState(useUiStore.getInitialState()));

  it('states and sends that protective stops stay', async () => {
    const { fired } = open();
    act(() => useUiStore.setState({ isKeepingStops: true }));
    const keep = await screen.findByRole('button', { name: /^Cancel, keep stops \+ freeze/ });
    fireEvent.pointerDown(keep, { button: 0 });
    expect(screen.getByText(/all except protective stops/)).toBeTruthy();
    await pass(holdMs + 100);
    expect(fired()).toMatchObject([{ input: { isKeepingStops: true } }]);
  });

  it('counts the cancelled orders without the kept stops', () => {
    const stops = [buildStopOrder({ id: 's', side: 'sell' }), buildStopOrder({ id: 't', side: 'buy' })];
    const lists = [[list(2)], [{ ...list(2), stops }]] as const;
    expect(killCountOf(...lists, false)).toEqual({ cancelled: '4', kept: 0 });
    expect(killCountOf(...lists, true)).toEqual({ cancelled: '3', kept: 1 });
    expect(killCountOf([], [{ ...list(null), stops: [] }], true)).toEqual({ cancelled: null, kept: 0 });
  });

  it('never states that no order is open over stops that were kept', () => {
    expect(sumText(runOf([row({ kept: 3 })]))).toBe('2 orders cancelled. Only 3 kept protective stops are still open.');
  });
});

describe('a frozen profile', () => {
  it('a frozen profile is shown at once and everywhere, asks for the release, and shows its result', async () => {
    const { desk } = open();
    expect(screen.queryByText(/FROZEN/)).toBeNull();
    act(() => desk.push('safeguards.changed', { ...free, frozenSinceMs: Date.now(), isKept: false }));
    expect(screen.getByRole('alert').textContent).toMatch(/FROZEN since \d\d:\d\d:\d\d/);
    expect(screen.getByText(/lost after a restart/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Release…' }));
    await waitFor(() => expect(desk.calls.some(({ name }) => name === 'killSwitch.release')).toBe(true));
    act(() => desk.push('safeguards.changed', free));
    expect(screen.queryByText(/FROZEN/)).toBeNull();
  });

  it('a frozen profile is known to a page that was loaded later', async () => {
    open({ frozenSinceMs: Date.now() });
    await screen.findByText(/FROZEN/);
  });
});

it('kill count marks an incomplete count', () => {
  expect(countText([list(2), list(3)])).toBe('5');
  expect(countText([list(2), list(null)])).toBe('2+');
  expect(countText([list(2, false), list(1)])).toBe('3+');
  expect(countText([list(null)])).toBeNull();
});
