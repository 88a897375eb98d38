import type { DraftEdit } from '../model/ticket-draft.ts';
import type { QuickFix, ValidationError } from '../model/validation.ts';

/** The fields that several checks can put a value into. */
const sharedFields = [
  'price',
  'trigger',
  'size',
  'leverage',
  'visible',
] as const satisfies readonly (keyof DraftEdit)[];
type SharedField = (typeof sharedFields)[number];

function setsField({ edit }: QuickFix, field: SharedField): boolean {
  return edit[field] !== undefined;
}

function isAbout({ field: own, fixes }: ValidationError, field: SharedField): boolean {
  return own === field || fixes.some(fix => setsField(fix, field));
}

/**
 * The errors with at most one value for each field in their quick fixes: where several are offered, the first that
 * leaves no error of this field, beside the first of their errors. None where each value breaks another rule.
 * `errorsAfter`: the errors of the ticket with an edit.
 */
export function withAgreeingFixes(
  errors: readonly ValidationError[],
  errorsAfter: (edit: DraftEdit) => readonly ValidationError[],
): readonly ValidationError[] {
  return sharedFields.reduce((kept, field) => agreeOn(field, kept, errorsAfter), errors);
}

function agreeOn(
  field: SharedField,
  errors: readonly ValidationError[],
  errorsAfter: (edit: DraftEdit) => readonly ValidationError[],
): readonly ValidationError[] {
  const offered = errors.flatMap(({ fixes }) => fixes).filter(fix => setsField(fix, field));
  if (new Set(offered.map(({ edit }) => edit[field])).size < 2) return errors;
  const right = offered.find(({ edit }) => !errorsAfter(edit).some(each => isAbout(each, field)));
  const first = errors.find(({ fixes }) => fixes.some(fix => setsField(fix, field)));
  return errors.map(error => {
    const others = error.fixes.filter(fix => !setsField(fix, field));
    return { ...error, fixes: error === first && right !== undefined ? [right, ...others] : others };
  });
}
