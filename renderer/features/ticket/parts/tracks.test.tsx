import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TrackStage } from '../actions/track.ts';
import { Tracks } from './tracks.tsx';

afterEach(cleanup);

const track = {
  clientOid: 'oid',
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  terms: { tick: '0.01', multiplier: '1', isInverse: false },
  request: { call: 'orders.place', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '101', size: '3' } },
  fingerprints: [],
  words: 'Buy 3 BTC',
  sentAtMs: 1,
  answer: { kind: 'placed', orderId: 'o1' },
  answeredAtMs: 2,
} as const;

function shown(stage: TrackStage) {
  render(<Tracks followed={[{ track, stage, order: undefined, stop: undefined }]} />);
  const row = screen.getByRole('listitem');
  const result = [row.querySelector('b')?.textContent, row.classList.contains('ticket-track-cancelled')];
  cleanup();
  return result;
}

it('tracks show filled of requested size and the average of a partly filled cancelled order, and strike only one without fills', () => {
  expect(shown({ kind: 'cancelled', filled: '1', size: '3', average: '101' })).toEqual([
    'filled 1 of 3 at average 101, rest cancelled',
    false,
  ]);
  expect(shown({ kind: 'cancelled', filled: '0', size: '3', average: null })).toEqual([
    'cancelled, nothing filled',
    true,
  ]);
});
