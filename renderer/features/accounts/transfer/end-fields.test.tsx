import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import { EndFields } from './end-fields.tsx';

afterEach(cleanup);

const accounts: readonly SubAccount[] = Array.from({ length: 12 }, (_, index) => ({
  userId: `u${index + 1}`,
  uid: `90${index + 1}`,
  name: `desk${index + 1}`,
  status: 2,
  type: 0,
  access: 'All',
  createdAtMs: 1,
  remarks: null,
}));

function Fields() {
  const [end, setEnd] = useState<TransferEnd>({ wallet: 'main', symbol: null, userId: null });
  return <EndFields title="To" end={end} accounts={accounts} pairs={[]} onChange={setEnd} />;
}

const search = () => screen.getByLabelText('Find To account');
const type = (value: string) => fireEvent.change(search(), { target: { value } });
/** The user id of the chosen account; empty: the master account. */
const chosen = () => screen.getByLabelText<HTMLSelectElement>('To account').value;

it('end field chooses the only account that a search leaves', () => {
  render(<Fields />);
  type('desk1');
  expect([chosen(), screen.getByText('4 of 12')]).toEqual(['', expect.anything()]);
  type('desk12');
  expect([chosen(), screen.getByText('1 of 12')]).toEqual(['u12', expect.anything()]);
  type('');
  expect(chosen()).toBe('u12');
});

it('end field chooses the first match on Enter, and none with Ctrl or without a search', () => {
  render(<Fields />);
  fireEvent.keyDown(search(), { key: 'Enter' });
  type('desk1');
  fireEvent.keyDown(search(), { key: 'Enter', ctrlKey: true });
  expect(chosen()).toBe('');
  // prevented: the sheet must not review on this Enter
  expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false);
  expect(chosen()).toBe('u1');
});
