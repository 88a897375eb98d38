import { Worker } from 'node:worker_threads';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { fail } from '#shared/errors.ts';
import type { CallHandler, Shell } from '#shell/shell.ts';
import { parseOwn } from '../own-json.ts';
import type { CancelTimes, FromThread, Round, ThreadData, ToThread } from './thread-messages.ts';

export interface RoundOutcome {
  readonly cancels: readonly CancelTimes[];
  readonly callsSent: number;
  readonly callsAnswered: number;
}

/** A window whose page is a thread: its calls arrive as text, in order and whatever main does, as a browser's do. */
export interface ThreadWindow {
  readonly shell: Shell;
  /** Starts the page. */
  readonly start: (data: ThreadData) => void;
  readonly play: (round: Round) => Promise<RoundOutcome>;
}

const page = {};

export function createThreadWindow(): ThreadWindow {
  let handler: CallHandler | null = null;
  let worker: Worker | null = null;
  let over: ((outcome: RoundOutcome) => void) | null = null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToThread): void => worker?.postMessage(message);
  const hear = (message: FromThread): void => {
    if (message.kind === 'round-over') over?.(message);
    else void answer(message.text);
  };
  const answer = async (text: string): Promise<void> => {
    const [number, name, input] = parseOwn<readonly [number, string, unknown]>(text);
    const result = (await handler?.(name, input, page)) ?? fail('closed', 'The bench is not ready yet.');
    send({ kind: 'answer', number, text: JSON.stringify(result) });
  };
  return {
    start: workerData => {
      worker = new Worker(new URL('page-thread.ts', import.meta.url), { workerData });
      worker.on('message', hear);
      worker.on('error', cause => {
        throw cause;
      });
    },
    play: round =>
      new Promise(resolve => {
        over = resolve;
        send(round);
      }),
    shell: {
      kind: 'chromium',
      open: async () => {},
      publish: async () => null,
      onCall: taken => {
        handler = taken;
      },
      windowOf: sender => (sender === page ? mainWindowId : null),
      openPanelWindow: async () => {},
      closePanelWindow: async () => {},
      onPanelWindow: () => () => {},
      openTrusted: () => Promise.reject(new Error('the bench has no trusted window')),
      screenshot: async () => {},
      onClosed: () => () => {},
      onEmergency: () => () => {},
      focus: () => {},
      close: async () => void (await worker?.terminate()),
    },
  };
}
