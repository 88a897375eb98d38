import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { LinkStatus } from '#shared/domain/link.ts';
import { beatMs } from '#lib/frames/beat.ts';
import { listen, useStream } from './stream.ts';
import { installFakeDesk } from './testing/fake-desk.ts';

afterEach(cleanup);

const payload = (activeId: string) => ({ profiles: [], activeId });

function Active() {
  return <p>active: {useStream('profiles.changed')?.activeId ?? 'nothing yet'}</p>;
}

it('a stream shows the latest payload to every reader, and forgets it without readers', () => {
  const desk = installFakeDesk();
  const first = render(
    <>
      <Active />
      <Active />
    </>,
  );
  expect(screen.getAllByText('active: nothing yet')).toHaveLength(2);
  act(() => desk.push('profiles.changed', payload('a')));
  act(() => desk.push('profiles.changed', payload('b')));
  expect(screen.getAllByText('active: b')).toHaveLength(2);
  first.unmount();
  desk.push('profiles.changed', payload('c'));
  render(<Active />);
  expect(screen.getByText('active: nothing yet')).toBeTruthy();
});

it('a stream passes on every valid payload, and none after unsubscribing', () => {
  const desk = installFakeDesk();
  const heard: string[] = [];
  const undo = listen('profiles.changed', each => heard.push(each.activeId));
  desk.push('profiles.changed', payload('a'));
  // @ts-expect-error -- what a broken main would send
  desk.push('profiles.changed', { activeId: 4 });
  desk.push('profiles.changed', payload('b'));
  undo();
  desk.push('profiles.changed', payload('c'));
  expect(heard).toEqual(['a', 'b']);
});

const link = (state: 'reachable' | 'failing', lastOkAtMs: number): LinkStatus => ({
  profileId: 'p',
  hosts: [{ venue: 'spot', host: 'api.example', state, lastOkAtMs, roundTripMs: 5, lastError: null }],
  clock: { offsetMs: null, measuredAtMs: null, uncertaintyMs: null },
  pools: [],
});

function Line() {
  const host = useStream('link.changed')?.hosts[0];
  return <p>{host === undefined ? 'nothing yet' : `${host.state} ${host.lastOkAtMs}`}</p>;
}

it('a counting update waits for the next beat, a failing host does not', () => {
  vi.useFakeTimers({ now: 1000 });
  const desk = installFakeDesk();
  render(<Line />);
  act(() => desk.push('link.changed', link('reachable', 1)));
  expect(screen.getByText('reachable 1')).toBeTruthy();
  act(() => desk.push('link.changed', link('reachable', 2)));
  expect(screen.getByText('reachable 1')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(2 * beatMs));
  expect(screen.getByText('reachable 2')).toBeTruthy();
  act(() => desk.push('link.changed', link('failing', 2)));
  expect(screen.getByText('failing 2')).toBeTruthy();
  vi.useRealTimers();
});
