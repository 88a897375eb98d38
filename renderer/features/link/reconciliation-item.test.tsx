import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { ReconciliationItem } from './reconciliation-item.tsx';

afterEach(cleanup);

it('36: the screen says that only cancels are sent, for as long as that is so and for its own profile', () => {
  const desk = installFakeDesk();
  render(<ReconciliationItem profileId="p" />);
  const tell = (profileId: string, reason: string | null, mayReduce = false) =>
    act(() => desk.push('reconciliation.changed', { profileId, reason, mayReduce }));
  tell('q', 'Reading.');
  expect(screen.queryByRole('alert')).toBeNull();
  tell('p', 'Reading.');
  expect(screen.getByRole('alert').textContent).toBe('Reading the account anew: only cancels are sent.');
  tell('p', 'Reading.', true);
  expect(screen.getByRole('alert').textContent).toBe('Account not read: only cancels and what reduces risk are sent.');
  tell('p', null);
  expect(screen.queryByRole('alert')).toBeNull();
});
