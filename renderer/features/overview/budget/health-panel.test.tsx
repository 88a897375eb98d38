import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { EndpointHealth } from '#shared/domain/health.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { HealthPanel } from './health-panel.tsx';

afterEach(cleanup);

const build = (label: string, change: Partial<EndpointHealth> = {}): EndpointHealth => ({
  venue: 'spot',
  label,
  pool: 'spot',
  weight: 2,
  lastOkAtMs: 1,
  p50Ms: 12,
  p95Ms: 40,
  answers: 3,
  errors: 0,
  lastError: null,
  weightAMinute: 6,
  ...change,
});

const report = {
  spentByReads: {},
  patientReads: [],
  lists: {},
  kept: { fromPanels: 0.5, fromPatient: 0.5 },
};

it('API status has a row menu and a filter, the endpoint with the most errors first', async () => {
  const endpoints = [build('GET /api/v1/orders'), build('GET /api/v1/fills', { errors: 2 })];
  installFakeDesk({ 'health.read': always({ ...report, endpoints }) });
  renderPage(<HealthPanel profileId="p" />);
  const table = await screen.findByRole('table', { name: 'Endpoints of the exchange' });
  const [, first] = within(table).getAllByRole('row');
  if (first === undefined) throw new Error('two endpoints are served');
  expect(first.textContent).toContain('v1/fills');
  fireEvent.contextMenu(first);
  const menu = await screen.findByRole('menu', { name: 'Row of Endpoints of the exchange' });
  expect(within(menu).getByRole('menuitem', { name: 'Copy id' })).toBeTruthy();
  expect(
    screen.getByRole('button', { name: '⋯ Filter, columns, views and files of Endpoints of the exchange' }),
  ).toBeTruthy();
});

it('API status sums weight and errors of marked endpoints, and never their latency', async () => {
  const endpoints = [build('GET /api/v1/orders'), build('GET /api/v1/fills', { errors: 2 })];
  installFakeDesk({ 'health.read': always({ ...report, endpoints }) });
  renderPage(<HealthPanel profileId="p" />);
  await screen.findByRole('table', { name: 'Endpoints of the exchange' });
  fireEvent.click(screen.getByRole('checkbox', { name: /all/i }));
  const { textContent } = screen.getByLabelText('Totals of the marked rows');
  expect(textContent).toContain('Weight/min 12, average 6');
  expect(textContent).toContain('Errors 2');
  expect(textContent).not.toContain('p50');
});
