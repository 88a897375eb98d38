/** Why a request must not be sent: the field and a sentence. Null when it may. */
export interface Breach {
  readonly field: string;
  readonly message: string;
}

type Rule = () => Breach | null;

/** The first breach counts; later rules may lean on earlier ones. */
export function firstBreach(rules: readonly Rule[]): Breach | null {
  for (const rule of rules) {
    const found = rule();
    if (found !== null) return found;
  }
  return null;
}

export function breach(field: string, message: string): Breach {
  return { field, message };
}
