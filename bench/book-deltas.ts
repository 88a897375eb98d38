/** A book around 50 000 on a tick of 0.1 and a seeded walk of single changes, most near the touch; shortest decimals. */
export function makeFeed({ levels, deltaCount }) {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const text = (side, rank) => String((side === 'buy' ? 500_000 - rank : 500_001 + rank) / 10);
  const someSize = () => String(Math.round(next() * 50_000 + 100) / 10_000);
  const side = name => Array.from({ length: levels }, (_, rank) => [text(name, rank), someSize()]);
  const image = { sequence: 1000, bids: side('buy'), asks: side('sell') };
  const deltas = Array.from({ length: deltaCount }, (_, index) => {
    const name = next() < 0.5 ? 'buy' : 'sell';
    const rank = 1 + Math.floor(next() ** 3 * (levels - 2));
    const size = next() < 0.3 ? '0' : someSize();
    const sequence = 1001 + index;
    return {
      sequenceStart: sequence,
      sequenceEnd: sequence,
      changes: [{ side: name, price: text(name, rank), size, sequence }],
    };
  });
  return { image, deltas };
}

export const symbol = 'BTC-USDT';

/** The same increment as the exchange writes it. */
export function frameOf({ sequenceStart, sequenceEnd, changes: [change] }) {
  const row = [change.price, change.size, String(change.sequence)];
  const isBid = change.side === 'buy';
  return {
    type: 'message',
    topic: `/market/level2:${symbol}`,
    subject: 'trade.l2update',
    data: {
      changes: { asks: isBid ? [] : [row], bids: isBid ? [row] : [] },
      sequenceEnd,
      sequenceStart,
      symbol,
      time: 1_700_000_000_000 + sequenceEnd,
    },
  };
}

/** The top after all increments by the plainest means there is, packed for the page: what a picture is held against. */
export function plainPicture({ image, deltas }, rows) {
  const sides = { buy: new Map(image.bids), sell: new Map(image.asks) };
  for (const { changes } of deltas) {
    for (const { side, price, size } of changes) {
      if (Number(size) === 0) sides[side].delete(price);
      else sides[side].set(price, size);
    }
  }
  const pack = (side, sign) =>
    [...side]
      .toSorted(([a], [b]) => sign * (Number(a) - Number(b)))
      .slice(0, rows)
      .map(level => level.join('|'))
      .join(';');
  return { bids: pack(sides.buy, -1), asks: pack(sides.sell, 1) };
}

export function assertEqual(ours, theirs) {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error('the two books differ after the same deltas');
}
