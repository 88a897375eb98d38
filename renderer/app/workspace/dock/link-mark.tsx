import { useUiStore } from '#state/ui-store.ts';
import { isAccountPanel } from '#state/windows/account-links.ts';
import { linkOf, marketOf, type PanelLink } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import './link-mark.css';
import { isLinkable } from './panel-content.tsx';
import { t } from '#shared/words/t.ts';

/** The colour that something follows, as letter and colour. */
export function LinkBadge({ link }: { readonly link: PanelLink }) {
  return (
    <span className="link-badge" data-link={link}>
      {link === 'none' ? '–' : link}
    </span>
  );
}

/** In the tab of a panel that does not follow the first colour: what it follows, and which market that is. */
export function LinkMark({ panel }: { readonly panel: string }) {
  const link = useUiStore(state => linkOf(state.links, panel));
  const symbol = useUiStore(state => marketOf(state.links, panel, state).symbol);
  const isWindow = useWindowStore(state => state.self !== null);
  if (isWindow || link === 'A' || !isLinkable(panel)) return null;
  if (isAccountPanel(panel)) return <AccountMark link={link} />;
  const story =
    link === 'none' ? t`${symbol}, whatever the others show` : t`${symbol}, with every panel of colour ${link}`;
  return (
    <span className="link-mark" title={story}>
      <LinkBadge link={link} />
      {symbol}
    </span>
  );
}

/** Which account that is, the panel says itself. */
function AccountMark({ link }: { readonly link: PanelLink }) {
  const story = link === 'none' ? t`An account of its own` : t`The account of every panel of colour ${link}`;
  return (
    <span className="link-mark" title={story}>
      <LinkBadge link={link} />
    </span>
  );
}
