import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { fail } from '#shared/errors.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { chooseWorkspace } from './layout/workspace-list.ts';
import { useWorkspaces } from './use-workspaces.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useWorkspaceStore.setState(useWorkspaceStore.getInitialState());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const kept: ProfileWorkspaces = { activeId: 'risk', workspaces: [] };

function Window({ profileId }: { readonly profileId: string }) {
  const isKnown = useWorkspaces(profileId);
  const activeId = useWorkspaceStore(state => state.kept.activeId);
  return (
    <>
      <p>{isKnown ? activeId : 'not known'}</p>
      <Toaster />
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const choose = (id: string) => act(() => useWorkspaceStore.getState().change(old => chooseWorkspace(old, id)));

it('a workspace chosen before they were read stays chosen', async () => {
  installFakeDesk({ 'workspaces.read': always(kept), 'workspaces.save': always({}) });
  render(<Window profileId="p" />);
  choose('overseer');
  await pass(0);
  expect(screen.getByText('overseer')).toBeTruthy();
});

it('workspaces are restored from the profile, and changes are stored, not every step of them', async () => {
  const desk = installFakeDesk({ 'workspaces.read': always(kept), 'workspaces.save': always({}) });
  render(<Window profileId="p" />);
  expect(screen.getByText('not known')).toBeTruthy();
  await pass(0);
  expect(screen.getByText('risk')).toBeTruthy();
  expect(desk.calls.map(({ name }) => name)).toEqual(['workspaces.read']);
  for (const id of ['desk', 'overseer', 'desk']) choose(id);
  await pass(2000);
  const saved = desk.calls.filter(({ name }) => name === 'workspaces.save').map(({ input }) => input);
  expect(saved).toEqual([
    { profileId: 'p', kept: { activeId: 'desk', workspaces: [] } },
    { profileId: 'p', kept: { activeId: 'desk', workspaces: [] } },
  ]);
});

it('a profile without workspaces starts with Trading, and does not see those of another profile', async () => {
  const desk = installFakeDesk({
    'workspaces.read': ({ profileId }) => always(profileId === 'p' ? kept : null)(),
    'workspaces.save': always({}),
  });
  const { rerender } = render(<Window profileId="p" />);
  await pass(0);
  rerender(<Window profileId="q" />);
  expect(screen.getByText('not known')).toBeTruthy();
  await pass(0);
  expect(screen.getByText('desk')).toBeTruthy();
  choose('overseer');
  await pass(2000);
  expect(desk.calls.at(-1)?.input).toEqual({ profileId: 'q', kept: { activeId: 'overseer', workspaces: [] } });
});

it('an error in reading or storing workspaces is reported once, and the window continues', async () => {
  installFakeDesk({
    'workspaces.read': () => fail('storage', 'The folder is gone.'),
    'workspaces.save': () => fail('storage', 'The disk is full.'),
  });
  render(<Window profileId="p" />);
  await pass(0);
  expect(screen.getByText('desk')).toBeTruthy();
  expect(screen.getByText('Workspaces could not be loaded: The folder is gone.')).toBeTruthy();
  choose('risk');
  await pass(1000);
  choose('desk');
  await pass(1000);
  expect(screen.getAllByText('Workspaces could not be saved: The disk is full.')).toHaveLength(1);
});
