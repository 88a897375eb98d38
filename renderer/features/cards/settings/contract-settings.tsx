import type { ReactNode } from 'react';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Read } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { CardPart } from '../card-sheet.tsx';
import { type ContractSettings, levelOf, type SettingKind, settingObjection } from './setting-form.ts';
import { t } from '#shared/words/t.ts';

interface ContractSettingsPartProps {
  readonly profile: Profile;
  readonly read: Read<ContractSettings>;
  readonly position: Position | undefined;
  /** undefined: not known yet */
  readonly levels: readonly RiskLimitLevel[] | undefined;
  readonly onAsk: (kind: SettingKind) => void;
}

function shown(text: string | undefined): ReactNode {
  return text === undefined ? <Unknown reason={t`It has not arrived.`} /> : text;
}

/** What the account has chosen for the contract, and the ways to choose anew. */
export function ContractSettingsPart({ profile, read, position, levels, onAsk }: ContractSettingsPartProps) {
  const { data } = read;
  const missing = profile.isReadOnly
    ? t`This profile is read-only`
    : data === undefined || levels === undefined
      ? t`It has not arrived yet`
      : null;
  const change = (kind: SettingKind, label: string) => (
    <Button
      size="small"
      label={label}
      disabledReason={missing ?? settingObjection(kind, position)}
      onPress={() => onAsk(kind)}
    >{t`Change`}</Button>
  );
  const level = levelOf({ levels: levels ?? [], position });
  return (
    <CardPart title={t`Chosen for this contract`}>
      {read.error === null ? null : <ErrorStrip error={read.error} read={read} />}
      <Facts
        facts={[
          {
            label: t`Margin mode`,
            value: (
              <span className="card-choice">
                {shown(data?.marginMode)} {change('margin-mode', t`Change the margin mode`)}
              </span>
            ),
          },
          {
            label: t`Cross leverage`,
            value: (
              <span className="card-choice">
                {shown(data === undefined ? undefined : `${formatDecimal(data.crossLeverage)}×`)}
                {change('cross-leverage', t`Change the cross leverage`)}
              </span>
            ),
          },
          {
            label: t`Risk level`,
            value: (
              <span className="card-choice">
                {level === undefined ? (
                  <Unknown reason={t`It is told of an open isolated position only.`} />
                ) : (
                  level.level
                )}
                {change('risk-level', t`Change the risk level`)}
              </span>
            ),
          },
        ]}
      />
    </CardPart>
  );
}
