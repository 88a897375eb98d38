import { t } from '#shared/words/t.ts';
/** The exchange's codes in words (docs/exchange/records.md §10.4); a code nobody has explained stays a code. */
const statusTexts: ReadonlyMap<number, string> = new Map([
  [2, 'enabled'],
  [3, 'frozen'],
]);
const typeTexts: ReadonlyMap<number, string> = new Map([
  [0, 'normal'],
  [1, 'robot'],
  [2, 'novice'],
  [5, t`asset mgmt`],
]);

export function statusText(status: number): string {
  return statusTexts.get(status) ?? t`status ${status}`;
}

export function typeText(type: number): string {
  return typeTexts.get(type) ?? t`type ${type}`;
}
