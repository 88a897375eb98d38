import type { DraftEdit, DraftField } from './ticket-draft.ts';

/** What is wrong with a ticket, or worth a second look: what to change, figure and limit, and one press that mends it. */
export interface Issue {
  /** null: no field of the ticket mends it */
  readonly field: DraftField | null;
  /** what to change */
  readonly title: string;
  /** the figure and its limit */
  readonly text: string;
  readonly mends: readonly Mend[];
}

export interface Mend {
  readonly label: string;
  readonly edit: DraftEdit;
}

/** One issue; a mend that cannot be given is left out. */
export function issue(
  field: DraftField | null,
  { title, text }: Pick<Issue, 'title' | 'text'>,
  mends: readonly (Mend | null)[] = [],
): Issue {
  return { field, title, text, mends: mends.filter(mend => mend !== null) };
}
