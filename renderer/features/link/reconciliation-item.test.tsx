import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { ReconciliationItem } from './reconciliation-item.tsx';

afterEach(cleanup);

it('the screen says that only cancels are sent, only meanwhile and for its own profile (fault 36)', () => {
  const desk = installFakeDesk();
  render(<ReconciliationItem profileId="p" />);
  const publish = (profileId: string, reason: string | null, mayReduce = false) =>
    act(() => desk.push('reconciliation.changed', { profileId, reason, mayReduce }));
  publish('q', 'Reading.');
  expect(screen.queryByRole('alert')).toBeNull();
  publish('p', 'Reading.');
  expect(screen.getByRole('alert').textContent).toBe('The account is loading again: only cancels are sent.');
  publish('p', 'Reading.', true);
  expect(screen.getByRole('alert').textContent).toBe(
    'Account not loaded: only cancels and actions that reduce risk are sent.',
  );
  publish('p', null);
  expect(screen.queryByRole('alert')).toBeNull();
});
