import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { showRealFocus } from './chromium-trusted.ts';

it('gives the trusted page its real focus', async () => {
  const sent: unknown[] = [];
  const send = (...words: unknown[]) => Promise.resolve(sent.push(words));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is only handed on
  const page = { name: 'trusted' } as unknown as Page;
  const newCDPSession = (of: unknown): Promise<CDPSession> => {
    sent.push(of);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a session is used
    return Promise.resolve({ send } as unknown as CDPSession);
  };
  await showRealFocus({ newCDPSession }, page);
  expect(sent).toEqual([page, ['Emulation.setFocusEmulationEnabled', { enabled: false }]]);
});
