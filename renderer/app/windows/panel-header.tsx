import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { KillSwitch } from '#features/kill-switch/kill-switch.tsx';
import { FeedsItem } from '#features/link/feeds-item.tsx';
import { ReconciliationItem } from '#features/link/reconciliation-item.tsx';
import { StorageItem } from '#features/link/storage-item.tsx';
import { useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { keysFor } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';
import { isAccountPanel } from '#state/windows/account-links.ts';
import { linkOf } from '#state/windows/links.ts';
import { Button } from '#ui/form/button.tsx';
import { Menu } from '#ui/menu/menu.tsx';
import { useLockKeys } from '../lock/use-lock-keys.ts';
import { modeOf } from '../mode.ts';
import { usePrivacyKeys } from '../privacy/use-privacy-keys.ts';
import { useTimeView } from '../settings/use-time-view.ts';
import { linkItems } from '../workspace/dock/link-items.ts';
import { LinkBadge } from '../workspace/dock/link-mark.tsx';
import { isLinkable } from '../workspace/layout/market-panels.ts';
import { type PanelName, panelTexts } from '../workspace/layout/panel-names.ts';
import { bringBack } from './pop-out.ts';
import '../header.css';
import '#features/link/status-bar.css';
import '#features/safety/safety.css';
import { t } from '#shared/words/t.ts';

interface PanelHeaderProps {
  readonly profile: Profile;
  readonly panel: PanelName;
  readonly market: Market;
}

/** Whose account, in which mode, of which market, and how the feeds are: what each window says for itself. */
export function PanelHeader({ profile, panel, market }: PanelHeaderProps) {
  useLockKeys();
  usePrivacyKeys();
  useTimeView();
  const mode = modeOf(profile);
  const isDryRun = useSafeguards(profile.id)?.isDryRun === true;
  const backKeys = useUiStore(state => keysFor('popOut', state.shortcuts));
  return (
    <header className="header panel-window-header">
      <h1 className="visually-hidden">{panelTexts[panel].title}</h1>
      <span className={`header-mode header-mode-${mode.toLowerCase()}`}>{mode}</span>
      <span className="panel-window-profile">
        <span className="header-profile-dot" aria-hidden="true" />
        <span className="header-profile-name">{profile.name}</span>
      </span>
      {isDryRun ? (
        <strong className="dry-run-mark" title={t`Dry run: actions are checked and recorded, nothing is sent.`}>
          {t`DRY RUN`}
        </strong>
      ) : null}
      {isLinkable(panel) ? <LinkMenu panel={panel} shown={isAccountPanel(panel) ? t`Account` : market.symbol} /> : null}
      <StorageItem />
      <ReconciliationItem profileId={profile.id} />
      <FeedsItem profileId={profile.id} />
      <span className="panel-window-actions">
        <KillSwitch profile={profile} />
        <Button size="small" label={t`Move back to the main window (${backKeys})`} onPress={() => void bringBack()}>
          {t`Move back`}
        </Button>
      </span>
    </header>
  );
}

/** Which colour this window follows, and what is shown by it. */
function LinkMenu({ panel, shown }: { readonly panel: string; readonly shown: string }) {
  const link = useUiStore(state => linkOf(state.links, panel));
  const alone = isAccountPanel(panel) ? t`master account` : t`own market`;
  const story = link === 'none' ? alone : t`link ${link}`;
  return (
    <Menu
      label={`${link === 'none' ? '–' : link} ${t`${shown}, ${story}: choose the market or account of this window`}`}
      groups={[linkItems(panel, link)]}
      className="panel-window-link"
    >
      <LinkBadge link={link} /> {shown}
    </Menu>
  );
}
