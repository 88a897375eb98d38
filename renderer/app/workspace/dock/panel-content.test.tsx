import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { PanelContent } from './panel-content.tsx';

afterEach(cleanup);

it('panel shows a placeholder while its code is loading', () => {
  installFakeDesk();
  renderPage(<PanelContent name="archive" profile={buildProfile()} market={{ venue: 'spot', symbol: 'BTC-USDT' }} />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});
