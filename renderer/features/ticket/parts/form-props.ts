import type { Market } from '#shared/domain/market/market.ts';
import type { TicketFigures } from '../model/figures.ts';
import type { DraftEdit, DraftField, TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

/** What every part of the form is given. */
export interface FormProps {
  readonly market: Market;
  readonly draft: TicketDraft;
  readonly edit: (edit: DraftEdit) => void;
  readonly facts: TicketFacts;
  readonly figures: TicketFigures;
  /** this field has an error */
  readonly isInvalid: (field: DraftField) => boolean;
}
