import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { StressRow } from '#shared/risk/stress-test.ts';
import { buildMargin } from '#shared/risk/testing/risk-units.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { StressTestTable } from './stress-test-table.tsx';

afterEach(() => {
  setPrivacy('off');
  cleanup();
});

const unit = { ...buildMargin(), name: 'ETH-USDT isolated' };
const cell = {
  by: '-0.1',
  value: '12345678',
  change: '0',
  worst: { unit, ratio: '0.8' },
  liquidated: [unit],
  nearest: '-0.02',
} as const;
const shown = () => screen.getByRole('row', { name: /BTC/ });
const rows: readonly StressRow[] = [{ coin: 'BTC', cells: [cell] }];

it('stress test hides results, zeros and names at the highest privacy level', () => {
  installFakeDesk({});
  renderPage(
    <StressTestTable rows={rows} coin={null} moves={['-0.1']} isWorth={false} onLookAt={() => {}} menu={[]} />,
  );
  expect(shown().textContent).toContain('1 liq.');
  act(() => setPrivacy('all'));
  const [result] = shown().querySelectorAll('td');
  expect(result?.textContent).not.toMatch(/\d/);
  expect(result?.title).not.toContain('ETH-USDT');
  expect(result?.className).toBe('');
});

it('stress test defines each price move and each coin', () => {
  installFakeDesk({});
  renderPage(
    <StressTestTable rows={rows} coin={null} moves={['-0.1']} isWorth={false} onLookAt={() => {}} menu={[]} />,
  );
  expect(screen.getByRole('columnheader', { name: '−10 %' }).title).toMatch(/^Price move/);
  expect(screen.getByRole('button', { name: 'BTC' }).title).toBe('Only the price of BTC moves');
});
