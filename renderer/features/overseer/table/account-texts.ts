import { t } from '#shared/words/t.ts';
/** The texts of the exchange's codes (docs/exchange/records.md §10.4); an unknown code stays a code. */
const statusTexts: ReadonlyMap<number, string> = new Map([
  [2, t`enabled`],
  [3, t`frozen`],
]);
const typeTexts: ReadonlyMap<number, string> = new Map([
  [0, t`normal`],
  [1, t`robot`],
  [2, t`novice`],
  [5, t`asset mgmt`],
]);

/** The word for a code; null: the exchange does not say it. */
export function codeText(code: number | null | undefined, toText: (code: number) => string): string | null {
  return code === null || code === undefined ? null : toText(code);
}

export function statusText(status: number): string {
  return statusTexts.get(status) ?? t`status ${status}`;
}

export function typeText(type: number): string {
  return typeTexts.get(type) ?? t`type ${type}`;
}
