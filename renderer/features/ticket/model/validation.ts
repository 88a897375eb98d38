import type { DraftEdit, DraftField } from './ticket-draft.ts';

interface Finding {
  /** null: no field of the ticket can fix it */
  readonly field: DraftField | null;
  /** what to change */
  readonly title: string;
  /** the figure and its limit */
  readonly text: string;
  /** offered as buttons */
  readonly fixes: readonly QuickFix[];
}

/** Why the ticket cannot be sent. */
export interface ValidationError extends Finding {
  readonly severity: 'error';
}

/** What the user should read before sending. The ticket can be sent. */
export interface ValidationWarning extends Finding {
  readonly severity: 'warning';
}

export interface QuickFix {
  readonly label: string;
  readonly edit: DraftEdit;
}

type NewFinding = readonly [
  field: DraftField | null,
  texts: Pick<Finding, 'title' | 'text'>,
  /** null: there is no such fix */
  fixes?: readonly (QuickFix | null)[],
];

export function validationError(...[field, texts, fixes = []]: NewFinding): ValidationError {
  return { severity: 'error', field, ...texts, fixes: fixes.filter(fix => fix !== null) };
}

export function validationWarning(...[field, texts, fixes = []]: NewFinding): ValidationWarning {
  return { severity: 'warning', field, ...texts, fixes: fixes.filter(fix => fix !== null) };
}
