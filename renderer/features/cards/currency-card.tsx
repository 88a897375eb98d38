import type { Decimal } from '#shared/decimal.ts';
import type { Currency, CurrencyChain } from '#shared/domain/market/currency.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatPercent } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { CardPart, CardSheet } from './card-sheet.tsx';
import { t } from '#shared/words/t.ts';

/** An unknown value is not zero. */
function NotSaid() {
  return <span className="number-unknown">{t`not said`}</span>;
}

interface CurrencyCardProps {
  readonly profileId: string;
  readonly currency: string;
}

/** One currency: its chains with what is open, what they ask for and where they end. */
export function CurrencyCard({ profileId, currency }: CurrencyCardProps) {
  const read = useRead('currencies.read', { profileId, currency, chain: null });
  return (
    <CardSheet title={currency} read={read}>
      {known => (
        <>
          <Facts facts={currencyFacts(known)} />
          {known.chains.length === 0 ? <p className="card-note">{t`The exchange reports no chain.`}</p> : null}
          {known.chains.map(chain => (
            <CardPart key={`${chain.id} ${chain.name}`} title={chain.name}>
              <Facts facts={chainFacts(chain, currency)} />
            </CardPart>
          ))}
        </>
      )}
    </CardSheet>
  );
}

function yesNo(is: boolean | null) {
  return is === null ? <NotSaid /> : is ? t`yes` : t`no`;
}

function currencyFacts({ name, fullName, precision, isMarginEnabled, isDebitEnabled }: Currency): readonly Fact[] {
  return [
    { label: t`Name`, hint: t`Full name of the currency`, value: visibleText(fullName === '' ? name : fullName) },
    {
      label: t`Digits after the point`,
      hint: t`Decimals of an amount in this currency`,
      value: precision ?? <Unknown />,
    },
    { label: t`Margin`, hint: t`Whether the currency can be used as margin`, value: yesNo(isMarginEnabled) },
    { label: t`Can be borrowed`, hint: t`Whether the exchange lends the currency`, value: yesNo(isDebitEnabled) },
  ];
}

function State({ isOpen }: { readonly isOpen: boolean | null }) {
  if (isOpen === null) return <NotSaid />;
  return (
    <WithChips>
      <Chip tone={isOpen ? 'up' : 'danger'}>{isOpen ? t`open` : t`closed`}</Chip>
    </WithChips>
  );
}

function Amount({ value, unit }: { readonly value: Decimal | null; readonly unit: string }) {
  return value === null ? <NotSaid /> : <NumberCell own="none" value={value} unit={unit} />;
}

function rateText(rate: Decimal | null) {
  return rate === null ? <NotSaid /> : formatPercent(rate, { maximumDecimals: 4 });
}

function confirmationsText({ confirmations, earlyConfirmations }: CurrencyChain) {
  if (confirmations === null) return <NotSaid />;
  return earlyConfirmations === null || earlyConfirmations === confirmations
    ? confirmations
    : t`${confirmations}, shown after ${earlyConfirmations}`;
}

function chainFacts(chain: CurrencyChain, currency: string): readonly Fact[] {
  const amount = (value: Decimal | null) => <Amount value={value} unit={currency} />;
  return [
    {
      label: t`Deposits`,
      hint: t`Whether the exchange accepts deposits on this chain`,
      value: <State isOpen={chain.isDepositEnabled} />,
    },
    { label: t`Minimum deposit`, hint: t`Smallest deposit that is credited`, value: amount(chain.depositMinimum) },
    {
      label: t`Withdrawals`,
      hint: t`Whether the exchange sends withdrawals on this chain`,
      value: <State isOpen={chain.isWithdrawEnabled} />,
    },
    { label: t`Minimum withdrawal`, hint: t`Smallest amount of a withdrawal`, value: amount(chain.withdrawalMinimum) },
    { label: t`Minimum fee`, hint: t`Smallest fee of a withdrawal`, value: amount(chain.withdrawalMinimumFee) },
    {
      label: t`Fee rate`,
      hint: t`Fee of a withdrawal as a share of its amount`,
      value: rateText(chain.withdrawalFeeRate),
    },
    { label: t`Highest fee`, hint: t`Largest fee of a withdrawal`, value: amount(chain.withdrawalMaximumFee) },
    { label: t`Maximum withdrawal`, hint: t`Largest amount of a withdrawal`, value: amount(chain.withdrawalMaximum) },
    {
      label: t`Confirmations`,
      hint: t`Confirmations of the chain until a deposit can be used`,
      value: confirmationsText(chain),
    },
    {
      label: t`Needs a memo`,
      hint: t`Whether a deposit or withdrawal needs a memo or tag`,
      value: yesNo(chain.needsTag),
    },
    {
      label: t`Contract address`,
      hint: t`Address of the token on this chain`,
      value:
        chain.contractAddress === null || chain.contractAddress === '' ? (
          <NotSaid />
        ) : (
          <span className="number selectable">{visibleText(chain.contractAddress)}</span>
        ),
    },
  ];
}
