import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { PrivacyButton } from './privacy-button.tsx';

afterEach(cleanup);

it('privacy button states the level and how to get to the next one', () => {
  installFakeDesk();
  renderPage(<PrivacyButton />);
  const name = 'Privacy: All values are shown. Click or Ctrl+Shift+H for the next level.';
  expect(screen.getByRole('button', { name })).toBeTruthy();
});
