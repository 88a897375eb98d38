import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadContract } from '#bridge/contract.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { type GhostLadder, useLadderStore } from '#state/ladder-store.ts';
import { usePlannedLadders } from './use-planned-ladders.ts';

const rung = { row: 0, price: '100', size: '0.5' } as const;
const plan = { venue: 'spot' as const, symbol: 'BTC-USDT', side: 'buy' as const, rungs: [rung] };
const composed = (move: GhostLadder['move'] = () => {}): GhostLadder => {
  return { market: { venue: 'spot', symbol: 'BTC-USDT' }, side: 'buy', rungs: [rung], move };
};
const store = () => useLadderStore.getState();
const plans = (desk: FakeDesk) =>
  desk.calls
    .filter(({ name }) => name === 'windows.plan')
    .map(({ input }): unknown => Reflect.get(Object(input), 'plan'));

let desk: FakeDesk;

beforeEach(async () => {
  await loadContract();
  vi.useFakeTimers();
  useLadderStore.setState(useLadderStore.getInitialState());
  desk = installFakeDesk({ 'windows.plan': always({}), 'windows.moveRung': always({}) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('planned ladders of this window are published repeatedly, and their end at once', async () => {
  renderHook(() => usePlannedLadders('p'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(plans(desk)).toEqual([]);
  act(() => store().showGhosts(composed()));
  expect(plans(desk)).toEqual([plan]);
  await vi.advanceTimersByTimeAsync(4100);
  expect(plans(desk)).toEqual([plan, plan, plan]);
  act(() => store().showGhosts(null));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(plans(desk)).toEqual([plan, plan, plan, null]);
});

it('planned ladders of another window are shown, its drags are sent there, and those of this window come first', async () => {
  renderHook(() => usePlannedLadders('p'));
  act(() => desk.push('windows.planned', { profileId: 'other', plan }));
  expect(store().ghosts).toBeNull();
  act(() => desk.push('windows.planned', { profileId: 'p', plan }));
  expect(store().ghosts).toMatchObject({ market: { venue: 'spot', symbol: 'BTC-USDT' }, side: 'buy', rungs: [rung] });
  expect(plans(desk)).toEqual([]);
  store().ghosts?.move(0, '99', true);
  expect(desk.calls.at(-1)).toEqual({
    name: 'windows.moveRung',
    input: { profileId: 'p', row: 0, price: '99', isAll: true },
  });
  const own = composed();
  act(() => store().showGhosts(own));
  expect(store().ghosts).toBe(own);
  act(() => store().showGhosts(null));
  expect(store().ghosts?.rungs).toEqual([rung]);
});

it('planned ladders that repeat are drawn once, and a silent window has none', async () => {
  renderHook(() => usePlannedLadders('p'));
  act(() => desk.push('windows.planned', { profileId: 'p', plan }));
  const { ghosts } = store();
  await vi.advanceTimersByTimeAsync(5000);
  act(() => desk.push('windows.planned', { profileId: 'p', plan }));
  await vi.advanceTimersByTimeAsync(5000);
  expect(store().ghosts).toBe(ghosts);
  await vi.advanceTimersByTimeAsync(2500);
  expect(store().ghosts).toBeNull();
});

it('a rung dragged in another window is entered into the sheet of this one, for this profile only', () => {
  const move = vi.fn();
  renderHook(() => usePlannedLadders('p'));
  act(() => store().showGhosts(composed(move)));
  act(() => desk.push('windows.rungMoved', { profileId: 'other', row: 0, price: '98', isAll: false }));
  expect(move).not.toHaveBeenCalled();
  act(() => desk.push('windows.rungMoved', { profileId: 'p', row: 0, price: '98', isAll: false }));
  expect(move.mock.calls).toEqual([[0, '98', false]]);
});
