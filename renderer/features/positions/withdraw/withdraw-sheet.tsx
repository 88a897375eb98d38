import { type ReactNode, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { ActSheet, type ActWords } from '#ui/overlay/act-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { ErrorState, ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { PreviewFacts } from '../margin/preview-facts.tsx';
import { useFreeMargin } from '../margin/use-free-margin.ts';
import { summariseWithdrawal } from './withdraw-form.ts';

interface WithdrawSheetProps {
  readonly profile: Profile;
  readonly position: Position;
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
    <Sheet title={`Take margin out · ${position.symbol}`} profile={profile} onClose={onClose}>
      {contract.error === null ? <Skeleton rows={6} /> : <ErrorState error={contract.error} read={contract} />}
    </Sheet>
  );
}

function wordsOf(what: string, symbol: string): ActWords {
  return {
    sending: `Taking out ${what}. It is sent once.`,
    checking: `Checking: the answer was lost, so ${what} may or may not have been taken out. Fathom is asking the exchange; nothing is sent again.`,
    absent: `The exchange has not taken out ${what}. You may send it again.`,
    done: `Took ${what} out of ${symbol}.`,
  };
}

function ReadySheet({
  profile,
  position,
  contract,
  aside,
  onClose,
}: WithdrawSheetProps & { readonly contract: FuturesContract }) {
  const { symbol, settleCurrency: currency } = position;
  const [typed, setTyped] = useState('');
  const [sentAmount, setSentAmount] = useState<Decimal | null>(null);
  const act = useAct('positions.withdrawMargin', profile.id, ['positions.mostToWithdraw']);
  const available = useFreeMargin(profile.id, currency);
  const most = useRead('positions.mostToWithdraw', { profileId: profile.id, symbol });
  const summary = summariseWithdrawal(typed, { position, contract, most: most.data?.amount ?? null });
  const send = async () => {
    // after a lost answer the same amount again, whatever the field says
    const amount = act.stage.kind === 'absent' ? sentAmount : summary.amount;
    if (amount === null) return;
    setSentAmount(amount);
    await act.send({ profileId: profile.id, withdrawal: { id: act.mark, symbol, amount } });
  };
  return (
    <ActSheet
      title={`Take margin out · ${symbol}`}
      profile={profile}
      stage={act.stage}
      isDangerous
      label={`Take out ${summary.amount === null ? '' : formatDecimal(summary.amount)} ${currency}`}
      missing={summary.amount === null ? (summary.error ?? 'Type an amount first') : null}
      words={wordsOf(sentAmount === null ? 'The margin' : `${formatDecimal(sentAmount)} ${currency}`, symbol)}
      aside={aside}
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked, review }) => (
        <>
          <AmountField
            typed={typed}
            error={summary.error}
            currency={currency}
            most={most}
            isLocked={isLocked}
            onType={setTyped}
            onSubmit={review}
          />
          <PreviewFacts
            position={position}
            preview={summary.preview}
            available={available}
            tickSize={contract.tickSize}
          />
        </>
      )}
    </ActSheet>
  );
}

interface AmountFieldProps {
  readonly typed: string;
  readonly error: string | null;
  readonly currency: string;
  readonly most: Read<{ readonly amount: Decimal }>;
  readonly isLocked: boolean;
  readonly onType: (text: string) => void;
  readonly onSubmit: () => void;
}

function AmountField({ typed, error, currency, most, isLocked, onType, onSubmit }: AmountFieldProps) {
  const amount = most.data?.amount;
  const hint =
    amount === undefined
      ? 'How much may be taken out has not arrived'
      : `The exchange lets go of ${formatDecimal(amount)} ${currency} at most now`;
  return (
    <>
      {most.error === null ? null : <ErrorStrip error={most.error} read={most} />}
      <div
        className="withdraw-amount"
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.repeat || event.target instanceof HTMLButtonElement) return;
          event.preventDefault();
          onSubmit();
        }}
      >
        <Field label="Amount to take out" hint={hint} error={error}>
          {control => (
            <DecimalInput {...control} value={typed} unit={currency} isDisabled={isLocked} onChange={onType} />
          )}
        </Field>
        <Button
          size="small"
          label="All that may be taken out"
          disabledReason={amount === undefined ? 'It has not arrived' : isLocked ? 'Go back to change it' : null}
          onPress={() => onType(amount ?? '')}
        >
          Most
        </Button>
      </div>
    </>
  );
}
