/** Books that differ a little from one to the next: what the depth charts of the bench draw, one after the other. */
export function depthBooks({ levels, count }) {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const someSize = () => (next() * 5 + 0.01).toFixed(4);
  const side = sign =>
    Array.from({ length: levels }, (_, rank) => [(50_000 + sign * (rank * 5 + 2.5)).toFixed(1), someSize()]);
  const [bids, asks] = [side(-1), side(1)];
  return Array.from({ length: count }, () => {
    for (const rows of [bids, asks])
      for (let index = 0; index < rows.length; index += 1) if (next() < 0.2) rows[index] = [rows[index][0], someSize()];
    return { symbol: 'BTC-USDT', step: '5', bids: [...bids], asks: [...asks] };
  });
}

/** The points of a depth curve by the plainest means: every level of both sides, lowest price first. */
export function plainPoints({ bids, asks }) {
  const grow = (rows, key) => {
    let total = 0;
    return rows.map(([price, size]) => {
      total += Number(size);
      return { price: Number(price), bid: null, ask: null, [key]: total };
    });
  };
  return [...grow(bids, 'bid').toReversed(), ...grow(asks, 'ask')];
}

/** Draws one after the other, as far apart as asked, and waits for the last to have been painted. */
export async function drawInTurn(frames, draw, periodMs) {
  for (const frame of frames) {
    draw(frame);
    await new Promise(resolve => setTimeout(resolve, periodMs));
  }
}

export const box = { width: 640, height: 360 };
