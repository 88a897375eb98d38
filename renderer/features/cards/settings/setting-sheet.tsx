import { useState } from 'react';
import { type Decimal, fromNumber, multiply } from '#shared/decimal.ts';
import type { ContractChange } from '#shared/domain/account/futures-account.ts';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useJudgedAction } from '#bridge/actions/use-judged-action.ts';
import { formatDecimal } from '#lib/format.ts';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { ActionSheet } from '#ui/overlay/action-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { ModeChange } from './mode-change.tsx';
import { SettingReceipt } from './setting-receipt.tsx';
import {
  changeText,
  levelOf,
  otherMode,
  otherPositionMode,
  type SettingFacts,
  type SettingKind,
  summariseSetting,
} from './setting-form.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface SettingSheetProps {
  readonly profile: Profile;
  readonly kind: SettingKind;
  readonly facts: SettingFacts;
  readonly onClose: () => void;
}

const titles: Readonly<Record<SettingKind, string>> = {
  'margin-mode': t`Margin mode`,
  'cross-leverage': t`Cross leverage`,
  'risk-level': t`Risk level`,
  'position-mode': t`Position mode`,
};

/** Changes one setting of a contract: before and after, effects, confirm, outcome. */
export function SettingSheet({ profile, kind, facts, onClose }: SettingSheetProps) {
  const { symbol } = facts.contract;
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<{ readonly change: ContractChange; readonly before: SettingFacts } | null>(null);
  const action = useAction('contracts.change', profile.id, ['contracts.settings', 'positions.mode']);
  const policy = useJudgedAction(profile.id, { kind: 'move-margin', money: null, isAdding: false });
  const { change, error } = summariseSetting(kind, typed, facts);
  const what = sent === null ? t`it` : changeText(symbol, sent.change);
  const send = async () => {
    // after a lost answer the same again, whatever the form says
    const wanted = action.stage.kind === 'absent' ? (sent?.change ?? null) : change;
    if (wanted === null) return;
    setSent({ change: wanted, before: facts });
    await action.send({ profileId: profile.id, setting: { id: action.mark, symbol, change: wanted } });
  };
  return (
    <ActionSheet
      title={`${titles[kind]} · ${symbol}`}
      profile={profile}
      stage={action.stage}
      isDangerous={kind !== 'margin-mode'}
      label={change === null ? t`Change` : t`Set ${changeText(symbol, change)}`}
      disabledReason={change === null ? (error ?? t`Choose something first`) : null}
      policy={policy}
      texts={{
        sending: t`Setting ${what}. Sent once.`,
        checking: t`Outcome unknown: no response received. Fathom checks at the exchange whether it set ${what} and sends nothing again.`,
        absent: t`The exchange has not set ${what}. You can send it again.`,
        done: t`Set ${what}.`,
      }}
      receipt={
        sent === null ? null : (
          <SettingReceipt profileId={profile.id} sent={sent.change} before={sent.before} now={facts} />
        )
      }
      onSend={send}
      onClose={onClose}
    >
      {({ isLocked, review }) => (
        <>
          <div
            onKeyDown={event => {
              if (!isEnter(event) || event.repeat) return;
              event.preventDefault();
              review();
            }}
          >
            <Chooser kind={kind} typed={typed} error={error} facts={facts} isLocked={isLocked} onType={setTyped} />
          </div>
          <Facts facts={changeFacts(facts, change, kind)} />
          <Consequence kind={kind} profileId={profile.id} symbol={symbol} />
        </>
      )}
    </ActionSheet>
  );
}

interface ChooserProps {
  readonly kind: SettingKind;
  readonly typed: string;
  readonly error: string | null;
  readonly facts: SettingFacts;
  readonly isLocked: boolean;
  readonly onType: (text: string) => void;
}

function levelText({ level, maxRiskLimit }: RiskLimitLevel, currency: string): string {
  return t`${level}: up to ${formatDecimal(maxRiskLimit)} ${currency}`;
}

function Chooser({ kind, typed, error, facts, isLocked, onType }: ChooserProps) {
  const { contract, levels } = facts;
  // there are only two modes: nothing is left to choose
  if (kind === 'margin-mode' || kind === 'position-mode') return null;
  if (kind === 'cross-leverage')
    return (
      <Field
        label={t`Cross leverage`}
        hint={contract.maxLeverage === null ? t`at least 1` : t`1 to ${contract.maxLeverage}`}
        error={error}
      >
        {control => (
          <DecimalInput {...control} value={typed} step="1" unit="×" isDisabled={isLocked} onChange={onType} />
        )}
      </Field>
    );
  const chosen = levels.find(({ level }) => String(level) === typed);
  if (isLocked && chosen !== undefined) return null;
  return (
    <Field label={t`Risk level`} error={error}>
      {control => (
        <Select
          {...control}
          value={typed}
          options={[
            { value: '', label: t`Choose a level` },
            ...levels.map(each => ({
              value: String(each.level),
              label: levelText(each, contract.settleCurrency ?? ''),
            })),
          ]}
          onChange={onType}
        />
      )}
    </Field>
  );
}

/** One figure of a risk level, and how to read it. */
interface LevelLine extends Pick<Fact, 'label' | 'hint'> {
  readonly unit?: string | undefined;
  readonly read: (level: RiskLimitLevel) => Decimal;
}

/** Before and after, as far as the exchange states the present level. */
function levelFacts(facts: SettingFacts, wanted: number | null): readonly Fact[] {
  const before = levelOf(facts);
  const after = wanted === null ? before : facts.levels.find(({ level }) => level === wanted);
  const line = ({ unit, read, ...term }: LevelLine): Fact => {
    const [old, next] = [before, after].map(level => (level === undefined ? null : read(level)));
    return { ...term, value: <BeforeAfter before={old ?? null} after={next ?? null} unit={unit} /> };
  };
  return [
    line({ label: t`Risk level`, hint: positionHints.riskLevel, read: ({ level }) => fromNumber(level) }),
    line({
      label: t`Up to`,
      hint: contractHints.levelLimit,
      unit: facts.contract.settleCurrency ?? undefined,
      read: ({ maxRiskLimit }) => maxRiskLimit,
    }),
    line({
      label: t`Maximum leverage`,
      hint: contractHints.maximumLeverage,
      unit: '×',
      read: ({ maxLeverage }) => fromNumber(maxLeverage),
    }),
    line({
      label: t`Initial margin`,
      hint: contractHints.initialMargin,
      unit: '%',
      read: ({ initialMargin }) => multiply(initialMargin, '100'),
    }),
    line({
      label: t`Maintenance margin`,
      hint: contractHints.maintenanceMargin,
      unit: '%',
      read: ({ maintainMargin }) => multiply(maintainMargin, '100'),
    }),
  ];
}

function changeFacts(facts: SettingFacts, change: ContractChange | null, kind: SettingKind): readonly Fact[] {
  const { marginMode, crossLeverage } = facts.settings;
  if (kind === 'margin-mode')
    return [
      {
        label: t`Margin mode`,
        hint: positionHints.marginMode,
        value: <ModeChange before={marginMode} after={otherMode(marginMode)} />,
      },
    ];
  if (kind === 'position-mode') {
    const { positionMode } = facts;
    if (positionMode === null) return [];
    const after = otherPositionMode(positionMode);
    return [
      {
        label: t`Position mode`,
        hint: positionHints.positionMode,
        value: <ModeChange before={positionMode} after={after} />,
      },
    ];
  }
  if (kind === 'risk-level') return levelFacts(facts, change?.kind === 'risk-level' ? change.level : null);
  const after = change?.kind === 'cross-leverage' ? change.leverage : crossLeverage;
  return [
    {
      label: t`Cross leverage`,
      hint: contractHints.crossLeverage,
      value: <BeforeAfter before={crossLeverage} after={after} unit="×" />,
    },
  ];
}

interface ConsequenceProps {
  readonly kind: SettingKind;
  readonly profileId: string;
  readonly symbol: string;
}

/** What comes with it, as the exchange says: docs/exchange/endpoints.md §9.4 and §9.5. */
function Consequence({ kind, profileId, symbol }: ConsequenceProps) {
  const orders = useAccountList(profileId, 'futures.orders', 'glance').data;
  const active = orders?.filter(order => order.symbol === symbol).length;
  const count = active === undefined ? t`its open orders` : active === 1 ? t`1 open order` : t`${active} open orders`;
  const texts: Readonly<Record<SettingKind, string>> = {
    'margin-mode': t`Each order must then use this mode. The exchange rejects the change while ${symbol} has a position, an order or a stop: ${count} now.`,
    'cross-leverage': t`The cross position and its orders use the new leverage immediately, if the wallet covers it.`,
    'position-mode': t`This applies to all contracts of the account. In hedge mode a contract has a long and a short position; each order opens or closes one of them. The exchange rejects the change while a position, an order or a stop is open.`,
    'risk-level': t`The exchange cancels all open orders of ${symbol} with this change: ${count} now. It rejects a level below the position value.`,
  };
  return <p className="notice notice-warning">{texts[kind]}</p>;
}
