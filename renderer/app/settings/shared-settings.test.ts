import { describe, expect, it } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { changedByOthers, settingsToKeep } from './shared-settings.ts';

const btc = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const eth = { venue: 'spot', symbol: 'ETH-USDT' } as const;
const kept = buildViewSettings({ ...btc, chartInterval: '15min', isBlotterNarrow: false });

describe('what a window keeps', () => {
  it('the main one keeps all that it looks at', () => {
    const looked = { ...kept, ...eth, chartInterval: '1day' as const };
    expect(settingsToKeep(looked, kept, null)).toBe(looked);
  });

  it('a panel’s window on the first colour moves the market of all, and leaves the main window its own choices', () => {
    const looked = { ...kept, ...eth, theme: 'dark' as const, chartInterval: '1day' as const, isBlotterNarrow: true };
    expect(settingsToKeep(looked, kept, 'chart')).toEqual({ ...kept, ...eth, theme: 'dark' });
  });

  it('one of another colour keeps its market as that of the colour, one of none as its own', () => {
    const onB = { ...kept, ...eth, links: { 'panel:chart': 'B' } };
    expect(settingsToKeep(onB, kept, 'chart')).toEqual({
      ...kept,
      links: { 'panel:chart': 'B', B: 'spot:ETH-USDT' },
    });
    const alone = { ...kept, ...eth, links: { 'panel:chart': 'spot:BTC-USDT' } };
    expect(settingsToKeep(alone, kept, 'chart').links).toEqual({ 'panel:chart': 'spot:ETH-USDT' });
  });
});

describe('what another window changed', () => {
  it('is shown, what this one changed meanwhile stays, and nobody is given another’s chart length', () => {
    const told = { ...kept, theme: 'dark' as const, chartInterval: '1day' as const };
    expect(changedByOthers(kept, told, null)).toEqual({ theme: 'dark' });
    expect(changedByOthers(kept, kept, null)).toEqual({});
  });

  it('moves the market of a panel when that of its colour moved, and not otherwise', () => {
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
