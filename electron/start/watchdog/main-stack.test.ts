import { describe, expect, it } from 'vitest';
import { exitMain, type MainThreadSession, readMainStack } from './main-stack.ts';

/** A session whose main thread answers as the test says. */
function createFakeSession(
  onPost: (method: string, emit: (event: string, message: unknown) => void) => void = () => {},
) {
  const steps: string[] = [];
  const listeners = new Map<string, (message: unknown) => void>();
  const session: MainThreadSession = {
    connectToMainThread: () => void steps.push('connect'),
    post: (method, parameters) => {
      steps.push(parameters === undefined ? method : `${method} ${JSON.stringify(parameters)}`);
      onPost(method, (event, message) => listeners.get(event)?.(message));
    },
    on: (event, listener) => void listeners.set(event, listener),
    disconnect: () => void steps.push('disconnect'),
  };
  return { session, steps };
}

function throwNoInspector(): never {
  throw new Error('no inspector');
}

const wait = () => new Promise<void>(resolve => void setImmediate(resolve));
const frame = (functionName: string, scriptId: string, lineNumber: number) => ({
  functionName,
  location: { scriptId, lineNumber },
});

describe('readMainStack', () => {
  it('names functions and files without folders or values, and lets the main thread continue', async () => {
    const { session, steps } = createFakeSession((method, emit) => {
      if (method === 'Debugger.enable')
        emit('Debugger.scriptParsed', { params: { scriptId: '7', url: 'file:///home/desk/dist/loop.js' } });
      if (method === 'Debugger.pause')
        emit('Debugger.paused', { params: { callFrames: [frame('spin', '7', 2), frame('', '8', 0)] } });
    });
    expect(await readMainStack({ createSession: () => session, wait })).toEqual([
      'spin (loop.js:3)',
      '(anonymous) (unknown:1)',
    ]);
    expect(steps).toEqual([
      'connect',
      'Debugger.enable',
      'Debugger.pause',
      'Debugger.resume',
      'Debugger.disable',
      'disconnect',
    ]);
  });

  it('answers null, and cancels the pause, when the main thread does not pause', async () => {
    const { session, steps } = createFakeSession();
    expect(await readMainStack({ createSession: () => session, wait })).toBeNull();
    expect(steps.slice(-2)).toEqual(['Debugger.disable', 'disconnect']);
  });

  it('answers null when the runtime has no inspector', async () => {
    const { session } = createFakeSession();
    const createSession = () => ({ ...session, connectToMainThread: throwNoInspector });
    expect(await readMainStack({ createSession, wait })).toBeNull();
  });
});

describe('exitMain', () => {
  it('exits the main thread with the code, and kills a process that continues', async () => {
    const { session, steps } = createFakeSession();
    await exitMain(3, () => void steps.push('kill'), { createSession: () => session, wait });
    expect(steps[1]).toMatch(/^Runtime\.evaluate .*process\.reallyExit\(3\)/);
    expect(steps.at(-1)).toBe('kill');
  });
});
