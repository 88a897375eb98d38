type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function missingIn(example: Fields, answers: readonly Fields[], path: string): readonly string[] {
  return Object.entries(example).flatMap(([name, value]) => {
    const own = `${path}.${name}`;
    const received = answers.filter(answer => name in answer).map(answer => answer[name]);
    return received.length === 0 ? [own] : missingAmong(value, received, own);
  });
}

/** What one of the answers at least must have; null and a list without rows are not compared. */
function missingAmong(example: unknown, answers: readonly unknown[], path: string): readonly string[] {
  const received = answers.filter(answer => answer !== null);
  if (example === null || received.length === 0) return [];
  const kind = kindOf(example);
  const wrong = received.find(answer => kindOf(answer) !== kind);
  if (wrong !== undefined) return [`${path} is a ${kindOf(wrong)}, not a ${kind}`];
  if (Array.isArray(example)) {
    const rows = received.flat();
    return rows.length === 0 ? [] : example.flatMap(row => missingAmong(row, rows, `${path}[]`));
  }
  return isFields(example) ? missingIn(example, received.filter(isFields), path) : [];
}

/**
 * Fields of an example that an answer does not have, and those of another JSON type; what the answer adds is its own.
 */
export function missingFields(example: unknown, answer: unknown): readonly string[] {
  return [...new Set(missingAmong(example, [answer], ''))];
}
