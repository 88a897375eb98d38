import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { AwayPanel } from './away-panel.tsx';

afterEach(cleanup);

const read = {
  data: [],
  error: null,
  isLoading: false,
  isRefreshing: false,
  updatedAtMs: Date.now(),
  nextAttemptAtMs: null,
  intervalMs: 60_000,
  cost: null,
  retry: () => {},
};
const open = (cuts: readonly string[]) => {
  installFakeDesk();
  renderPage(<AwayPanel read={read} picker={undefined} cuts={cuts} onSeen={() => {}} onOpen={() => {}} />);
};

it('activity states that nothing happened when everything was read', () => {
  open([]);
  expect(screen.getByText(/^No fills, ended orders/)).toBeTruthy();
});

it('activity does not state that nothing happened when a part was not read', () => {
  open(['Spot fills: The exchange cannot be reached.']);
  expect(screen.getByText('No known activity. Spot fills: The exchange cannot be reached.')).toBeTruthy();
  expect(screen.queryByText(/No fill/)).toBeNull();
});
