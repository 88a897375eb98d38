import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noFilter } from './model/overseen-lines.ts';
import { useOverseerView } from './use-overseer-view.ts';

it('sub-accounts view keeps the baseline and the filter text of a profile when its workspace is left and shown again', () => {
  const first = renderHook(() => useOverseerView('p'));
  act(() => first.result.current.setSince('closed'));
  act(() => first.result.current.setFilter({ ...noFilter, text: 'grid' }));
  first.unmount();
  const second = renderHook(() => useOverseerView('p'));
  expect(second.result.current).toMatchObject({ since: 'closed', filter: { text: 'grid' } });
  expect(renderHook(() => useOverseerView('q')).result.current).toMatchObject({ since: 'session', filter: noFilter });
});
