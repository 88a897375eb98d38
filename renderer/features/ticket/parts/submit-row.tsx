import { keyLabel } from '#lib/keys/keyboard.ts';
import { Button } from '#ui/form/button.tsx';
import type { TicketSummary } from '../checks/summary.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { requestText } from '../model/order-texts.ts';
import { mayGoAtOnce, findValidationError, type Ticket } from '../use-ticket.ts';
import { t } from '#shared/words/t.ts';

interface SubmitRowProps {
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
}

/** About two lines of the button. */
const mostLetters = 60;

/** The missing or wrong entry, or the required change when that is long: it is above the button in full. */
function missingOf({ validationErrors: [first], validationError }: TicketSummary, facts: TicketFacts): string | null {
  const isLong = first !== undefined && first.text.length > mostLetters;
  return facts.validationError ?? (isLong ? first.title : validationError);
}

/** The button says what it will do, or what is missing; beside it the arming. */
export function SubmitRow({ ticket, summary }: SubmitRowProps) {
  const { review, facts, arming } = ticket;
  if (facts === null) return null;
  const { isArmed } = arming;
  if (review !== null) {
    const { request } = review.summary;
    return (
      <footer className="ticket-submit">
        <Button onPress={ticket.back}>{t`Back`}</Button>
        <Button variant="primary" disabledReason={findValidationError(review, facts)} onPress={ticket.submit}>
          {request === null ? t`Send` : requestText(request, review.facts.terms)} <kbd>{keyLabel('Ctrl-Enter')}</kbd>
        </Button>
      </footer>
    );
  }
  const sendsAtOnce = isArmed && mayGoAtOnce(summary);
  const words = summary.request === null ? null : requestText(summary.request, facts.terms);
  const missing = missingOf(summary, facts);
  return (
    <footer className="ticket-submit">
      <Button
        size="small"
        isPressed={isArmed}
        label={
          isArmed ? t`Armed for ${arming.secondsLeft} s more. Press to disarm` : t`Arm: one click sends without review`
        }
        disabledReason={facts.book.state === 'live' ? null : t`Not armed while the book is not live`}
        onPress={arming.toggle}
      >
        {isArmed
          ? t`ARMED ${Math.floor(arming.secondsLeft / 60)}:${String(arming.secondsLeft % 60).padStart(2, '0')}`
          : t`Arm`}
      </Button>
      <Button variant="primary" disabledReason={summary.validationError} onPress={ticket.submit}>
        {missing ?? (sendsAtOnce ? words : t`Review: ${words ?? ''}`)} <kbd>{keyLabel('Ctrl-Enter')}</kbd>
      </Button>
    </footer>
  );
}
