import { createRandom, normal } from '../kernel/random.ts';

/** Minutes of one piece of a path. */
export const blockMinutes = 60;
const blocksADay = 24;

/** How far a value was from its last one: it returns to it over about this many days. */
const returnDays = 60;
const stay = Math.exp(-1 / returnDays);
/** uniform steps with a standard deviation of 1 */
const stepWidth = 2 * Math.sqrt(3);

/** A random walk into the past, in minutes before its end, where it is 0. Its standard deviation is 1 a day. */
export interface PricePath {
  /** the values at the minutes of the block with that number (0: the newest), the newest minute first, both ends included */
  block(number: number): Float64Array;
}

interface Bridge {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  /** standard deviation of a step */
  readonly deviation: number;
}

/** A walk from one value to another; both ends included. */
function walkBetween(seed: number, label: string, { from, to, steps, deviation }: Bridge): Float64Array {
  const random = createRandom(seed, label);
  const values = new Float64Array(steps + 1);
  let value = 0;
  for (let step = 1; step <= steps; step += 1) {
    value += (random.next() - 0.5) * stepWidth * deviation;
    values[step] = value;
  }
  const drift = (to - from - value) / steps;
  for (let step = 0; step <= steps; step += 1) values[step] = (values[step] ?? 0) + from + drift * step;
  return values;
}

/** Creates what is asked for and keeps some of it. */
export function remembering<Key, Value>(create: (key: Key) => Value, most: number): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return key => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= most) values.clear();
    const value = create(key);
    values.set(key, value);
    return value;
  };
}

const keptDays = 8;
const keptBlocks = 128;

/** The same seed and name give the same path, whichever block is asked for first. */
export function createPricePath(seed: number, name: string): PricePath {
  const daily = createRandom(seed, `past/${name}`);
  const knots = [0];
  const knotAt = (day: number): number => {
    while (knots.length <= day) knots.push((knots.at(-1) ?? 0) * stay + normal(daily));
    return knots[day] ?? 0;
  };
  const hoursOf = remembering(
    (day: number) =>
      walkBetween(seed, `past/${name}/${day}`, {
        from: knotAt(day),
        to: knotAt(day + 1),
        steps: blocksADay,
        deviation: 1 / Math.sqrt(blocksADay),
      }),
    keptDays,
  );
  const block = remembering((number: number) => {
    const hours = hoursOf(Math.floor(number / blocksADay));
    const hour = number % blocksADay;
    return walkBetween(seed, `past/${name}/block ${number}`, {
      from: hours[hour] ?? 0,
      to: hours[hour + 1] ?? 0,
      steps: blockMinutes,
      deviation: 1 / Math.sqrt(blocksADay * blockMinutes),
    });
  }, keptBlocks);
  return { block };
}
