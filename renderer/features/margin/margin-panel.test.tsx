import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ListStatus } from '#shared/domain/account/account-list.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildCrossAccount, buildIsolatedAccount, marginConfig } from '#shared/testing/account/build-margin.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { fittingColumns } from '#ui/table/column.ts';
import { marginColumns } from './margin-columns.tsx';
import { MarginPanel } from './margin-panel.tsx';

const profile = buildProfile();

interface Opening {
  readonly profile?: Profile;
  readonly accounts?: readonly MarginAccountRow[];
  readonly status?: Partial<ListStatus>;
  readonly policy?: Policy;
}

let account: FakeAccount;

function open(options: Opening = {}): FakeDesk {
  const accounts = options.accounts ?? [buildCrossAccount(), buildIsolatedAccount()];
  const desk = installFakeDesk({
    'margin.config': always(marginConfig),
    'margin.isolatedSymbols': always([]),
    'intents.list': always([]),
    ...(options.policy === undefined
      ? {}
      : {
          'policy.read': always({
            policy: options.policy,
            spentToday: '0',
            rates: {},
            ratesAsOfMs: 1,
            sentLately: [],
            moved: nothingMoved,
          }),
        }),
  });
  account = serveAccount(desk, {});
  account.publish('margin.accounts', accounts, options.status);
  renderPage(<MarginPanel profile={options.profile ?? profile} />);
  return desk;
}

afterEach(cleanup);

const rowTexts = async () => {
  const table = await screen.findByRole('table', { name: 'Margin accounts' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (desk: FakeDesk, name: string) => desk.calls.filter(each => each.name === name).map(each => each.input);

async function type(button: string, label: string, text: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
}

it('the account with the highest risk is first, with its distance to the exchange’s lines and a label', async () => {
  open();
  await waitFor(async () => expect((await rowTexts())[0]).toContain('7.00 %'));
  const rows = await rowTexts();
  expect(rows[0]).toContain('ETH-USDT');
  expect(rows[0]).toContain('90.00 %');
  expect(rows[0]).toContain('5.00 %');
  expect(rows[1]).toContain('All cross pairs');
  expect(rows[1]).toContain('within limits');
});

it('Enter on an account shows its currencies, principal and interest apart', async () => {
  open();
  await screen.findByRole('button', { name: 'Borrow on isolated margin ETH-USDT' });
  const row = screen.getByText('All cross pairs').closest('tr');
  row?.focus();
  await userEvent.keyboard('{Enter}');
  const table = await screen.findByRole('table', { name: 'Currencies of cross margin' });
  expect(within(table).getByText('999')).toBeTruthy();
  expect(within(table).queryByText('BTC')).toBeNull();
  expect(screen.getByText('assets 2,000.00 · debts 1,000.00 USDT')).toBeTruthy();
});

it('a missing account is named while the other is shown', async () => {
  const part = { part: 'isolated margin accounts', reason: 'It does not answer.', asOfMs: null };
  open({ accounts: [buildCrossAccount()], status: { completeness: { kind: 'partial', missing: [part] } } });
  expect((await rowTexts())[0]).toContain('All cross pairs');
  await waitFor(() => expect(document.body.innerHTML).toContain('isolated margin accounts'));
});

it('no margin account has a text', async () => {
  open({ accounts: [buildCrossAccount({ holdings: [], debtRatio: '0' })] });
  await screen.findByText('Nothing is held and nothing owed on cross or isolated margin.');
});

it('borrow: amount → preview → review → one request → receipt', async () => {
  const desk = open();
  desk.answer('margin.borrow', () => succeed({ orderNo: 'l1', actualSize: '1000' }));
  await type('Borrow on cross margin', 'Amount to borrow', '1000');
  expect(screen.getByText('66.67')).toBeTruthy();
  press('Review');
  expect(sent(desk, 'margin.borrow')).toEqual([]);
  const button = screen.getByRole('button', { name: 'Borrow 1,000 USDT' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await screen.findByText('Borrowed 1,000 USDT.');
  expect(sent(desk, 'margin.borrow')).toEqual([
    {
      profileId: 'practice',
      loan: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), currency: 'USDT', size: '1000', symbol: null },
    },
  ]);
});

it('a loan that the policy rejects shows the reason in the sheet before sending, and an accepted one its rest', async () => {
  const policy: Policy = { ...defaultPolicy, mayBorrow: false, largestOrder: '800' };
  const desk = open({ policy });
  await type('Borrow on cross margin', 'Amount to borrow', '1000');
  await screen.findByText('This profile may not borrow. Allow it in its policy.');
  expect(screen.getByText(/1,000 USDT.*800 USDT/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true');
  cleanup();
  open({ policy: { ...policy, mayBorrow: true, largestOrder: '2000' } });
  await type('Borrow on cross margin', 'Amount to borrow', '1000');
  await screen.findByText(/^ok: 1,000 USDT of 2,000 USDT/);
  expect(sent(desk, 'margin.borrow')).toEqual([]);
});

it('repay: All enters the liability, and the pair is named', async () => {
  const [base, quote] = buildIsolatedAccount().holdings;
  if (base === undefined || quote === undefined) throw new Error('a pair has two currencies');
  const rich = { ...quote, available: '2000', total: '2000' } as const;
  const desk = open({ accounts: [buildIsolatedAccount({ holdings: [base, rich] })] });
  desk.answer('margin.repay', () => succeed({ orderNo: 'l2', actualSize: '1800' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Repay on isolated margin ETH-USDT' }));
  fireEvent.click(await screen.findByRole('button', { name: 'All that can be repaid of USDT' }));
  press('Review');
  press('Repay 1,800 USDT');
  await screen.findByText('Repaid 1,800 USDT.');
  expect(sent(desk, 'margin.repay')).toMatchObject([{ loan: { size: '1800', symbol: 'ETH-USDT' } }]);
});

it('an account that disappears after a full repayment leaves the sheet with the result', async () => {
  const [base, quote] = buildIsolatedAccount().holdings;
  if (base === undefined || quote === undefined) throw new Error('a pair has two currencies');
  const rich = { ...quote, available: '2000', total: '2000' } as const;
  const desk = open({ accounts: [buildIsolatedAccount({ holdings: [base, rich] })] });
  desk.answer('margin.repay', () => {
    account.publish('margin.accounts', []);
    return succeed({ orderNo: 'l2', actualSize: '1800' });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Repay on isolated margin ETH-USDT' }));
  fireEvent.click(await screen.findByRole('button', { name: 'All that can be repaid of USDT' }));
  press('Review');
  press('Repay 1,800 USDT');
  await screen.findByText('Repaid 1,800 USDT.');
  expect(screen.getByText('Nothing is held and nothing owed on cross or isolated margin.')).toBeTruthy();
});

it('Enter in the form reviews and never sends; the focus stays in the sheet', async () => {
  const desk = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Borrow on cross margin' }));
  const amount = await screen.findByLabelText('Amount to borrow');
  expect(document.activeElement).toBe(amount);
  fireEvent.keyDown(amount, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  fireEvent.change(amount, { target: { value: '5' } });
  fireEvent.keyDown(amount, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Borrow 5 USDT' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Back');
  expect(sent(desk, 'margin.borrow')).toEqual([]);
});

it('a rejection is shown verbatim and the form stays', async () => {
  const desk = open();
  desk.answer('margin.borrow', () =>
    fail('exchange-rejected', 'The exchange refused.', { code: '130203', exchangeMessage: 'Insufficient lending' }),
  );
  await type('Borrow on cross margin', 'Amount to borrow', '5');
  press('Review');
  press('Borrow 5 USDT');
  await screen.findByText(/130203 · Insufficient lending/);
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

it('a lost answer is looked up, only a loan that was not done may be sent again, and its old result is not used twice', async () => {
  const desk = open();
  desk.answer('margin.borrow', () => fail('outcome-unknown', 'The answer was lost.'));
  await type('Borrow on cross margin', 'Amount to borrow', '5');
  press('Review');
  press('Borrow 5 USDT');
  await screen.findByText(/may have been borrowed/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const first = JSON.stringify(sent(desk, 'margin.borrow')[0]);
  const key = /"id":"([^"]+)"/.exec(first)?.[1] ?? '';
  const intent = buildIntent({ id: 'i1', profileId: 'practice', kind: 'borrow', key, state: 'found-absent' });
  act(() => desk.push('intents.changed', intent));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText(/may have been borrowed/);
  expect(sent(desk, 'margin.borrow').map(input => JSON.stringify(input))).toEqual([first, first]);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  act(() => desk.push('intents.changed', { ...intent, id: 'i2', state: 'found-done' }));
  await screen.findByText('Borrowed: confirmed by the history of the exchange.');
});

it('a read-only profile states why no loan is possible', async () => {
  open({ profile: { ...profile, isReadOnly: true } });
  const button = await screen.findByRole('button', { name: 'Borrow on cross margin' });
  expect(button.getAttribute('title')).toBe('This profile is read-only');
});

it('accounts and their currencies have a row menu, and marked accounts are summed', async () => {
  open();
  await waitFor(async () => expect((await rowTexts())[0]).toContain('7.00 %'));
  const table = screen.getByRole('table', { name: 'Margin accounts' });
  const [, first, second] = within(table).getAllByRole('row');
  if (first === undefined || second === undefined) throw new Error('two accounts are served');
  fireEvent.contextMenu(first);
  expect(await screen.findByRole('menu', { name: 'Row of Margin accounts' })).toBeTruthy();
  for (const row of [first, second]) fireEvent.click(within(row).getByRole('checkbox'));
  const { textContent } = screen.getByRole('status', { name: 'Totals of the marked rows' });
  expect(textContent).toContain('Debts, USDT');
  expect(textContent).not.toContain('Debt ratio');
  expect(screen.getByRole('button', { name: /^⋯ Filter, columns, views and files of Currencies of/ })).toBeTruthy();
});

it('margin accounts keep ratio, distance, status and the buttons in the room beside the ticket', () => {
  // what is left for columns in a window of 1440 with ticket and currencies, after 120 px of buttons
  const shown = fittingColumns(marginColumns, 393);
  expect(shown.map(({ key }) => key)).toEqual(['account', 'ratio', 'liquidation', 'status']);
  expect(shown.reduce((total, { width }) => total + width, 0)).toBeLessThanOrEqual(393);
  expect(fittingColumns(marginColumns, 472).map(({ key }) => key)).toContain('warning');
});
