import type { QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountListName } from '#shared/domain/account/list-name.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { shownLists } from '#bridge/account/account-lists.ts';
import { letOthersGoOn } from '#bridge/opening/book-first.ts';
import { isReadName, readPolicyOf } from '#bridge/polling.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { panelPlans } from '#features/overview/budget/planned-reads.ts';
import { PanelContent } from '../dock/panel-content.tsx';
import { panelNames } from '../layout/panel-names.ts';

afterEach(cleanup);

const lists = Object.fromEntries(AccountListName.options.map(name => [name, []]));

function readsOf(client: QueryClient, panel: string): readonly string[] {
  const asked = client
    .getQueryCache()
    .getAll()
    .filter(({ observers }) =>
      observers.some(({ options }) => options.enabled !== false && options.meta?.['panel'] === panel),
    );
  const names = asked.map(({ queryKey: [name] }) => name).filter(isReadName);
  return [...new Set(names)].filter(name => !readPolicyOf(name).isOwn).toSorted();
}

it.each(panelNames.filter(name => Object.hasOwn(panelPlans, name)))(
  'what is forecast of the panel %s is what it asks for',
  async panel => {
    letOthersGoOn();
    const desk = installFakeDesk({
      'contracts.list': always([buildFuturesContract()]),
      'contracts.read': always(buildFuturesContract()),
      'symbols.list': always([buildSpotSymbol()]),
    });
    serveAccount(desk, lists);
    const client = createQueryClient();
    const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
    renderPage(<PanelContent name={panel} profile={buildProfile({ id: 'p' })} market={market} />, client);
    const asked = () => ({
      reads: readsOf(client, panel),
      lists: shownLists()
        .filter(({ panels }) => panels.has(panel))
        .map(({ list }) => list)
        .toSorted(),
    });
    await vi.waitFor(() => expect(asked()).toEqual(panelPlans[panel]), 5000);
  },
);

it('all panels can be forecast but the one that forecasts, and the book, which is drawn before the panels are there', () => {
  const planned = new Set(Object.keys(panelPlans));
  expect(panelNames.filter(name => !planned.has(name))).toEqual(['book', 'overview']);
});
