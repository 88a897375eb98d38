import { useEffect } from 'react';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { isAccountPanel } from '#state/windows/account-links.ts';
import { linkOf, marketOf, type PanelLink } from '#state/windows/links.ts';
import { beginLink } from '#state/windows/panel-link.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { Button } from '#ui/form/button.tsx';
import { isLinkable, isMarketPanel } from '../layout/market-panels.ts';
import './link-mark.css';
import { t } from '#shared/words/t.ts';

/** The colour that something follows, as letter and colour. */
export function LinkBadge({ link }: { readonly link: PanelLink }) {
  return (
    <span className="link-badge" data-link={link}>
      {link === 'none' ? '–' : link}
    </span>
  );
}

interface LinkMarkProps {
  readonly panel: string;
  /** its place has the button that says the same, and chooses */
  readonly isShown: boolean;
}

/** In the tab of a panel that does not follow the first colour: what it follows, and which market that is. */
export function LinkMark({ panel, isShown }: LinkMarkProps) {
  const link = useUiStore(state => linkOf(state.links, panel));
  const symbol = useUiStore(state => marketOf(state.links, panel, state).symbol);
  const isWindow = useWindowStore(state => state.self !== null);
  const isOfMarket = isMarketPanel(panel);
  useEffect(() => {
    if (isOfMarket && !isWindow) beginLink(panel);
  }, [panel, isOfMarket, isWindow]);
  if (isWindow || link === 'A' || !isLinkable(panel)) return null;
  if (isAccountPanel(panel)) return <AccountMark link={link} />;
  if (isShown) return null;
  const story =
    link === 'none' ? t`${symbol}, independent of other panels` : t`${symbol}, shared by all panels of link ${link}`;
  return (
    <span className="link-mark" title={story}>
      <LinkBadge link={link} />
      {symbol}
    </span>
  );
}

/** Which account that is, the panel says itself. */
function AccountMark({ link }: { readonly link: PanelLink }) {
  const story = link === 'none' ? t`Master account` : t`Account shared by all panels of link ${link}`;
  return (
    <span className="link-mark" title={story}>
      <LinkBadge link={link} />
    </span>
  );
}

interface LinkedMarketProps {
  readonly panel: string;
  readonly link: PanelLink;
  readonly symbol: string;
}

/** What a panel that does not follow the first colour shows: pressed, another market is chosen for all of its colour. */
export function LinkedMarket({ panel, link, symbol }: LinkedMarketProps) {
  const story =
    link === 'none' ? t`${symbol}, own market: choose another` : t`${symbol}, link ${link}: choose another market`;
  return (
    <Button
      size="small"
      label={`${link === 'none' ? '–' : link} ${story}`}
      onPress={() => useCommandStore.getState().show('market', panel)}
    >
      <LinkBadge link={link} />
      {symbol}
    </Button>
  );
}
