import type * as z from 'zod/mini';
import type { CallName, CallOutput, EventName, EventPayload } from '#shared/contract.ts';
import { firstCalls, firstEvents } from '#shared/first-contract.ts';
import { afterFirstBook } from './opening/book-first.ts';

type CallSchemas = { readonly [N in CallName]: { readonly output: z.ZodMiniType<CallOutput<N>> } };
type EventSchemas = { readonly [N in EventName]: { readonly payload: z.ZodMiniType<EventPayload<N>> } };

/** What is known of the contract: its first part at once, all of it as soon as it has been read. */
let known: { readonly calls: Partial<CallSchemas>; readonly events: Partial<EventSchemas> } = {
  calls: firstCalls,
  events: firstEvents,
};
let loading: Promise<{ readonly calls: CallSchemas; readonly events: EventSchemas }> | undefined;

/** All of the contract: a chunk of its own, that the first book does not wait for. Read once. */
export function loadContract(): Promise<{ readonly calls: CallSchemas; readonly events: EventSchemas }> {
  loading ??= readContract();
  return loading;
}

async function readContract() {
  await afterFirstBook();
  const whole = await import('#shared/contract.ts');
  known = whole;
  return whole;
}

/** The schema of an answer; undefined until the contract has been loaded. */
export function knownOutput<N extends CallName>(name: N): z.ZodMiniType<CallOutput<N>> | undefined {
  const calls: Partial<CallSchemas> = known.calls;
  return calls[name]?.output;
}

/** The schema of an event; undefined until the contract has been loaded. */
export function knownPayload<N extends EventName>(name: N): z.ZodMiniType<EventPayload<N>> | undefined {
  const events: Partial<EventSchemas> = known.events;
  return events[name]?.payload;
}
