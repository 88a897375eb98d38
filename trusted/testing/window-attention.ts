import { afterEach, beforeEach, vi } from 'vitest';

/** Whether the user looks at the window, as a test decides it. What a page listens to ends with its test. */
export interface WindowAttention {
  readonly setFocus: (hasFocus: boolean) => void;
  readonly setVisible: (isVisible: boolean) => void;
}

function endListenersWith(target: Window | Document, signal: AbortSignal): void {
  const add: typeof target.addEventListener = target.addEventListener.bind(target);
  vi.spyOn(target, 'addEventListener').mockImplementation(
    (name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions) => {
      add(name, listener, { ...(typeof options === 'object' ? options : { capture: options === true }), signal });
    },
  );
}

/** Call it once in a test file: before each test the window is visible and focused. */
export function testWithAttention(): WindowAttention {
  let hasFocus = true;
  let isVisible = true;
  let listening = new AbortController();
  beforeEach(() => {
    hasFocus = true;
    isVisible = true;
    listening = new AbortController();
    for (const target of [window, document]) endListenersWith(target, listening.signal);
    vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    listening.abort();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  return {
    setFocus: next => {
      hasFocus = next;
      dispatchEvent(new Event(next ? 'focus' : 'blur'));
    },
    setVisible: next => {
      isVisible = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
