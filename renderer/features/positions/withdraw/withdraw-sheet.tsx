import { type ReactNode, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { positionName, sideField } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useJudgedAction } from '#bridge/actions/use-judged-action.ts';
import { useCompleteContract } from '#bridge/actions/use-market-rules.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { ActionSheet, type ActionTexts } from '#ui/overlay/action-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { MarginFields, type MarginFieldsProps, type MarginFieldTexts } from '../margin/margin-fields.tsx';
import { editDraft, emptyDraft } from '../margin/margin-form.ts';
import { PositionClosedNotice, MarginReceipt, disabledReasonOf } from '../margin/margin-outcome.tsx';
import { isMargined, type MarginPreview } from '../margin/margin-preview.ts';
import { PositionLine, PreviewFacts } from '../margin/preview-facts.tsx';
import { ScenarioTable } from '../margin/scenario-table.tsx';
import { useFreeMargin } from '../margin/use-free-margin.ts';
import { summariseWithdrawal } from './withdraw-form.ts';
import { t } from '#shared/words/t.ts';

interface WithdrawSheetProps {
  readonly profile: Profile;
  /** the present position; when closed, its last state */
  readonly position: Position;
  readonly isClosed: boolean;
  /** leads back to adding */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

/** Takes margin out of one isolated position: amount, preview, confirm, outcome. */
export function WithdrawSheet(props: WithdrawSheetProps) {
  const { profile, position, onClose } = props;
  const contract = useCompleteContract(profile.id, position.symbol);
  if (contract.data !== undefined) return <ReadySheet {...props} contract={contract.data} />;
  return (
    <Sheet title={t`Remove margin · ${positionName(position)}`} profile={profile} onClose={onClose} read={contract} />
  );
}

function wordsOf(what: string, symbol: string): ActionTexts {
  return {
    sending: t`Removing ${what}. Sent once.`,
    checking: t`Outcome unknown: no response received. ${what} may have been removed. Fathom checks at the exchange and sends nothing again.`,
    absent: t`The exchange has not removed ${what}. You can send it again.`,
    done: t`Removed ${what} from ${symbol}.`,
  };
}

interface ReadySheetProps extends WithdrawSheetProps {
  readonly contract: FuturesContract;
}

function ReadySheet({ profile, position, isClosed, contract, aside, onClose }: ReadySheetProps) {
  const { symbol, positionSide, settleCurrency: currency } = position;
  const name = positionName(position);
  const [draft, setDraft] = useState(emptyDraft);
  const [sent, setSent] = useState<{ readonly amount: Decimal; readonly preview: MarginPreview | null } | null>(null);
  const action = useAction('positions.withdrawMargin', profile.id, ['positions.mostToWithdraw']);
  const free = useFreeMargin(profile.id, currency);
  const most = useRead('positions.mostToWithdraw', { profileId: profile.id, symbol, ...sideField(positionSide) });
  const available = most.data?.amount ?? null;
  const summary = summariseWithdrawal(draft, { position, contract, most: available });
  const money = { currency, amount: summary.amount ?? '0' };
  const policy = useJudgedAction(profile.id, { kind: 'move-margin', money, isAdding: false });
  const send = async () => {
    // after a lost answer the same amount again, whatever the field says
    const { amount: typed, preview } = summary;
    const wanted = action.stage.kind === 'absent' || typed === null ? sent : { amount: typed, preview };
    if (wanted === null) return;
    setSent(wanted);
    const withdrawal = { id: action.mark, symbol, ...sideField(positionSide), amount: wanted.amount };
    await action.send({ profileId: profile.id, withdrawal });
  };
  return (
    <ActionSheet
      title={t`Remove margin · ${name}`}
      profile={profile}
      stage={action.stage}
      isDangerous
      label={t`Remove ${summary.amount === null ? '' : formatDecimal(summary.amount)} ${currency}`}
      disabledReason={disabledReasonOf(isClosed, summary)}
      policy={policy}
      texts={wordsOf(sent === null ? t`The margin` : `${formatDecimal(sent.amount)} ${currency}`, name)}
      receipt={
        isClosed ? <PositionClosedNotice /> : <MarginReceipt position={position} preview={sent?.preview ?? null} />
      }
      // the reviewed amount is sent: a target distance would follow the mark price
      onReview={() => setDraft(editDraft(draft, { kind: 'amount', text: summary.amount ?? '' }))}
      aside={aside}
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked, review }) => (
        <Form
          words={fieldWords(available, currency)}
          draft={draft}
          summary={summary}
          facts={{ position, contract, available }}
          isLocked={isLocked}
          onEdit={edit => setDraft(editDraft(draft, edit))}
          onSubmit={review}
          most={most}
          free={free}
          isClosed={isClosed}
        />
      )}
    </ActionSheet>
  );
}

interface FormProps extends MarginFieldsProps {
  readonly most: Read<unknown>;
  /** in the futures wallet of the settlement currency; null: not known */
  readonly free: Decimal | null;
  readonly isClosed: boolean;
}

/** What is typed, what it does, and what it would do in worse markets. */
function Form({ most, free, isClosed, ...fields }: FormProps) {
  const { position, contract, available } = fields.facts;
  const { amount, preview } = fields.summary;
  return (
    <>
      {isClosed ? <PositionClosedNotice /> : <PositionLine position={position} />}
      {most.error === null ? null : <ErrorStrip error={most.error} read={most} />}
      <MarginFields {...fields} />
      <PreviewFacts position={position} preview={preview} available={free} tickSize={contract.tickSize} />
      {isMargined(position) ? (
        <ScenarioTable position={position} contract={contract} amount={amount} available={available} isTaking />
      ) : null}
    </>
  );
}

function fieldWords(most: Decimal | null, currency: string): MarginFieldTexts {
  const unknown = t`The removable margin is not loaded yet`;
  return {
    amount: t`Amount to remove`,
    hint: most === null ? unknown : t`At most ${formatDecimal(most)} ${currency} can be removed now`,
    share: t`of max.`,
    shareOf: t`removable margin`,
    unknown,
  };
}
