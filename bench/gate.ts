import { createGate, type Handlers } from '#ipc/gate.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { compare, quantile } from './measure.ts';
import type { Metric } from './metric.ts';
import { silentLog } from './silent-log.ts';

/** What the gate of the page adds to a call: origin, pace, size and both schemas. The handler does nothing. */
const callCount = 10_000;
const mostAddedMicroseconds = 50;

const topics = Array.from({ length: 30 }, (_, index) => ({
  venue: 'spot',
  serves: { kind: 'book', symbol: `COIN${index}-USDT`, interval: null },
  label: `order book COIN${index}-USDT`,
  state: 'live',
  lastMessageAtMs: 1_700_000_000_000 + index,
  detail: null,
}));
const watches = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT'].map(symbol => ({
  kind: 'book',
  venue: 'spot',
  symbol,
  rows: 20,
  step: null,
  periodMs: 0,
}));

interface Asked {
  readonly name: 'watch.set' | 'feeds.read';
  readonly input: unknown;
  readonly value: unknown;
}

/** One call whose input is the larger part and one whose answer is. */
const asked: readonly Asked[] = [
  { name: 'watch.set', input: { profileId: 'desk', watches, isRepeat: false }, value: {} },
  { name: 'feeds.read', input: { profileId: 'desk' }, value: topics },
];

type Ask = (call: Asked) => Promise<unknown>;

function createGates(): { readonly bare: Ask; readonly gated: Ask } {
  const handlers = Object.fromEntries(
    asked.map(({ name, value }) => [name, async (_input: unknown): Promise<unknown> => ({ ok: true, value })]),
  );
  // a clock on which no call comes too soon
  let atMs = 0;
  const nowMs = (): number => {
    atMs += 1000;
    return atMs;
  };
  const sender = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other call is asked
  const all = handlers as unknown as Handlers;
  const gate = createGate({
    handlers: all,
    windowOf: from => (from === sender ? mainWindowId : null),
    log: silentLog,
    nowMs,
  });
  return {
    bare: ({ name, input }) => handlers[name]?.(input) ?? Promise.resolve(),
    gated: ({ name, input }) => gate(name, input, sender),
  };
}

async function p95(ask: Ask): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < callCount; index += 1) {
    const call = asked[index % asked.length];
    if (call === undefined) throw new Error('there is nothing to ask');
    const startedAt = performance.now();
    await ask(call);
    took.push((performance.now() - startedAt) * 1000);
  }
  return quantile(took, 0.95);
}

export async function measureGate(): Promise<Metric> {
  const { bare, gated } = createGates();
  for (const call of asked) {
    const [ours, theirs] = [await gated(call), await bare(call)];
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(`${call.name} was not answered`);
  }
  const { ours, peer } = await compare({ ours: () => p95(gated), peer: () => p95(bare) });
  return {
    metric: 'a call through the gate, p95 (µs)',
    ours: Number(ours.toFixed(2)),
    peer: Number(peer.toFixed(2)),
    peerName: 'the bare handler',
    ratio: ours / peer,
    goal: `<= ${mostAddedMicroseconds} µs more`,
    met: ours - peer <= mostAddedMicroseconds,
  };
}
