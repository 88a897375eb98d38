import { useUiStore } from '../ui-store.ts';

/** Opens the card of a currency. The futures wallet calls bitcoin XBT, chains and cards BTC (docs/exchange/endpoints.md §6.3). */
export function showCurrency(currency: string): void {
  useUiStore.getState().showCard({ kind: 'currency', currency: currency === 'XBT' ? 'BTC' : currency });
}
