import { type ReactNode, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Failure } from '#shared/errors.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ErrorState } from '#ui/panel/panel-failure.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { MarginFields, type MarginFieldsProps } from './margin-fields.tsx';
import { editDraft, emptyDraft, type MarginSummary, summariseMargin } from './margin-form.ts';
import { MarginOutcome } from './margin-outcome.tsx';
import { isMargined, type MarginPreview } from './margin-preview.ts';
import { PositionLine, PreviewFacts } from './preview-facts.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { type AddMargin, type MarginStage, useAddMargin } from './use-add-margin.ts';
import { useFreeMargin } from './use-free-margin.ts';

interface MarginSheetProps {
  readonly profile: Profile;
  readonly position: Position;
  /** leads to taking margin out */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

/** Adds margin by hand to one isolated position: amount or wished price, preview, confirm, outcome. */
export function MarginSheet(props: MarginSheetProps) {
  const { profile, position, onClose } = props;
  const contract = useRead('contracts.read', { profileId: profile.id, symbol: position.symbol });
  const act = useAddMargin(profile.id, position.symbol);
  if (contract.data !== undefined) return <ReadySheet {...props} contract={contract.data} act={act} />;
  return (
    <Sheet title={`Add margin · ${position.symbol}`} profile={profile} onClose={onClose}>
      {contract.error === null ? <Skeleton rows={6} /> : <ErrorState error={contract.error} read={contract} />}
    </Sheet>
  );
}

interface ReadySheetProps extends MarginSheetProps {
  readonly contract: FuturesContract;
  readonly act: AddMargin;
}

function ReadySheet({ profile, position, contract, act, aside, onClose }: ReadySheetProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isConfirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<{ readonly amount: Decimal; readonly preview: MarginPreview } | null>(null);
  const available = useFreeMargin(profile.id, position.settleCurrency);
  const summary = summariseMargin(draft, { position, contract, available });
  const send = async ({ amount, preview }: MarginSummary) => {
    if (amount === null || preview === null) return;
    setSent({ amount, preview });
    setConfirming(false);
    await act.send(amount);
  };
  // what is reviewed is what goes: a room that is wished for would follow mark
  const review = () => {
    if (summary.amount === null) return;
    setDraft(editDraft(draft, { kind: 'amount', text: summary.amount }));
    setConfirming(true);
  };
  const actions = (
    <SheetActions
      stage={act.stage}
      summary={summary}
      currency={position.settleCurrency}
      isConfirming={isConfirming}
      aside={aside}
      onReview={review}
      onSend={() => send(summary)}
      onResend={() => (sent === null ? undefined : act.send(sent.amount))}
      onEdit={() => setConfirming(false)}
      onClose={onClose}
    />
  );
  return (
    <Sheet
      title={`Add margin · ${position.symbol}`}
      profile={profile}
      onClose={onClose}
      isLocked={act.stage.kind === 'sending'}
      actions={actions}
    >
      {act.stage.kind === 'editing' || act.stage.kind === 'refused' ? (
        <Form
          draft={draft}
          summary={summary}
          facts={{ position, contract, available }}
          isLocked={isConfirming}
          refusal={act.stage.kind === 'refused' ? act.stage.error : null}
          onEdit={edit => setDraft(editDraft(draft, edit))}
          onSubmit={review}
        />
      ) : (
        <MarginOutcome stage={act.stage} position={position} sent={sent} />
      )}
    </Sheet>
  );
}

interface FormProps extends MarginFieldsProps {
  readonly refusal: Failure | null;
}

/** What is typed, what it does, and what it would do in worse markets. */
function Form({ refusal, ...fields }: FormProps) {
  const { position, contract, available } = fields.facts;
  const { amount, preview } = fields.summary;
  return (
    <>
      <PositionLine position={position} />
      <MarginFields {...fields} />
      <PreviewFacts position={position} preview={preview} available={available} tickSize={contract.tickSize} />
      {isMargined(position) ? (
        <ScenarioTable position={position} contract={contract} amount={amount} available={available} />
      ) : null}
      {refusal === null ? null : <FailureNotice error={refusal} />}
    </>
  );
}

interface SheetActionsProps {
  readonly stage: MarginStage;
  readonly summary: MarginSummary;
  readonly currency: string;
  readonly isConfirming: boolean;
  readonly aside: ReactNode;
  readonly onReview: () => void;
  readonly onSend: () => Promise<unknown>;
  readonly onResend: () => Promise<unknown> | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function SheetActions(props: SheetActionsProps) {
  const { stage, summary } = props;
  if (stage.kind === 'sending')
    return (
      <Button isBusy variant="primary">
        Sending
      </Button>
    );
  if (stage.kind === 'done' || stage.kind === 'checking')
    return (
      <Button variant="primary" onPress={props.onClose}>
        Close
      </Button>
    );
  if (stage.kind === 'absent') {
    return (
      <>
        <Button onPress={props.onClose}>Close</Button>
        <Button variant="primary" onPress={props.onResend}>
          Send again
        </Button>
      </>
    );
  }
  const missing = summary.amount === null ? (summary.error ?? 'Type an amount or a price first') : null;
  const amountText = summary.amount === null ? '' : ` ${formatDecimal(summary.amount)} ${props.currency}`;
  return props.isConfirming ? (
    <>
      <Button onPress={props.onEdit} isFirst>
        Back
      </Button>
      <Button variant="primary" disabledReason={missing} onPress={props.onSend}>{`Add${amountText}`}</Button>
    </>
  ) : (
    <>
      {props.aside}
      <Button onPress={props.onClose}>Close</Button>
      <Button variant="primary" disabledReason={missing} onPress={props.onReview}>
        Review
      </Button>
    </>
  );
}
