import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '#shared/contract.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';

type Handlers = { [N in CallName]?: (input: CallInput<N>) => Result<CallOutput<N>> | Promise<Result<CallOutput<N>>> };

export interface FakeDesk {
  /** every call, oldest first */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** replaces what one call answers from now on */
  readonly answer: <N extends CallName>(name: N, handler: NonNullable<Handlers[N]>) => void;
  readonly push: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

/** For tests: a `window.desk` that answers from the given handlers. A call without one fails as `not-found`. */
export function installFakeDesk(handlers: Handlers = {}): FakeDesk {
  const known = new Map<string, (input: never) => unknown>(Object.entries(handlers));
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const calls: { name: string; input: unknown }[] = [];
  Object.defineProperty(window, 'desk', {
    configurable: true,
    value: {
      call: async (name: string, input: unknown) => {
        calls.push({ name, input });
        const handler = known.get(name);
        if (handler === undefined) return fail('not-found', `no answer for ${name}`);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page built this input for this very name
        return await handler(input as never);
      },
      on: (name: string, listener: (payload: unknown) => void) => {
        const heard = listeners.get(name) ?? new Set();
        listeners.set(name, heard.add(listener));
        return () => heard.delete(listener);
      },
    },
  });
  return {
    calls,
    answer: (name, handler) => known.set(name, handler),
    push: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
  };
}

/** For tests: a handler that always answers the same. */
export function always<T>(value: T): () => Result<T> {
  return () => succeed(value);
}
