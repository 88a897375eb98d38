import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FeedChip, type FeedChipProps } from './age-chip.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const told = (state: FeedChipProps['state'], ageMs: number): string | null =>
  render(<FeedChip state={state} readAsOfMs={() => 1_000_000 - ageMs} detail={null} />).container.textContent;

it('live says that it is of now, and how old what has been still for a while is; all else tells its age', () => {
  expect([told('live', 300), told('live', 15_000)]).toEqual(['live', 'live20 s']);
  expect([told('polled', 300), told('stale', 300), told('stale', 15_000)]).toEqual([
    'polled< 10 s',
    'stale< 1 s',
    'stale15 s',
  ]);
});
