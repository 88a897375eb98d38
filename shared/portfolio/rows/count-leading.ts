/** How many items at the start of a list fulfil a condition that no later item fulfils again; by bisection. */
export function countLeading<T>(items: readonly T[], isLeading: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (items.slice(middle, middle + 1).some(isLeading)) low = middle + 1;
    else high = middle;
  }
  return low;
}
