import { expect, it } from 'vitest';
import { faultOf, RefusedStartError, unhandledFault } from './fault.ts';

it('start fault separates errors of the engine and of Node, and a rejected start is neither', () => {
  const cause = new Error('boom');
  expect(faultOf(unhandledFault('unhandledRejection', cause))).toEqual({ where: 'unhandledRejection', cause });
  expect(faultOf(cause)).toEqual({ where: 'engine', cause });
  expect(faultOf(unhandledFault('uncaughtException', 'words'))).toEqual({ where: 'uncaughtException', cause: 'words' });
  expect(unhandledFault('uncaughtException', 'words').message).toBe('words');
  expect(faultOf(new RefusedStartError('there is no such profile'))).toBeNull();
});
