import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { StorageStatus } from '#shared/domain/storage.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { StatusBar } from './status-bar.tsx';

afterEach(cleanup);

const full: StorageStatus = {
  state: 'full',
  detail:
    'The disk is full: Fathom loads data and sends only cancels. Free space on the disk of /data; Fathom then continues.',
};
const well: StorageStatus = { state: 'ok', detail: '' };

function open(status: StorageStatus) {
  const desk = installFakeDesk({ 'storage.read': always(status) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StatusBar profileId="p" />
    </QueryClientProvider>,
  );
  return desk;
}

it('window shows that the disk is full and what still works, first in its line, with advice on hover (fault 12)', async () => {
  open(full);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The disk is full: Fathom loads data and sends only cancels.');
  expect(screen.getByRole('contentinfo').textContent?.startsWith('The disk is full')).toBe(true);
  fireEvent.mouseEnter(alert.closest('.tooltip-anchor') ?? document.body);
  expect(screen.getByRole('tooltip').textContent).toContain('Free space on the disk of /data');
});

it('window shows a full disk when that changes, and not after space is free again (fault 12)', async () => {
  const desk = open(well);
  await screen.findByText('connecting…');
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => desk.push('storage.changed', full));
  expect(screen.getByRole('alert').textContent).toContain('The disk is full');
  act(() => desk.push('storage.changed', well));
  expect(screen.queryByRole('alert')).toBeNull();
});
