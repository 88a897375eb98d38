/** A row with the time at which the exchange made it, epoch ms; null: the exchange does not state it. */
export interface Created {
  readonly createdAtMs: number | null;
}

/** For sorting: newest first; rows of unknown time last. */
export function newestFirst({ createdAtMs: a }: Created, { createdAtMs: b }: Created): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}
