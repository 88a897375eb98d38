import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { loadContract } from '../contract.ts';

// how long a test waits for what must come; on a machine that others use as well a second is not always enough
configure({ asyncUtilTimeout: 15_000 });

// a window has read all of the contract long before the first action
await loadContract();

// the page of the tests has no layout, so nothing is at any of its points
if (!('elementsFromPoint' in document)) Object.assign(document, { elementsFromPoint: () => [] });

// a lazy part whose file is still loading would fail after its test file has ended
afterAll(() => vi.dynamicImportSettled());
