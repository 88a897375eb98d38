import { divide, fromNumber, isNegative, multiply, subtract } from '#shared/decimal.ts';
import { LadderTemplate, mostTemplates } from '#shared/order-entry/ladder/ladder-template.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { midOf } from '#shared/order-entry/price-text.ts';
import { isRelative, readRangeText } from '#shared/order-entry/ladder/range-text.ts';
import { type LadderDraft, type LadderEdit, turned } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { t } from '#shared/words/t.ts';

export type MadeTemplate =
  | { readonly ok: true; readonly template: LadderTemplate }
  | { readonly ok: false; readonly reason: string };

interface Named {
  readonly scope: string;
  readonly name: string;
}

/** The shape as it is typed now; an end that is a price is kept as its distance from the middle of now. */
export function templateOf(draft: LadderDraft, facts: LadderFacts, { scope, name }: Named): MadeTemplate {
  const called = name.trim();
  if (called === '') return { ok: false, reason: t`Type a name for it.` };
  if (draft.rows !== null)
    return { ok: false, reason: t`The rows were edited manually. Reset to the range to save its shape.` };
  const [near, far] = [relative(draft.near, facts), relative(draft.far, facts)];
  if (near === null || far === null)
    return { ok: false, reason: t`The range cannot be measured from mid now. Type its ends as -0.5%.` };
  const { side, count, shape, skew } = draft;
  return { ok: true, template: { scope, name: called.slice(0, 30), side, near, far, count, shape, skew } };
}

const four = { scale: 4, rounding: 'half-even' } as const;

/** An end of the range that moves with the market; null: unknown. */
function relative(typed: string, { book }: LadderFacts): string | null {
  const reading = readRangeText(typed);
  if (reading.state !== 'read') return null;
  if (isRelative(reading.value)) return typed.trim();
  const { bid, ask } = touchOf(book);
  if (reading.value.kind !== 'fixed' || bid === null || ask === null) return null;
  const mid = midOf(bid, ask);
  const percent = divide(multiply(subtract(reading.value.price, mid), fromNumber(100)), mid, four);
  return isNegative(percent) ? `${percent}%` : `+${percent}%`;
}

/** What it makes of a ladder on that side. */
export function editOfTemplate(template: LadderTemplate, draft: LadderDraft, side: Side): LadderEdit {
  const { side: own, near, far, count, shape, skew } = template;
  const typed = { ...draft, side: own, near, far };
  return { near, far, ...turned(typed, side), count, shape, skew, side, rows: null };
}

/** As it is kept: not checked yet. */
type Kept = Readonly<Record<string, string>>;

const isOne = (a: Kept, { scope, name }: Named) => a['scope'] === scope && a['name'] === name;

/** The newest last, of one name only the newest; null: there are too many. */
export function withTemplate(all: readonly Kept[], added: LadderTemplate): Record<string, string>[] | null {
  const others = all.filter(each => !isOne(each, added));
  return others.length >= mostTemplates ? null : [...others, added];
}

export function withoutTemplate(all: readonly Kept[], gone: Named): Record<string, string>[] {
  return all.filter(each => !isOne(each, gone));
}

/** Those of one profile and kind of market; what is no template is left out. */
export function templatesOf(all: readonly Kept[], scope: string): readonly LadderTemplate[] {
  const read = all
    .map(each => LadderTemplate.safeParse(each))
    .flatMap(({ data }) => (data === undefined ? [] : [data]));
  return read.filter(each => each.scope === scope);
}
