import type { ReactNode } from 'react';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Read } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { CardPart } from '../card-sheet.tsx';
import { type ContractSettings, levelOf, type SettingKind, settingError } from './setting-form.ts';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface ContractSettingsPartProps {
  readonly profile: Profile;
  readonly read: Read<ContractSettings>;
  readonly position: Position | undefined;
  /** of the whole futures account; null: not known */
  readonly positionMode: PositionMode | null;
  readonly isAnyOpen: boolean;
  /** undefined: not known yet */
  readonly levels: readonly RiskLimitLevel[] | undefined;
  readonly onAsk: (kind: SettingKind) => void;
}

function shown(text: string | undefined): ReactNode {
  return text === undefined ? <Unknown reason={t`Not loaded yet`} /> : text;
}

function modeWord(positionMode: PositionMode | null): string | undefined {
  if (positionMode === null) return undefined;
  return positionMode === 'hedge' ? t`hedge` : t`one-way`;
}

/** Why nothing can be chosen now; null: it can. */
function missingOf({ profile, read, levels }: ContractSettingsPartProps): string | null {
  if (profile.isReadOnly) return t`This profile is read-only`;
  return read.data === undefined || levels === undefined ? t`Not loaded yet` : null;
}

interface ChangeButtonProps extends ContractSettingsPartProps {
  readonly kind: SettingKind;
  readonly label: string;
}

function ChangeButton({ kind, label, onAsk, ...part }: ChangeButtonProps) {
  const { position, positionMode, isAnyOpen } = part;
  return (
    <Button
      size="small"
      label={label}
      disabledReason={missingOf({ ...part, onAsk }) ?? settingError(kind, { position, positionMode, isAnyOpen })}
      onPress={() => onAsk(kind)}
    >{t`Change`}</Button>
  );
}

/** The settings of the account for the contract, and their changes. */
export function ContractSettingsPart(props: ContractSettingsPartProps) {
  const { read, position, positionMode, levels } = props;
  const change = (kind: SettingKind, label: string) => <ChangeButton {...props} kind={kind} label={label} />;
  const { data } = read;
  const level = levelOf({ levels: levels ?? [], position });
  return (
    <CardPart title={t`Chosen for this contract`}>
      {read.error === null ? null : <ErrorStrip error={read.error} read={read} />}
      <Facts
        facts={[
          {
            label: t`Margin mode`,
            hint: positionHints.marginMode,
            value: (
              <span className="card-choice">
                {shown(data?.marginMode)} {change('margin-mode', t`Change the margin mode`)}
              </span>
            ),
          },
          {
            label: t`Cross leverage`,
            hint: contractHints.crossLeverage,
            value: (
              <span className="card-choice">
                {shown(data === undefined ? undefined : `${formatDecimal(data.crossLeverage)}×`)}
                {change('cross-leverage', t`Change the cross leverage`)}
              </span>
            ),
          },
          {
            label: t`Position mode, of all contracts`,
            hint: positionHints.positionMode,
            value: (
              <span className="card-choice">
                {shown(modeWord(positionMode))} {change('position-mode', t`Change the position mode`)}
              </span>
            ),
          },
          {
            label: t`Risk level`,
            hint: positionHints.riskLevel,
            value: (
              <span className="card-choice">
                {level === undefined ? (
                  <Unknown reason={t`The exchange reports it only for an open isolated position.`} />
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
