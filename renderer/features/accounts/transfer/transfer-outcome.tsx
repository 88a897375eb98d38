import { ErrorDetail } from '#ui/panel/panel-failure.tsx';
import type { TransferStage } from './use-transfer.ts';

interface TransferOutcomeProps {
  readonly stage: TransferStage;
  /** amount and ends, as a phrase */
  readonly what: string;
  /** another account has a part in it: the user is asked in the trusted window before anything is sent */
  readonly isAsked: boolean;
}

/** What became of it, in words that never claim more than is known. */
export function TransferOutcome({ stage, what, isAsked }: TransferOutcomeProps) {
  if (stage.kind === 'sending')
    return (
      <p className="notice" role="status">
        {isAsked ? 'Fathom asks in a window of its own; nothing is sent before you agree there. ' : null}
        Moving {what}. It is sent once.
      </p>
    );
  if (stage.kind === 'checking')
    return (
      <div className="notice notice-warning" role="status">
        <p>
          Checking: the answer was lost, so {what} may or may not have been moved. Fathom is looking into the ledger of
          the exchange; nothing is sent again.
        </p>
        <ErrorDetail error={stage.error} />
      </div>
    );
  if (stage.kind === 'absent')
    return (
      <p className="notice notice-warning" role="status">
        Not moved: the ledger of the exchange does not have {what}. It is safe to try again.
      </p>
    );
  return (
    <p className="notice" role="status">
      Moved {what}.
    </p>
  );
}
