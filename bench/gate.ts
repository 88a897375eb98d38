import { createGate } from '#ipc/gate.ts';
import { compare, quantile } from './measure.ts';

/** What the door to the page adds to a call: origin, pace, size and both schemas. The handler does nothing. */
const callCount = 10_000;
const mostAddedMicroseconds = 50;

const topics = Array.from({ length: 30 }, (_, index) => ({
  venue: 'spot',
  topic: `/market/level2:COIN${index}-USDT`,
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

/** One call whose input is the larger part and one whose answer is. */
const asked = [
  { name: 'watch.set', input: { profileId: 'desk', watches }, value: {} },
  { name: 'feeds.read', input: { profileId: 'desk' }, value: topics },
];

function doNothing() {}
const silent = { debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };

function createDoor() {
  const handlers = Object.fromEntries(asked.map(({ name, value }) => [name, async () => ({ ok: true, value })]));
  // a clock on which no call comes too soon
  let atMs = 0;
  const nowMs = () => {
    atMs += 1000;
    return atMs;
  };
  const sender = {};
  const gate = createGate({ handlers, isTrusted: from => from === sender, log: silent, nowMs });
  return { bare: ({ name, input }) => handlers[name](input), gated: ({ name, input }) => gate(name, input, sender) };
}

async function p95(ask) {
  const took = [];
  for (let index = 0; index < callCount; index += 1) {
    const call = asked[index % asked.length];
    const startedAt = performance.now();
    await ask(call);
    took.push((performance.now() - startedAt) * 1000);
  }
  return quantile(took, 0.95);
}

export async function measureGate() {
  const { bare, gated } = createDoor();
  for (const call of asked) {
    const [ours, theirs] = [await gated(call), await bare(call)];
    if (!ours.ok || JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(`${call.name} was not answered`);
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
