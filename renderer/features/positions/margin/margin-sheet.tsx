import { type ReactNode, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { type FuturesContract, leastMarginXbt, type Position } from '#shared/domain/market/futures.ts';
import { positionName, sideField } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { useJudgedAct } from '#bridge/acts/use-judged-act.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { ActSheet } from '#ui/overlay/act-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { MarginFields, type MarginFieldsProps, type MarginFieldWords } from './margin-fields.tsx';
import { editDraft, emptyDraft, summariseMargin } from './margin-form.ts';
import { addWords, GoneNotice, MarginReceipt, missingOf } from './margin-outcome.tsx';
import { isMargined, type MarginPreview } from './margin-preview.ts';
import { PositionLine, PreviewFacts } from './preview-facts.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { useFreeMargin } from './use-free-margin.ts';
import { t } from '#shared/words/t.ts';

interface MarginSheetProps {
  readonly profile: Profile;
  /** as it is now; gone, as it was */
  readonly position: Position;
  readonly isGone: boolean;
  /** leads to taking margin out */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

/** Adds margin by hand to one isolated position: amount or wished price, preview, confirm, outcome. */
export function MarginSheet(props: MarginSheetProps) {
  const { profile, position, onClose } = props;
  const contract = useRead('contracts.read', { profileId: profile.id, symbol: position.symbol });
  if (contract.data !== undefined) return <ReadySheet {...props} contract={contract.data} />;
  return (
    <Sheet title={t`Add margin · ${positionName(position)}`} profile={profile} onClose={onClose} read={contract} />
  );
}

interface ReadySheetProps extends MarginSheetProps {
  readonly contract: FuturesContract;
}

/** One bizNo for the life of the sheet: the exchange applies it once (docs/exchange/endpoints.md §9.2). */
function ReadySheet({ profile, position, isGone, contract, aside, onClose }: ReadySheetProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [sent, setSent] = useState<{ readonly amount: Decimal; readonly preview: MarginPreview } | null>(null);
  const act = useAct('positions.addMargin', profile.id, []);
  const { symbol, positionSide, settleCurrency: currency } = position;
  const name = positionName(position);
  const available = useFreeMargin(profile.id, currency);
  const summary = summariseMargin(draft, { position, contract, available });
  const money = { currency, amount: summary.amount ?? '0' };
  const policy = useJudgedAct(profile.id, { kind: 'move-margin', money, isAdding: true });
  const send = async () => {
    const { amount, preview } = summary;
    // after a lost answer the same amount again, whatever the form says
    const wanted = act.stage.kind === 'absent' || amount === null || preview === null ? sent : { amount, preview };
    if (wanted === null) return;
    setSent(wanted);
    await act.send({
      profileId: profile.id,
      symbol,
      ...sideField(positionSide),
      amount: wanted.amount,
      bizNo: act.mark,
    });
  };
  return (
    <ActSheet
      title={t`Add margin · ${name}`}
      profile={profile}
      stage={act.stage}
      label={summary.amount === null ? t`Add` : t`Add ${formatDecimal(summary.amount)} ${currency}`}
      missing={missingOf(isGone, summary)}
      policy={policy}
      words={addWords(sent === null ? t`The margin` : `${formatDecimal(sent.amount)} ${currency}`, name)}
      aside={aside}
      receipt={
        <MarginReceipt
          position={act.stage.kind === 'done' ? act.stage.value : position}
          preview={sent?.preview ?? null}
        />
      }
      // what is reviewed is what goes: a room that is wished for would follow mark
      onReview={() => setDraft(editDraft(draft, { kind: 'amount', text: summary.amount ?? '' }))}
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked, review }) => (
        <Form
          words={addFieldWords(available, currency)}
          draft={draft}
          summary={summary}
          facts={{ position, contract, available }}
          isLocked={isLocked}
          isGone={isGone}
          onEdit={edit => setDraft(editDraft(draft, edit))}
          onSubmit={review}
        />
      )}
    </ActSheet>
  );
}

function addFieldWords(available: Decimal | null, currency: string): MarginFieldWords {
  const unknown = t`Free margin is not known`;
  const free = available === null ? unknown : t`Free: ${formatDecimal(available)} ${currency}`;
  return {
    amount: t`Amount to add`,
    hint: t`${free}. At least the worth of ${leastMarginXbt} XBT`,
    share: t`of free`,
    shareOf: t`what is free`,
    unknown,
  };
}

/** What is typed, what it does, and what it would do in worse markets. */
function Form({ isGone, ...fields }: MarginFieldsProps & { readonly isGone: boolean }) {
  const { position, contract, available } = fields.facts;
  const { amount, preview } = fields.summary;
  return (
    <>
      {isGone ? <GoneNotice /> : <PositionLine position={position} />}
      <MarginFields {...fields} />
      <PreviewFacts position={position} preview={preview} available={available} tickSize={contract.tickSize} />
      {isMargined(position) ? (
        <ScenarioTable position={position} contract={contract} amount={amount} available={available} />
      ) : null}
    </>
  );
}
