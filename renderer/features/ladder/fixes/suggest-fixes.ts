import { compare, isPositive } from '#shared/decimal.ts';
import { mostRungs, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import type { LadderDraft, LadderEdit, RowText } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { isBeyondBand, isTooLarge, policyKinds } from './policy-kinds.ts';
import { leastAt, marketKinds, type FixKind, wouldTake } from './rung-kinds.ts';
import { t } from '#shared/words/t.ts';

/** One press that puts something right. */
export interface LadderFix {
  readonly label: string;
  readonly edit: LadderEdit;
}

/** One quick fix of one row: its new content. */
export interface RungFix {
  readonly label: string;
  readonly rungs: readonly Rung[];
}

/** A row of the grid; null: it cannot be read. */
export interface ReadRow extends RowText {
  readonly rung: Rung | null;
}

const kinds: readonly FixKind[] = [...marketKinds, ...policyKinds];

/** The fixed rung; null: it needs no fix, or nothing remains of it. */
function applyFix(kind: FixKind, rung: Rung, [draft, facts]: readonly [LadderDraft, LadderFacts]) {
  const then = kind.fixed(rung, draft, facts);
  const [first] = then;
  const isSame =
    then.length === 1 &&
    first !== undefined &&
    compare(first.price, rung.price) === 0 &&
    compare(first.size, rung.size) === 0;
  return isSame || then.some(({ price, size }) => !isPositive(price) || !isPositive(size)) ? null : then;
}

/** What can be put right in one row by one press; `count`: rows of the whole ladder. */
export function suggestRungFixes(rung: Rung, count: number, [draft, facts]: readonly [LadderDraft, LadderFacts]) {
  const fixes = kinds.flatMap((kind): readonly RungFix[] => {
    const then = applyFix(kind, rung, [draft, facts]);
    const [first] = then ?? [];
    if (then === null || first === undefined || count - 1 + then.length > mostRungs) return [];
    return [{ label: kind.ofRow(first, { count: then.length, terms: facts.terms }), rungs: then }];
  });
  return (['price', 'size'] as const).reduce<readonly RungFix[]>(
    (kept, field) => withOneValue(field, kept, { rung, isSettled: then => isSettled(field, then, [draft, facts]) }),
    fixes,
  );
}

/** Whether no fix would change this field of the rung again. */
function isSettled(field: keyof Rung, rung: Rung, context: readonly [LadderDraft, LadderFacts]): boolean {
  return kinds.every(kind => {
    const [then] = applyFix(kind, rung, context) ?? [];
    return then === undefined || compare(then[field], rung[field]) === 0;
  });
}

interface FixedField {
  readonly rung: Rung;
  readonly isSettled: (then: Rung) => boolean;
}

/** Of fixes with different values for one field, those whose value needs no further fix; all of them when none is. */
function withOneValue(field: keyof Rung, fixes: readonly RungFix[], { rung, isSettled: isRight }: FixedField) {
  const changes = ({ rungs: [then, second] }: RungFix) =>
    then !== undefined && second === undefined && compare(then[field], rung[field]) !== 0;
  const changing = fixes.filter(changes);
  const right = changing.filter(({ rungs: [then] }) => then !== undefined && isRight(then));
  return right.length === 0 ? fixes : fixes.filter(fix => !changes(fix) || right.includes(fix));
}

/** Rows that cannot be read stay as they are typed. */
export function textsOf(rows: readonly ReadRow[], change: (rung: Rung) => readonly Rung[]): readonly RowText[] {
  return rows.flatMap(({ price, size, rung }) =>
    (rung === null ? [{ price, size }] : change(rung)).map(then => ({ price: then.price, size: then.size })),
  );
}

interface DropKind {
  readonly isDropped: (rung: Rung, draft: LadderDraft, facts: LadderFacts) => boolean;
  readonly label: (count: number) => string;
}

const drops: readonly DropKind[] = [
  { isDropped: wouldTake, label: count => t`Remove ${count} that would execute` },
  {
    isDropped: ({ price, size }, _, { terms }) => compare(size, leastAt(price, terms)) < 0,
    label: count => t`Drop ${count} below the minimum`,
  },
  {
    // those that would take and must rest are dropped for that
    isDropped: (rung, draft, facts) => !draft.isPostOnly && isBeyondBand(rung, draft, facts),
    label: count => t`Drop ${count} beyond the price band`,
  },
  { isDropped: isTooLarge, label: count => t`Remove ${count} above the largest order` },
];

/** What can be put right by one press in all rows that need it, in the order of how little it changes. */
export function suggestFixes(rows: readonly ReadRow[], draft: LadderDraft, facts: LadderFacts): readonly LadderFix[] {
  const rungs = rows.flatMap(({ rung }) => (rung === null ? [] : [rung]));
  const isAnyTaking = rungs.some(rung => wouldTake(rung, draft, facts));
  const fixed = kinds.flatMap(kind => {
    const then = new Map(rungs.map(rung => [rung, applyFix(kind, rung, [draft, facts])]));
    const count = rungs.filter(rung => then.get(rung) !== null).length;
    const after = textsOf(rows, rung => then.get(rung) ?? [rung]);
    return count === 0 || after.length > Math.max(mostRungs, rows.length)
      ? []
      : [{ label: kind.ofAll(count), edit: { rows: after } }];
  });
  const dropped = drops.flatMap(({ isDropped, label }) => {
    const gone = new Set(rungs.filter(rung => isDropped(rung, draft, facts)));
    const kept = textsOf(rows, rung => (gone.has(rung) ? [] : [rung]));
    return gone.size === 0 ? [] : [{ label: label(gone.size), edit: { rows: kept } }];
  });
  return [
    ...(isAnyTaking && !draft.isPostOnly ? [{ label: t`All post-only`, edit: { isPostOnly: true } }] : []),
    ...fixed,
    ...dropped,
  ];
}
