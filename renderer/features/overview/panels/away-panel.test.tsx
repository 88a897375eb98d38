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
  renderPage(<AwayPanel read={read} told={undefined} cuts={cuts} onSeen={() => {}} onOpen={() => {}} />);
};

it('nothing happened where everything was looked at', () => {
  open([]);
  expect(screen.getByText(/^No fill, no order that ended by itself/)).toBeTruthy();
});

it('where something was not looked at it is not said that nothing happened', () => {
  open(['Spot fills: The exchange cannot be reached.']);
  expect(
    screen.getByText('Nothing is known to have happened. Spot fills: The exchange cannot be reached.'),
  ).toBeTruthy();
  expect(screen.queryByText(/No fill/)).toBeNull();
});
