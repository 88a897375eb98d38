import { isAccountPanel, keepOwnAccounts } from '#state/windows/account-links.ts';
import { type LinkColour, linkColours, type PanelLink } from '#state/windows/links.ts';
import { setPanelLink } from '#state/windows/panel-link.ts';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { t } from '#shared/words/t.ts';

/** What a panel can follow. */
export function linkItems(panel: string, link: PanelLink): readonly MenuItem[] {
  const isOfAccount = isAccountPanel(panel);
  const follow = (next: PanelLink) => () => {
    keepOwnAccounts(panel, next);
    setPanelLink(panel, next);
  };
  const colours = linkColours.map(
    (colour): MenuItem => ({
      id: `link-${colour}`,
      label: isOfAccount ? t`Account of link ${colour}` : marketLabel(colour),
      isChecked: link === colour,
      onSelect: follow(colour),
    }),
  );
  const alone: MenuItem = {
    id: 'link-none',
    label: isOfAccount ? t`Master account` : t`Own market`,
    isChecked: link === 'none',
    onSelect: follow('none'),
  };
  return [...colours, alone];
}

function marketLabel(colour: LinkColour): string {
  return colour === 'A' ? t`Market of link A (main)` : t`Market of link ${colour}`;
}
