import * as z from 'zod/mini';
import type { CallInput, CallName, CallOfKind, CallOutput } from '#shared/contract.ts';
import { Failure } from '#shared/errors.ts';
import { BridgeError } from './bridge-error.ts';
import { knownOutput, loadContract } from './contract.ts';
import { desk } from './desk.ts';
import { takeEarly } from './reads/early-calls.ts';
import { t, translateMessages } from '#shared/words/t.ts';

/**
 * The calls whose outcome is unknown when their answer is lost: every write of the contract, which is loaded too late for
 * this. One that is missing or too many does not compile.
 */
const writes: Readonly<Record<CallOfKind<'write'>, true>> = {
  'orders.place': true,
  'orders.placeBatch': true,
  'orders.placeFuturesBatch': true,
  'orders.placeProtected': true,
  'orders.placeFutures': true,
  'orders.cancel': true,
  'orders.amend': true,
  'stops.place': true,
  'stops.placePair': true,
  'stops.cancel': true,
  'positions.addMargin': true,
  'contracts.change': true,
  'positions.withdrawMargin': true,
  'margin.place': true,
  'margin.cancel': true,
  'margin.cancelAll': true,
  'margin.borrow': true,
  'margin.repay': true,
  'killSwitch.fire': true,
  'timedCancel.change': true,
  'transfers.send': true,
};

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: Failure }),
]);

/**
 * Calls the main process. Resolves with the value of the contract for this name; every failure is thrown as a
 * BridgeError. Never retries: main retries reads, and writes are never retried.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const answer = Answer.safeParse(await send(name, input));
  if (!answer.success) throw unreadable(name, 'the answer is not a result');
  if (!answer.data.ok) throw new BridgeError(translateMessages('failure', answer.data.error));
  const output = knownOutput(name) ?? (await loadContract()).calls[name].output;
  const value = output.safeParse(answer.data.value);
  if (!value.success) throw unreadable(name, describe(value.error.issues[0]));
  return translateMessages(name, value.data);
}

async function send(name: CallName, input: unknown): Promise<unknown> {
  try {
    return await (takeEarly(name) ?? desk().call(name, input));
  } catch (cause) {
    const isWrite = Object.hasOwn(writes, name);
    const message = isWrite
      ? t`Fathom stopped during this action. It may have happened: check before you repeat it.`
      : t`Fathom has stopped. Start it again.`;
    throw new BridgeError({ kind: isWrite ? 'outcome-unknown' : 'closed', message, isOutcomeUnknown: isWrite }, cause);
  }
}

function unreadable(name: CallName, reason: string): BridgeError {
  const isOutcomeUnknown = Object.hasOwn(writes, name);
  return new BridgeError({ kind: 'internal', message: `${name}: ${reason}`, isOutcomeUnknown });
}

function describe(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  if (issue === undefined) return t`the answer broke the contract`;
  return t`the answer broke the contract at ${issue.path.map(String).join('.') || t`its root`} (${issue.message})`;
}
