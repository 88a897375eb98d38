import { describe, expect, it } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { changedByOthers, settingsToKeep } from './shared-settings.ts';

const btc = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const eth = { venue: 'spot', symbol: 'ETH-USDT' } as const;
const kept = buildViewSettings({ ...btc, chartInterval: '15min', isBlotterNarrow: false });

describe('saved view settings', () => {
  it('include everything in view for the main window', () => {
    const looked = { ...kept, ...eth, chartInterval: '1day' as const };
    expect(settingsToKeep(looked, kept, null)).toBe(looked);
  });

  it('settings of a panel window on the first link move the market of all, and keep the choices of the main window', () => {
    const looked = { ...kept, ...eth, theme: 'dark' as const, chartInterval: '1day' as const, isBlotterNarrow: true };
    expect(settingsToKeep(looked, kept, 'chart')).toEqual({ ...kept, ...eth, theme: 'dark' });
  });

  it('settings of a panel window on another link store the market for the link, and without a link its own', () => {
    const onB = { ...kept, ...eth, links: { 'panel:chart': 'B' } };
    expect(settingsToKeep(onB, kept, 'chart')).toEqual({
      ...kept,
      links: { 'panel:chart': 'B', B: 'spot:ETH-USDT' },
    });
    const alone = { ...kept, ...eth, links: { 'panel:chart': 'spot:BTC-USDT' } };
    expect(settingsToKeep(alone, kept, 'chart').links).toEqual({ 'panel:chart': 'spot:ETH-USDT' });
  });
});

describe('view settings changed by another window', () => {
  it('changes of another window are shown, keep the changes of this window, and do not change its chart length', () => {
    const published = { ...kept, theme: 'dark' as const, chartInterval: '1day' as const };
    expect(changedByOthers(kept, published, null)).toEqual({ theme: 'dark' });
    expect(changedByOthers(kept, kept, null)).toEqual({});
  });

  it('change the market of a panel only with the market of its link', () => {
    const moved = { ...kept, ...eth };
    expect(changedByOthers(kept, moved, 'chart')).toEqual(eth);
    const onB = { ...kept, links: { 'panel:chart': 'B', B: 'spot:SOL-USDT' } };
    expect(changedByOthers(onB, { ...onB, ...eth }, 'chart')).toEqual({});
    const movedB = { ...onB, links: { ...onB.links, B: 'futures:XBTUSDTM' } };
    expect(changedByOthers(onB, movedB, 'chart')).toEqual({
      links: movedB.links,
      venue: 'futures',
      symbol: 'XBTUSDTM',
    });
  });
});
