import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { fail, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { PolicySheet } from './policy-sheet.tsx';

afterEach(cleanup);

const state: PolicyState = {
  policy: defaultPolicy,
  spentToday: '1500',
  rates: { BTC: '100' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};
const client = createQueryClient();

async function open(change: Partial<PolicyState> = {}): Promise<FakeDesk> {
  client.clear();
  const now = { ...state, ...change };
  const desk = installFakeDesk({
    'policy.read': () => succeed(now),
    'policy.change': ({ policy }) => {
      now.policy = policy;
      return succeed(policy);
    },
  });
  renderPage(<PolicySheet profile={buildProfile({ id: 'd', name: 'Desk' })} onClose={() => {}} />, client);
  await screen.findByLabelText('Largest batch');
  return desk;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const sent = (desk: FakeDesk) => desk.calls.filter(({ name }) => name === 'policy.change').map(({ input }) => input);

it('policy sheet shows the amount sent on the day, and every limit', async () => {
  await open();
  expect(screen.getByText(/Sent since midnight UTC: 1,500 USDT of 20,000 USDT/)).toBeTruthy();
  expect(field('Furthest price').value).toBe('1');
  expect(field('The symbol typed from').value).toBe('1000');
  expect(field('Borrow').checked).toBe(false);
  expect(screen.getByRole('button', { name: 'Tighten now' }).title).toBe('Policy unchanged');
});

it('policy sheet tightens at once, and shows the new limits', async () => {
  const desk = await open();
  await retype('Largest order or loan', '1500');
  await userEvent.click(screen.getByRole('button', { name: 'Tighten now' }));
  expect(sent(desk)).toEqual([{ profileId: 'd', policy: { ...defaultPolicy, largestOrder: '1500' } }]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Tighten now' }).title).toBe('Policy unchanged'));
  expect(field('Largest order or loan').value).toBe('1500');
});

it('policy sheet lists what loosens and that a window will ask, and shows why it was not granted', async () => {
  const desk = await open();
  desk.answer('policy.change', () => fail('declined', 'You closed the question without an answer.'));
  await userEvent.click(field('Borrow'));
  await retype('Market slippage', '2');
  expect(screen.getByText('Market slippage: 2 % (now 0.5 %)')).toBeTruthy();
  expect(screen.getByText('May borrow: yes (now no)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ask to loosen…' }));
  await screen.findByText('You closed the question without an answer.');
  expect(field('Market slippage').value).toBe('2');
  expect(sent(desk)).toEqual([
    { profileId: 'd', policy: { ...defaultPolicy, mayBorrow: true, marketSlippage: '0.02' } },
  ]);
});

it('policy sheet sends nothing while a field is invalid, and names it', async () => {
  const desk = await open();
  await userEvent.clear(field('Largest batch'));
  await retype('Currency of the amounts', 'xrp');
  expect(screen.getByText('No book prices this currency now.')).toBeTruthy();
  expect(field('Largest batch').getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Tighten now' }));
  expect(sent(desk)).toEqual([]);
});

it('policy sheet shows the total of loans beside their limits, and tightens one', async () => {
  const loans = { hour: '990', day: '1980', sinceTyped: '990' } as const;
  const desk = await open({ moved: { ...nothingMoved, loans, settings: null } });
  expect(
    screen.getByText('Loans in the last hour: 990 USDT of 5,000 USDT · Loans today: 1,980 USDT of 10,000 USDT'),
  ).toBeTruthy();
  expect(screen.getByText(/^Contract settings changed today: they cannot be counted now/)).toBeTruthy();
  await retype('Loans in an hour', '900');
  await userEvent.click(screen.getByRole('button', { name: 'Tighten now' }));
  const { movements } = defaultPolicy;
  expect(sent(desk)).toEqual([
    {
      profileId: 'd',
      policy: { ...defaultPolicy, movements: { ...movements, loans: { ...movements.loans, perHour: '900' } } },
    },
  ]);
});

it('policy sheet states that no order is sent while the day cannot be counted', async () => {
  await open({ spentToday: null });
  expect(screen.getByText(/is unknown, so no order is sent/)).toBeTruthy();
});
