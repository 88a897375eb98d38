/** The futures service writes XBT for the coin that the spot service calls BTC: one coin, one name. */
export function canonicalCoin(coin: string): string {
  return coin === 'XBT' ? 'BTC' : coin;
}
