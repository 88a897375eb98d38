import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import { succeed } from '#shared/errors.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { useOverseerViewStore } from '#features/overseer/overseer-view-store.ts';
import { useSubAccountItems } from './use-sub-account-items.ts';

afterEach(() => {
  setPrivacy('off');
  cleanup();
});

const account = {
  userId: 'u1',
  uid: '99',
  name: 'grid one',
  status: 2,
  type: 0,
  access: 'All',
  createdAtMs: 0,
  remarks: 'BTC',
};

function Items() {
  return (
    <ul>
      {useSubAccountItems('p').map(({ id, title, detail, run }) => (
        <li key={id}>
          <button type="button" onClick={run}>{`${title}: ${detail}`}</button>
        </li>
      ))}
    </ul>
  );
}

it('sub-account items offer each sub-account by name, UID and remarks, and the limits', async () => {
  installFakeDesk({
    'accounts.subAccounts': () => succeed({ items: [account], completeness: whole, asOfMs: Date.now() }),
  });
  renderPage(<Items />);
  expect(await screen.findByRole('button', { name: 'grid one: UID 99 BTC' })).toBeTruthy();
  const rules = screen.getByRole('button', { name: 'Oversight rules: limits of sub-accounts' });
  act(() => rules.click());
  expect(useOverseerViewStore.getState().views['p']?.isRulesOpen).toBe(true);
});

it('sub-account items hide names, UIDs and remarks at the highest level of privacy', async () => {
  installFakeDesk({
    'accounts.subAccounts': () => succeed({ items: [account], completeness: whole, asOfMs: Date.now() }),
  });
  setPrivacy('all');
  renderPage(<Items />);
  expect(await screen.findByRole('button', { name: '•••: UID ••• •••' })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/grid one|99|BTC/);
});
