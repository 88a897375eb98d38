import { useState } from 'react';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { linkOf } from '#state/windows/links.ts';
import { Combobox } from '#ui/combobox/combobox.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { findItems, type PaletteItem } from '../find-items.ts';
import { useEntered } from '../use-entered.ts';
import { useMarketItems } from './use-market-items.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');

interface MarketChooserProps {
  readonly profileId: string;
  readonly panel: string;
}

/** Finds by a few letters another market for a panel, and with it for all of its colour. */
export function MarketChooser({ profileId, panel }: MarketChooserProps) {
  const link = useUiStore(state => linkOf(state.links, panel));
  const items = useMarketItems(profileId, { panel, saysFor: false });
  const [query, setQuery] = useState(() => useCommandStore.getState().typed);
  const found = findItems(items, query);
  const choose = (item: PaletteItem) => {
    close();
    item.run();
  };
  useEntered(found[0], choose);
  return (
    <Dialog title={link === 'none' ? t`Market of this panel` : t`Market of link ${link}`} onClose={close}>
      <Combobox
        label={t`Market`}
        listLabel={t`Markets`}
        typed={query}
        onType={setQuery}
        items={found}
        textOf={({ title, detail = '' }) => `${title} ${detail}`}
        onChoose={choose}
      >
        {item => (
          <>
            <span className="palette-title">{item.title}</span>
            <span className="palette-detail">{item.detail}</span>
          </>
        )}
      </Combobox>
      {found.length === 0 ? <p className="palette-none">{t`No result for “${query}”.`}</p> : null}
    </Dialog>
  );
}
