import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FeedChip, type FeedChipProps } from './shell/feed-chip.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const published = (state: FeedChipProps['state'], ageMs: number): string | null =>
  render(<FeedChip state={state} readAsOfMs={() => 1_000_000 - ageMs} detail={null} />).container.textContent;

it('age chip shows now for live data, and the age of data that is quiet for a while or not live', () => {
  expect([published('live', 300), published('live', 15_000)]).toEqual(['live', 'live20 s']);
  expect([published('polled', 300), published('stale', 300), published('stale', 15_000)]).toEqual([
    'polled< 10 s',
    'stale< 1 s',
    'stale15 s',
  ]);
});
