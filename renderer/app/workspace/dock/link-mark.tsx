import { useUiStore } from '#state/ui-store.ts';
import { linkOf, marketOf, type PanelLink } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import './link-mark.css';
import { marketPanels } from './panel-content.tsx';
import { t } from '#shared/words/t.ts';

/** The colour that something follows, as letter and colour. */
export function LinkBadge({ link }: { readonly link: PanelLink }) {
  return (
    <span className="link-badge" data-link={link}>
      {link === 'none' ? '–' : link}
    </span>
  );
}

/** In the tab of a panel that does not show the market of its window: what it follows, and which market that is. */
export function LinkMark({ panel }: { readonly panel: string }) {
  const link = useUiStore(state => linkOf(state.links, panel));
  const symbol = useUiStore(state => marketOf(state.links, panel, state).symbol);
  const isWindow = useWindowStore(state => state.self !== null);
  if (isWindow || link === 'A' || !marketPanels.has(panel)) return null;
  const story =
    link === 'none' ? t`${symbol}, whatever the others show` : t`${symbol}, with every panel of colour ${link}`;
  return (
    <span className="link-mark" title={story}>
      <LinkBadge link={link} />
      {symbol}
    </span>
  );
}
