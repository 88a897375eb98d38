import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '#bridge/query-client.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { useNotices } from './use-notices.ts';

afterEach(cleanup);

function Notices() {
  useNotices();
  return <Toaster />;
}

it('notices show the messages of main from before the window and after it, each once (fault 39)', async () => {
  const info = { version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: ['damaged'] } as const;
  const desk = installFakeDesk({ 'app.info': always({ ...info, notices: [...info.notices] }) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Notices />
    </QueryClientProvider>,
  );
  await screen.findByText('damaged');
  await act(async () => desk.push('notices.changed', { notices: ['damaged', 'two orders are unknown'] }));
  await screen.findByText('two orders are unknown');
  expect(screen.getAllByText('damaged')).toHaveLength(1);
});
