import type * as z from 'zod/mini';
import type { CallName, CallOutput, EventName, EventPayload } from '#shared/contract.ts';
import { firstAnswers, firstPayloads } from '#shared/domain/answers/first-answers.ts';
import { afterDeferral } from './reads/deferral.ts';

type CallSchemas = { readonly [N in CallName]: { readonly output: z.ZodMiniType<CallOutput<N>> } };
type EventSchemas = { readonly [N in EventName]: { readonly payload: z.ZodMiniType<EventPayload<N>> } };
interface Contract {
  readonly calls: CallSchemas;
  readonly events: EventSchemas;
}

const early: {
  readonly answers: { readonly [N in CallName]?: CallSchemas[N]['output'] };
  readonly payloads: { readonly [N in EventName]?: EventSchemas[N]['payload'] };
} = { answers: firstAnswers, payloads: firstPayloads };
/** All of the contract; undefined until it has been read. */
let whole: Contract | undefined;
let loading: Promise<Contract> | undefined;

/** All of the contract: a deferred chunk of its own. Read once. */
export function loadContract(): Promise<Contract> {
  loading ??= readContract();
  return loading;
}

async function readContract(): Promise<Contract> {
  await afterDeferral();
  whole = await import('#shared/contract.ts');
  return whole;
}

/** The schema of an answer; undefined until it has been loaded. */
export function knownOutput<N extends CallName>(name: N): z.ZodMiniType<CallOutput<N>> | undefined {
  return whole?.calls[name].output ?? early.answers[name];
}

/** The schema of an event; undefined until it has been loaded. */
export function knownPayload<N extends EventName>(name: N): z.ZodMiniType<EventPayload<N>> | undefined {
  return whole?.events[name].payload ?? early.payloads[name];
}
