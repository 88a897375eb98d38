import * as z from 'zod/mini';
import type { CallInput, CallName, CallOutput } from '#shared/contract.ts';
import { Failure } from '#shared/errors.ts';
import { BridgeError } from './bridge-error.ts';
import { knownOutput, loadContract } from './contract.ts';
import { desk } from './desk.ts';
import { takeEarly } from './opening/early-calls.ts';
import { t, told } from '#shared/words/t.ts';

/** Calls that change something. When the door breaks under one of them, nobody knows whether it happened. */
const writes: ReadonlySet<CallName> = new Set<CallName>([
  'orders.place',
  'orders.placeBatch',
  'orders.placeFutures',
  'orders.placeFuturesBatch',
  'orders.placeProtected',
  'orders.amend',
  'orders.cancel',
  'stops.place',
  'stops.placePair',
  'stops.cancel',
  'positions.addMargin',
  'margin.place',
  'margin.cancel',
  'margin.cancelAll',
  'margin.borrow',
  'margin.repay',
  'transfers.send',
]);

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: Failure }),
]);

/**
 * Asks the main process. Resolves with the value that the contract promises for this name; every failure is thrown as a
 * BridgeError. Never retries: main retries reads, and nobody retries a write.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const answer = Answer.safeParse(await send(name, input));
  if (!answer.success) throw unreadable(name, 'the answer is not a result');
  if (!answer.data.ok) throw new BridgeError(told('failure', answer.data.error));
  const output = knownOutput(name) ?? (await loadContract()).calls[name].output;
  const value = output.safeParse(answer.data.value);
  if (!value.success) throw unreadable(name, describe(value.error.issues[0]));
  return told(name, value.data);
}

async function send(name: CallName, input: unknown): Promise<unknown> {
  try {
    return await (takeEarly(name) ?? desk().call(name, input));
  } catch (cause) {
    const isWrite = writes.has(name);
    const message = isWrite
      ? t`Fathom stopped during this action. It may have happened: check before you repeat it.`
      : t`Fathom has stopped. Start it again.`;
    throw new BridgeError({ kind: isWrite ? 'outcome-unknown' : 'closed', message, isOutcomeUnknown: isWrite }, cause);
  }
}

function unreadable(name: CallName, reason: string): BridgeError {
  const isOutcomeUnknown = writes.has(name);
  return new BridgeError({ kind: 'internal', message: `${name}: ${reason}`, isOutcomeUnknown });
}

function describe(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  if (issue === undefined) return t`the answer broke the contract`;
  return t`the answer broke the contract at ${issue.path.map(String).join('.') || t`its root`} (${issue.message})`;
}
