/** A book as two sorted arrays of whole ticks, best first, with the sizes beside them. */
const ticksPerUnit = 10;

function createSide(sign) {
  const ticks = [];
  const sizes = [];
  const find = tick => {
    let [low, high] = [0, ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sign * ticks[middle] < sign * tick) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    set(price, size) {
      const tick = Math.round(price * ticksPerUnit);
      const at = find(tick);
      const isThere = ticks[at] === tick;
      if (Number(size) === 0) {
        if (isThere) ticks.splice(at, 1);
        if (isThere) sizes.splice(at, 1);
      } else if (isThere) sizes[at] = size;
      else {
        ticks.splice(at, 0, tick);
        sizes.splice(at, 0, size);
      }
    },
    top(rows) {
      let total = 0;
      return ticks.slice(0, rows).map((tick, index) => {
        total += Number(sizes[index]);
        return { price: String(tick / ticksPerUnit), size: sizes[index], total: total.toFixed(4) };
      });
    },
  };
}

/** `apply` takes `[isBid, price, size]`; `rows` are a side's best levels with their running total. */
export function createSortedBook() {
  const sides = { bids: createSide(-1), asks: createSide(1) };
  return {
    load({ bids, asks }) {
      for (const [price, size] of bids) sides.bids.set(price, size);
      for (const [price, size] of asks) sides.asks.set(price, size);
    },
    apply: ([isBid, price, size]) => (isBid ? sides.bids : sides.asks).set(price, size),
    top(rows) {
      const [bids, asks] = [sides.bids.top(rows), sides.asks.top(rows)];
      return { bids, asks, largest: Math.max(Number(bids.at(-1)?.total), Number(asks.at(-1)?.total)) };
    },
  };
}

/** As a picture is packed in the other benches. */
export function packTop({ bids, asks }) {
  const pack = rows => rows.map(({ price, size }) => `${price}|${size}`).join(';');
  return { bids: pack(bids), asks: pack(asks) };
}
