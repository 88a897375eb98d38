import { Button } from '#ui/form/button.tsx';
import type { TicketSummary } from '../checks/summary.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { requestWords } from '../model/words.ts';
import { mayGoAtOnce, objectionTo, type Ticket } from '../use-ticket.ts';
import { t } from '#shared/words/t.ts';

interface SubmitRowProps {
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
}

/** About two lines of the button. */
const mostLetters = 60;

/** What is missing or wrong, or what to change where that is long: it stands above the button in full. */
function missingOf({ hard: [first], objection }: TicketSummary, facts: TicketFacts): string | null {
  const isLong = first !== undefined && first.text.length > mostLetters;
  return facts.objection ?? (isLong ? first.title : objection);
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
        <Button variant="primary" disabledReason={objectionTo(review, facts)} onPress={ticket.goOn}>
          {request === null ? t`Send` : requestWords(request, review.facts.terms)} <kbd>Ctrl-Enter</kbd>
        </Button>
      </footer>
    );
  }
  const sendsAtOnce = isArmed && mayGoAtOnce(summary);
  const words = summary.request === null ? null : requestWords(summary.request, facts.terms);
  const missing = missingOf(summary, facts);
  return (
    <footer className="ticket-submit">
      <Button
        size="small"
        isPressed={isArmed}
        label={
          isArmed
            ? t`Armed for ${arming.secondsLeft} s more. Press to disarm`
            : t`Arm: one press sends without a review`
        }
        disabledReason={facts.book.state === 'live' ? null : t`Not armed while the book is not live`}
        onPress={arming.toggle}
      >
        {isArmed
          ? t`ARMED ${Math.floor(arming.secondsLeft / 60)}:${String(arming.secondsLeft % 60).padStart(2, '0')}`
          : t`Arm`}
      </Button>
      <Button variant="primary" disabledReason={summary.objection} onPress={ticket.goOn}>
        {missing ?? (sendsAtOnce ? words : t`Review: ${words ?? ''}`)} <kbd>Ctrl-Enter</kbd>
      </Button>
    </footer>
  );
}
