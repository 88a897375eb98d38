import { type ReactNode, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { positionName, sideField } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { useJudgedAct } from '#bridge/acts/use-judged-act.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { ActSheet, type ActWords } from '#ui/overlay/act-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { MarginFields, type MarginFieldsProps, type MarginFieldWords } from '../margin/margin-fields.tsx';
import { editDraft, emptyDraft } from '../margin/margin-form.ts';
import { GoneNotice, MarginReceipt, missingOf } from '../margin/margin-outcome.tsx';
import { isMargined, type MarginPreview } from '../margin/margin-preview.ts';
import { PositionLine, PreviewFacts } from '../margin/preview-facts.tsx';
import { ScenarioTable } from '../margin/scenario-table.tsx';
import { useFreeMargin } from '../margin/use-free-margin.ts';
import { summariseWithdrawal } from './withdraw-form.ts';
import { t } from '#shared/words/t.ts';

interface WithdrawSheetProps {
  readonly profile: Profile;
  /** as it is now; gone, as it was */
  readonly position: Position;
  readonly isGone: boolean;
  /** leads back to adding */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

/** Takes margin out of one isolated position: amount, preview, confirm, outcome. */
export function WithdrawSheet(props: WithdrawSheetProps) {
  const { profile, position, onClose } = props;
  const contract = useRead('contracts.read', { profileId: profile.id, symbol: position.symbol });
  if (contract.data !== undefined) return <ReadySheet {...props} contract={contract.data} />;
  return (
    <Sheet title={t`Take margin out · ${positionName(position)}`} profile={profile} onClose={onClose} read={contract} />
  );
}

function wordsOf(what: string, symbol: string): ActWords {
  return {
    sending: t`Taking out ${what}. It is sent once.`,
    checking: t`Checking: the answer was lost, so ${what} may or may not have been taken out. Fathom is asking the exchange; nothing is sent again.`,
    absent: t`The exchange has not taken out ${what}. You may send it again.`,
    done: t`Took ${what} out of ${symbol}.`,
  };
}

function ReadySheet({
  profile,
  position,
  isGone,
  contract,
  aside,
  onClose,
}: WithdrawSheetProps & { readonly contract: FuturesContract }) {
  const { symbol, positionSide, settleCurrency: currency } = position;
  const name = positionName(position);
  const [draft, setDraft] = useState(emptyDraft);
  const [sent, setSent] = useState<{ readonly amount: Decimal; readonly preview: MarginPreview | null } | null>(null);
  const act = useAct('positions.withdrawMargin', profile.id, ['positions.mostToWithdraw']);
  const free = useFreeMargin(profile.id, currency);
  const most = useRead('positions.mostToWithdraw', { profileId: profile.id, symbol, ...sideField(positionSide) });
  const available = most.data?.amount ?? null;
  const summary = summariseWithdrawal(draft, { position, contract, most: available });
  const money = { currency, amount: summary.amount ?? '0' };
  const policy = useJudgedAct(profile.id, { kind: 'move-margin', money, isAdding: false });
  const send = async () => {
    // after a lost answer the same amount again, whatever the field says
    const { amount: typed, preview } = summary;
    const wanted = act.stage.kind === 'absent' || typed === null ? sent : { amount: typed, preview };
    if (wanted === null) return;
    setSent(wanted);
    const { amount } = wanted;
    await act.send({ profileId: profile.id, withdrawal: { id: act.mark, symbol, ...sideField(positionSide), amount } });
  };
  return (
    <ActSheet
      title={t`Take margin out · ${name}`}
      profile={profile}
      stage={act.stage}
      isDangerous
      label={t`Take out ${summary.amount === null ? '' : formatDecimal(summary.amount)} ${currency}`}
      missing={missingOf(isGone, summary)}
      policy={policy}
      words={wordsOf(sent === null ? t`The margin` : `${formatDecimal(sent.amount)} ${currency}`, name)}
      receipt={isGone ? <GoneNotice /> : <MarginReceipt position={position} preview={sent?.preview ?? null} />}
      // what is reviewed is what goes: a room that is wished for would follow mark
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
          isGone={isGone}
        />
      )}
    </ActSheet>
  );
}

interface FormProps extends MarginFieldsProps {
  readonly most: Read<unknown>;
  /** in the futures wallet of the settlement currency; null: not known */
  readonly free: Decimal | null;
  readonly isGone: boolean;
}

/** What is typed, what it does, and what it would do in worse markets. */
function Form({ most, free, isGone, ...fields }: FormProps) {
  const { position, contract, available } = fields.facts;
  const { amount, preview } = fields.summary;
  return (
    <>
      {isGone ? <GoneNotice /> : <PositionLine position={position} />}
      {most.error === null ? null : <ErrorStrip error={most.error} read={most} />}
      <MarginFields {...fields} />
      <PreviewFacts position={position} preview={preview} available={free} tickSize={contract.tickSize} />
      {isMargined(position) ? (
        <ScenarioTable position={position} contract={contract} amount={amount} available={available} isTaking />
      ) : null}
    </>
  );
}

function fieldWords(most: Decimal | null, currency: string): MarginFieldWords {
  const unknown = t`How much may be taken out has not arrived`;
  return {
    amount: t`Amount to take out`,
    hint: most === null ? unknown : t`The exchange lets go of ${formatDecimal(most)} ${currency} at most now`,
    share: t`of the most`,
    shareOf: t`what may be taken out`,
    unknown,
  };
}
