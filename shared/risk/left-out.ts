/** What a total omits, and why: it is shown beside the total, never inside it as a guess. */
export interface LeftOut {
  readonly what: string;
  /** a sentence */
  readonly reason: string;
}

/** The same thing is left out of a total once, whatever it was needed for. */
export function distinct(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return [...new Map(leftOut.map(each => [`${each.what} ${each.reason}`, each])).values()];
}

/** What was built, apart from what could not be. */
export function sift<T extends object>(
  parts: readonly (T | LeftOut)[],
): { readonly built: readonly T[]; readonly leftOut: readonly LeftOut[] } {
  const isLeftOut = (part: T | LeftOut): part is LeftOut => 'reason' in part;
  return {
    built: parts.filter((part): part is T => !isLeftOut(part)),
    leftOut: parts.filter(isLeftOut),
  };
}
