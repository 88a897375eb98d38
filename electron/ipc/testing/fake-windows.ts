import { fail } from '#shared/errors.ts';
import type { PanelWindows } from '../panel-windows.ts';

/** For tests: there are no windows but the main one, and none can be opened. */
export function createFakeWindows(): PanelWindows {
  return {
    self: () => null,
    restore: async () => [],
    open: async () => fail('internal', 'The window did not open.'),
    close: async () => {},
    focus: () => {},
  };
}
