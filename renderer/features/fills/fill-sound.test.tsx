import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Fill } from '#shared/domain/account/fill.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { useUiStore } from '#state/ui-store.ts';
import type { OrderNews } from './fill-news.ts';
import { toneOf } from './fill-sound.ts';
import { SoundButton } from './sound-button.tsx';

const played: { volume: number }[] = [];

/** As much of the browser's sound as a fill needs. */
class FakeAudioContext {
  readonly currentTime = 0;
  readonly destination = {};
  readonly resume = () => Promise.resolve();
  readonly createGain = () => ({
    gain: {
      setValueAtTime: (volume: number) => played.push({ volume }),
      exponentialRampToValueAtTime: () => undefined,
    },
    connect: () => undefined,
  });
  readonly createOscillator = () => ({
    frequency: { value: 0 },
    connect: (gain: unknown) => gain,
    start: () => undefined,
    stop: () => undefined,
  });
}

beforeEach(() => {
  played.length = 0;
  useUiStore.setState(useUiStore.getInitialState());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Sounds of fills' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }));
};
const checked = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Sounds of fills' }));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitemcheckbox', { checked: true }).map(({ textContent }) => textContent);
};

it('each fill class has its own volume, played when it is chosen; by default only the exchange sounds', async () => {
  vi.stubGlobal('AudioContext', FakeAudioContext);
  render(<SoundButton />);
  await choose('Resting orders: soft');
  await vi.waitFor(() => expect(played.map(({ volume }) => volume)).toEqual([0.05]), { timeout: 20_000 });
  await choose('Orders that take: loud');
  await vi.waitFor(() => expect(played.map(({ volume }) => volume)).toEqual([0.05, 0.3]), { timeout: 20_000 });
  await choose('Orders that take: off');
  await Promise.resolve();
  expect(played).toHaveLength(2);
  expect(await checked()).toEqual([
    '✓Resting orders: soft',
    '✓Orders that take: off',
    '✓Liquidations and what else the exchange does: loud',
  ]);
});

it('a machine without sound is silent', async () => {
  vi.stubGlobal('AudioContext', undefined);
  render(<SoundButton />);
  await choose('Resting orders: soft');
  expect([useUiStore.getState().fillSounds, played]).toEqual([{ rested: 'soft' }, []]);
});

const maker = buildFill({ liquidity: 'maker', cause: 'trade', createdAtMs: 2 });
const taker = buildFill({ liquidity: 'taker', cause: 'trade', createdAtMs: 1 });
const liquidated = buildFill({ liquidity: 'taker', cause: 'liquidation' });
const news = (fills: readonly Fill[], isFirst = true, isLast = false): OrderNews => {
  return { fills, order: undefined, isFirst, isLast };
};

it.each([
  { what: 'what rested, by its newest fill', fills: [taker, maker], tone: 'rested' },
  { what: 'what took', fills: [taker], tone: 'took' },
  { what: 'what the exchange did', fills: [liquidated], tone: 'exchange' },
])('a fill belongs to $what', ({ fills, tone }) => {
  const all = { rested: 'soft', took: 'soft', exchange: 'soft' } as const;
  expect(toneOf([news(fills)], all)).toEqual({ fillClass: tone, moment: 'first', sound: 'soft' });
});

it('the loudest of several fills is played, and none that is off or between first and last part', () => {
  expect(toneOf([news([maker]), news([taker], false, true)], { rested: 'loud', took: 'soft' })).toEqual({
    fillClass: 'rested',
    moment: 'first',
    sound: 'loud',
  });
  expect(toneOf([news([maker]), news([liquidated])], { rested: 'loud' })?.fillClass).toBe('exchange');
  expect(toneOf([news([maker])], {})).toBeNull();
  expect(toneOf([news([liquidated], false, false)], {})).toBeNull();
});
