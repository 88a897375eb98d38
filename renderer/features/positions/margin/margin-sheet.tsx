import { type ReactNode, useState } from 'react';
import { type Decimal, round } from '#shared/decimal.ts';
import { type FuturesContract, leastMarginXbt, type Position } from '#shared/domain/market/futures.ts';
import { positionName, sideField } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useJudgedAction } from '#bridge/actions/use-judged-action.ts';
import { useCompleteContract } from '#bridge/actions/use-market-rules.ts';
import { formatDecimal } from '#lib/format.ts';
import { moneyDigits } from '#lib/orders/stop-text.ts';
import { ActionSheet } from '#ui/overlay/action-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { MarginFields, type MarginFieldsProps, type MarginFieldTexts } from './margin-fields.tsx';
import { editDraft, emptyDraft, summariseMargin } from './margin-form.ts';
import { addMarginTexts, PositionClosedNotice, MarginReceipt, disabledReasonOf } from './margin-outcome.tsx';
import { isMargined, type MarginPreview } from './margin-preview.ts';
import { PositionLine, PreviewFacts } from './preview-facts.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { useFreeMargin } from './use-free-margin.ts';
import { t } from '#shared/words/t.ts';

interface MarginSheetProps {
  readonly profile: Profile;
  /** the present position; when closed, its last state */
  readonly position: Position;
  readonly isClosed: boolean;
  /** leads to taking margin out */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

/** Adds margin by hand to one isolated position: amount or target price, preview, confirmation, outcome. */
export function MarginSheet(props: MarginSheetProps) {
  const { profile, position, onClose } = props;
  const contract = useCompleteContract(profile.id, position.symbol);
  if (contract.data !== undefined) return <ReadySheet {...props} contract={contract.data} />;
  return (
    <Sheet title={t`Add margin · ${positionName(position)}`} profile={profile} onClose={onClose} read={contract} />
  );
}

interface ReadySheetProps extends MarginSheetProps {
  readonly contract: FuturesContract;
}

/** One bizNo for the life of the sheet: the exchange applies it once (docs/exchange/endpoints.md §9.2). */
function ReadySheet({ profile, position, isClosed, contract, aside, onClose }: ReadySheetProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [sent, setSent] = useState<{ readonly amount: Decimal; readonly preview: MarginPreview } | null>(null);
  const action = useAction('positions.addMargin', profile.id, []);
  const { symbol, positionSide, settleCurrency: currency } = position;
  const name = positionName(position);
  const available = useFreeMargin(profile.id, currency);
  const summary = summariseMargin(draft, { position, contract, available });
  const money = { currency, amount: summary.amount ?? '0' };
  const policy = useJudgedAction(profile.id, { kind: 'move-margin', money, isAdding: true });
  const send = async () => {
    const { amount, preview } = summary;
    // after a lost answer the same amount again, whatever the form says
    const wanted = action.stage.kind === 'absent' || amount === null || preview === null ? sent : { amount, preview };
    if (wanted === null) return;
    setSent(wanted);
    await action.send({
      profileId: profile.id,
      symbol,
      ...sideField(positionSide),
      amount: wanted.amount,
      bizNo: action.mark,
    });
  };
  return (
    <ActionSheet
      title={t`Add margin · ${name}`}
      profile={profile}
      stage={action.stage}
      label={summary.amount === null ? t`Add` : t`Add ${formatDecimal(summary.amount)} ${currency}`}
      disabledReason={disabledReasonOf(isClosed, summary)}
      policy={policy}
      texts={addMarginTexts(sent === null ? t`The margin` : `${formatDecimal(sent.amount)} ${currency}`, name)}
      aside={aside}
      receipt={
        <MarginReceipt
          position={action.stage.kind === 'done' ? action.stage.value : position}
          preview={sent?.preview ?? null}
        />
      }
      // the reviewed amount is sent: a target distance would follow the mark price
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
          isClosed={isClosed}
          onEdit={edit => setDraft(editDraft(draft, edit))}
          onSubmit={review}
        />
      )}
    </ActionSheet>
  );
}

function addFieldWords(available: Decimal | null, currency: string): MarginFieldTexts {
  const unknown = t`Available margin is unknown`;
  const free =
    available === null
      ? unknown
      : t`Available: ${formatDecimal(round(available, moneyDigits(currency), 'down'))} ${currency}`;
  return {
    amount: t`Amount to add`,
    // the exchange states a minimum for this currency only
    hint: currency === 'XBT' ? t`${free}. Minimum: ${leastMarginXbt} XBT` : free,
    share: t`of available`,
    shareOf: t`available`,
    unknown,
  };
}

/** What is typed, what it does, and what it would do in worse markets. */
function Form({ isClosed, ...fields }: MarginFieldsProps & { readonly isClosed: boolean }) {
  const { position, contract, available } = fields.facts;
  const { amount, preview } = fields.summary;
  return (
    <>
      {isClosed ? <PositionClosedNotice /> : <PositionLine position={position} />}
      <MarginFields {...fields} />
      <PreviewFacts position={position} preview={preview} available={available} tickSize={contract.tickSize} />
      {isMargined(position) ? (
        <ScenarioTable position={position} contract={contract} amount={amount} available={available} />
      ) : null}
    </>
  );
}
