/** Appends and forgets the oldest entries beyond `limit`, several at a time, because each cut moves the whole list. */
export function remember<T>(list: T[], entry: T, limit: number): readonly T[] {
  list.push(entry);
  return list.length > limit + Math.max(16, limit >> 3) ? list.splice(0, list.length - limit) : [];
}
