import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUiStore } from '#state/ui-store.ts';
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

const press = () => fireEvent.click(screen.getByRole('button', { name: /when something is filled/u }));

it('is off until it is chosen, and each loudness is heard as it is chosen', async () => {
  vi.stubGlobal('AudioContext', FakeAudioContext);
  render(<SoundButton />);
  expect(screen.getByRole('button', { name: 'Sound off when something is filled. Press for soft.' })).toBeTruthy();
  press();
  await vi.waitFor(() => expect(played.map(({ volume }) => volume)).toEqual([0.05]));
  press();
  await vi.waitFor(() => expect(played.map(({ volume }) => volume)).toEqual([0.05, 0.3]));
  press();
  await Promise.resolve();
  expect(useUiStore.getState().fillSound).toBe('off');
  expect(played).toHaveLength(2);
});

it('a machine without sound is silent', () => {
  vi.stubGlobal('AudioContext', undefined);
  render(<SoundButton />);
  press();
  expect([useUiStore.getState().fillSound, played]).toEqual(['soft', []]);
});
