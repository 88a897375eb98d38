import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { listen, useStream } from './stream.ts';
import { installFakeDesk } from './testing/fake-desk.ts';

afterEach(cleanup);

const payload = (activeId: string) => ({ profiles: [], activeId });

function Active() {
  return <p>active: {useStream('profiles.changed')?.activeId ?? 'nothing yet'}</p>;
}

it('shows the latest payload to everyone, and forgets it when nobody listens', () => {
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

it('hears every payload that keeps the contract, and none after undo', () => {
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
