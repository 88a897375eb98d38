/** A map that lets the oldest go when there are too many: what comes from outside must not fill the memory. */
export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly has: (key: K) => boolean;
  /** makes it the newest, whether it was there or not */
  readonly set: (key: K, value: V) => void;
  readonly delete: (key: K) => boolean;
  /** oldest first */
  readonly values: () => Iterable<V>;
  readonly size: () => number;
}

export function createBoundedMap<K, V>(most: number): BoundedMap<K, V> {
  const map = new Map<K, V>();
  return {
    get: key => map.get(key),
    has: key => map.has(key),
    set(key, value) {
      map.delete(key);
      map.set(key, value);
      if (map.size <= most) return;
      for (const oldest of map.keys()) {
        map.delete(oldest);
        return;
      }
    },
    delete: key => map.delete(key),
    values: () => map.values(),
    size: () => map.size,
  };
}
