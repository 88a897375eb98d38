import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { ValuePanel } from './value-panel.tsx';

afterEach(cleanup);

function readOf(agoMs: number, change: Partial<PanelRead<unknown>> = {}): PanelRead<unknown> {
  return {
    data: {},
    error: null,
    isLoading: false,
    isRefreshing: false,
    updatedAtMs: Date.now() - agoMs,
    nextAttemptAtMs: null,
    intervalMs: 60_000,
    cost: null,
    retry: () => {},
    ...change,
  };
}

it('each value states its age, and that it is stale once the exchange is silent', () => {
  installFakeDesk();
  const worth = { value: '10', scope: 'all of it', leftOut: [] } as const;
  const dead = { kind: 'unreachable', message: 'The line is dead.', isOutcomeUnknown: false } as const;
  renderPage(
    <ValuePanel
      total={{ value: '20', asOfMs: Date.now(), transit: [{ currency: 'USDT', amount: '5000' }] }}
      own={{ ...worth, read: readOf(40_000, { error: dead }) }}
      subs={{ ...worth, read: readOf(1000, { feed: { state: 'live', detail: null } }) }}
      currency="USDT"
      currencies={['USDT']}
      onCurrency={() => {}}
    />,
  );
  const titles = screen.getAllByRole('term').map(term => term.textContent);
  // the age grows while the page is drawn
  const stale: unknown = expect.stringMatching(/^Master account stale4\d s$/);
  expect(titles).toEqual(['Total NAV ', stale, 'Sub-accounts live']);
  expect(screen.getByText(/transfers in transit: \+5,000 USDT to sub-accounts/)).toBeTruthy();
});
