import type { CallInput } from '#shared/contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountListName } from '#shared/domain/account/list-name.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { shownLists } from '#bridge/account/account-lists.ts';
import { endDeferral } from '#bridge/reads/deferral.ts';
import { isReadName, readPolicyOf } from '#bridge/polling.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { isByVenue, panelPlans, planOf } from '#features/overview/budget/planned-reads.ts';
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

/** Beside lists of the account; subscriptions are sent with the next frame. */
function feedsWatched(desk: FakeDesk): readonly string[] {
  const published = desk.calls.findLast(({ name }) => name === 'watch.set');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the input of this very call
  const watches = (published?.input as CallInput<'watch.set'> | undefined)?.watches ?? [];
  return [...new Set(watches.map(({ kind }) => kind).filter(kind => kind !== 'account'))].toSorted();
}

const markets: readonly Market[] = [
  { venue: 'spot', symbol: 'BTC-USDT' },
  { venue: 'futures', symbol: 'XBTUSDTM' },
];

// the first book is drawn outside of the panels
const shown = panelNames.filter(name => Object.hasOwn(panelPlans, name) && name !== 'book');
const cases = shown.flatMap(name =>
  markets
    .filter(({ venue }) => venue === 'spot' || isByVenue(name))
    .map(market => ({ name, venue: market.venue, market })),
);

it.each(cases)(
  'the forecast reads of the panel $name on $venue equal its requests',
  async ({ name, venue, market }) => {
    endDeferral();
    const desk = installFakeDesk({
      'contracts.list': always([buildFuturesContract()]),
      'contracts.read': always(buildFuturesContract()),
      'symbols.list': always([buildSpotSymbol()]),
    });
    serveAccount(desk, lists);
    const client = createQueryClient();
    // subscriptions are sent again only when they differ
    const profile = buildProfile({ id: `${name} ${venue}` });
    renderPage(<PanelContent name={name} profile={profile} market={market} />, client);
    const asked = () => ({
      reads: readsOf(client, name),
      lists: shownLists()
        .filter(({ panels }) => panels.has(name))
        .map(({ list }) => list)
        .toSorted(),
      feeds: feedsWatched(desk),
    });
    const plan = planOf(name, venue);
    await vi.waitFor(() => expect(asked()).toEqual(plan), 20_000);
    // what is asked for a moment later would be missing in the plan
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(asked()).toEqual(plan);
  },
);

it('all panels can be forecast except the one that forecasts; both books cost the same', () => {
  const planned = new Set(Object.keys(panelPlans));
  expect(panelNames.filter(name => !planned.has(name))).toEqual(['overview']);
  for (const { venue } of markets) expect(planOf('book', venue)).toBe(planOf('book2', venue));
});
