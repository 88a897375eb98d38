import type { Profile } from '#shared/domain/profile.ts';
import { KillSwitch } from '#features/kill-switch/kill-switch.tsx';
import { SafetyMarks } from '#features/safety/safety-marks.tsx';
import { keyLabel } from '#lib/keys/keyboard.ts';
import { useCommandStore } from '#state/command-store.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { LockButton } from './lock/lock-button.tsx';
import { PrivacyButton } from './privacy/privacy-button.tsx';
import { useTimeView } from './settings/use-time-view.ts';
import { type Mode, modeOf } from './mode.ts';
import { WorkspaceBar } from './workspace/choice/workspace-bar.tsx';
import './header.css';
import { t } from '#shared/words/t.ts';

const modeHints: Readonly<Record<Mode, string>> = {
  LIVE: t`Real money: this profile can place and cancel orders.`,
  'READ-ONLY': t`Read-only: Fathom sends no orders, cancels or transfers for this profile.`,
  PRACTICE: t`Simulated exchange on this computer. No real money.`,
};

/** Account, mode and appearance of the window. */
export function Header({ profile }: { readonly profile: Profile }) {
  const showSheet = useUiStore(state => state.showSheet);
  useTimeView();
  const mode = modeOf(profile);
  return (
    <header className="header">
      <h1 className="header-name">{t`Fathom`}</h1>
      <span className={`header-mode header-mode-${mode.toLowerCase()}`} title={modeHints[mode]}>
        {mode}
      </span>
      <button type="button" className="header-profile" onClick={() => showSheet('profiles')} aria-haspopup="dialog">
        <span className="header-profile-dot" aria-hidden="true" />
        <span className="header-profile-name">{profile.name}</span>
        <span className="header-profile-hint">{t`key …${profile.keyHint}`}</span>
        <span aria-hidden="true">▾</span>
      </button>
      <WorkspaceBar />
      <span className="header-space" />
      <Button
        variant="quiet"
        size="small"
        label={keyLabel(t`Ctrl K: find a command, market, account or order`)}
        onPress={openPalette}
      >
        <span aria-hidden="true">⌕</span> <kbd>{keyLabel('Ctrl K')}</kbd>
      </Button>
      <NewLadder profile={profile} />
      <SafetyMarks profile={profile} />
      <KillSwitch profile={profile} />
      <PrivacyButton />
      <LockButton />
      <Appearance />
    </header>
  );
}

const openPalette = () => useCommandStore.getState().show('palette');

function NewLadder({ profile }: { readonly profile: Profile }) {
  const open = useLadderStore(state => state.open);
  return (
    <Button
      variant="quiet"
      size="small"
      label={t`Scaled L: new scaled order`}
      disabledReason={profile.isReadOnly ? t`This profile is read-only` : null}
      onPress={open}
    >
      {t`Scaled `}
      <kbd>L</kbd>
    </Button>
  );
}

const themeWords = { dark: t`dark`, light: t`light`, system: t`system`, contrast: t`contrast` } as const;
const densityWords = { low: t`low`, medium: t`medium`, high: t`high` } as const;
const densities = ['low', 'medium', 'high'] as const;

function Appearance() {
  const { theme, density, toggleTheme, setDensity } = useUiStore();
  const next = densities[(densities.indexOf(density) + 1) % densities.length] ?? 'medium';
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        label={t`Row density ${densityWords[density]}. Click for ${densityWords[next]}.`}
        onPress={() => setDensity(next)}
      >
        <span aria-hidden="true">≡</span> {densityWords[density]}
      </Button>
      <Button
        variant="quiet"
        size="small"
        label={t`Theme ${themeWords[theme]}. Click to change.`}
        onPress={toggleTheme}
      >
        <span aria-hidden="true">{theme === 'dark' ? '☾' : '☀'}</span> {themeWords[theme]}
      </Button>
    </>
  );
}
