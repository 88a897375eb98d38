import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { parseOwn } from '../own-json.ts';
import type { FloodCall } from './flood-calls.ts';
import type { CancelTimes, FromThread, Round, ThreadData, ToThread } from './thread-messages.ts';

/** The page of the bench, in a thread of its own: it floods main with calls and cancels orders meanwhile. */

const tickMs = 20;
const floodedBeforeMs = 1_500;
const cancelPauseMs = 70;
const calmMs = 40;
const calmPings = 3;
const longestCalmingMs = 20_000;

interface Answer {
  readonly ok: boolean;
  readonly value?: { readonly outcome?: string };
  readonly error?: { readonly kind: string; readonly message: string };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bench that starts this thread wrote it
const { calls } = workerData as ThreadData;
const waiting = new Map<number, (text: string) => void>();
let latest = 0;

const nowMs = (): number => performance.timeOrigin + performance.now();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (message: FromThread): void => parentPort?.postMessage(message);

function call(name: string, input: unknown): Promise<string> {
  latest += 1;
  const number = latest;
  return new Promise(resolve => {
    waiting.set(number, resolve);
    say({ kind: 'call', text: JSON.stringify([number, name, input]) });
  });
}

interface Flood {
  sent: number;
  answered: number;
  readonly stop: () => void;
}

/** Each call at its rate; what a late timer missed is sent with the next. */
function startFlood(): Flood {
  const startedAtMs = nowMs();
  const turns = calls.map(() => 0);
  const sendDue = (index: number, { name, inputs, perSecond }: FloodCall): void => {
    const due = Math.floor(((nowMs() - startedAtMs) / 1000) * perSecond);
    for (let turn = turns[index] ?? 0; turn < due; turn += 1) {
      flood.sent += 1;
      void call(name, inputs[turn % inputs.length]).then(() => (flood.answered += 1));
    }
    turns[index] = due;
  };
  const timer = setInterval(() => {
    for (const [index, each] of calls.entries()) sendDue(index, each);
  }, tickMs);
  const flood: Flood = { sent: 0, answered: 0, stop: () => clearInterval(timer) };
  return flood;
}

async function cancel({ profileId, symbol }: Round, orderId: string): Promise<CancelTimes> {
  const sentAtMs = nowMs();
  const text = await call('orders.cancel', { profileId, venue: 'spot', symbol, orderId });
  const answeredAtMs = nowMs();
  const answer = parseOwn<Answer>(text);
  return {
    orderId,
    sentAtMs,
    answeredAtMs,
    outcome: answer.value?.outcome ?? `${answer.error?.kind}: ${answer.error?.message}`,
  };
}

/** Waits until main answers at once again. */
async function calmDown(): Promise<void> {
  const giveUpAtMs = nowMs() + longestCalmingMs;
  for (let calm = 0; calm < calmPings && nowMs() < giveUpAtMs; ) {
    const sentAtMs = nowMs();
    await call('app.info', {});
    calm = nowMs() - sentAtMs < calmMs ? calm + 1 : 0;
    await wait(calmMs);
  }
}

async function playRound(round: Round): Promise<void> {
  const flood = round.isFlooded ? startFlood() : null;
  if (flood !== null) await wait(floodedBeforeMs);
  const cancels: Promise<CancelTimes>[] = [];
  for (const orderId of round.orderIds) {
    cancels.push(cancel(round, orderId));
    await wait(cancelPauseMs * (0.7 + 0.6 * Math.random()));
  }
  const times = await Promise.all(cancels);
  flood?.stop();
  const [callsSent, callsAnswered] = [flood?.sent ?? 0, flood?.answered ?? 0];
  await calmDown();
  say({ kind: 'round-over', cancels: times, callsSent, callsAnswered });
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'round') void playRound(message);
  else {
    waiting.get(message.number)?.(message.text);
    waiting.delete(message.number);
  }
});
