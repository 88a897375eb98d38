import { frameOf, makeFeed, plainPicture, symbol } from '#bench/book-deltas.ts';

/**
 * The seeded walk of the other benches without an end: when it is through it begins again, with the numbers going on.
 * A change names a level's new size and not a difference, so a second round is as valid as the first.
 */
const levels = 1000;
const lap = 65_536;

const { image, deltas } = makeFeed({ levels, deltaCount: lap });
const firstSequence = deltas[0].sequenceEnd;

const changeAt = sequence => deltas[(sequence - firstSequence) % lap].changes[0];

/** A frame with holes for what is new in each lap: its number and its time. */
function moulds() {
  return deltas.map(delta => {
    const { data, ...head } = frameOf(delta);
    const [asks, bids] = [data.changes.asks, data.changes.bids].map(rows =>
      rows.map(([price, size]) => [price, size, '#']),
    );
    const numbered = { changes: { asks, bids }, sequenceEnd: '#', sequenceStart: '#', symbol, time: '@' };
    return JSON.stringify({ ...head, data: numbered }).split(/"#"|"@"/);
  });
}

/** Writes the increment with this number as the exchange does. */
export function createFrameWriter() {
  const ready = moulds();
  return (sequence, timeMs) => {
    const [a, b, c, d, e] = ready[(sequence - firstSequence) % lap];
    return `${a}"${sequence}"${b}${sequence}${c}${sequence}${d}${timeMs}${e}`;
  };
}

/** The book while the walk goes on: what a snapshot is made of. */
export function createBook() {
  const sides = { buy: new Map(image.bids), sell: new Map(image.asks) };
  let sequence = image.sequence;
  const sorted = (side, sign) => [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
  return {
    step() {
      sequence += 1;
      const { side, price, size } = changeAt(sequence);
      if (size === '0') sides[side].delete(price);
      else sides[side].set(price, size);
      return sequence;
    },
    snapshot: rows => ({
      time: Date.now(),
      sequence: String(sequence),
      bids: sorted(sides.buy, -1).slice(0, rows),
      asks: sorted(sides.sell, 1).slice(0, rows),
    }),
    sequence: () => sequence,
  };
}

/** The top of the book at a number by the plainest means; of many laps only the last changes of a level count. */
export function pictureAt(sequence, rows) {
  const last = [];
  for (let number = Math.max(firstSequence, sequence - lap + 1); number <= sequence; number += 1)
    last.push({ changes: [changeAt(number)] });
  return plainPicture({ image, deltas: last }, rows);
}
