import { linkColours, type PanelLink } from '#state/windows/links.ts';
import { setPanelLink } from '#state/windows/panel-link.ts';
import type { MenuItem } from '#ui/overlay/menu.tsx';
import { t } from '#shared/words/t.ts';

/** What a panel can follow. */
export function linkItems(panel: string, link: PanelLink): readonly MenuItem[] {
  const colours = linkColours.map(
    (colour): MenuItem => ({
      id: `link-${colour}`,
      label: colour === 'A' ? t`Market of colour A, the main one` : t`Market of colour ${colour}`,
      isChecked: link === colour,
      onSelect: () => setPanelLink(panel, colour),
    }),
  );
  const alone: MenuItem = {
    id: 'link-none',
    label: t`A market of its own`,
    isChecked: link === 'none',
    onSelect: () => setPanelLink(panel, 'none'),
  };
  return [...colours, alone];
}
