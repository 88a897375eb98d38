import { formatDecimal, visibleText } from '#lib/format.ts';
import type { DeskChange } from '../model/changes.ts';
import { valueDecimals } from '../model/valuation.ts';
import { statusText } from '../table/account-words.ts';

type Teller = (change: DeskChange, currency: string) => string;

const tellers: Readonly<Record<DeskChange['kind'], Teller>> = {
  new: () => 'is new',
  gone: () => 'is not listed any more',
  renamed: ({ before }) => `was called ${visibleText(before)}`,
  status: ({ before, after }) => `${statusText(Number(before))} → ${statusText(Number(after))}`,
  access: ({ before, after }) => `access ${visibleText(before)} → ${visibleText(after)}`,
  remarks: ({ before, after }) => `remarks ${quoted(before)} → ${quoted(after)}`,
  figures: ({ after }) => (after === 'known' ? 'its figures are back' : 'its figures are not told any more'),
  balance: (change, currency) =>
    `balance jumped ${movedText(change, currency)} (${visibleText(change.before)} → ${visibleText(change.after)})`,
};

/** A change as half a sentence; the account's name stands before it. */
export function changeText(change: DeskChange, currency: string): string {
  return tellers[change.kind](change, currency);
}

function quoted(text: string): string {
  return text === '' ? 'none' : `“${visibleText(text)}”`;
}

function movedText({ moved }: DeskChange, currency: string): string {
  if (moved === null) return '';
  const decimals = valueDecimals(currency);
  return `${formatDecimal(moved, { isSigned: true, minimumDecimals: decimals, maximumDecimals: decimals })} ${currency}`;
}
