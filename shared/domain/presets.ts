/** The addresses of KuCoin itself, spot and futures, by region. A key for one of them is never sent anywhere else. */
export const kucoinAddresses = [
  { spotUrl: 'https://api.kucoin.com', futuresUrl: 'https://api-futures.kucoin.com' },
  { spotUrl: 'https://api.kucoin.eu', futuresUrl: 'https://api-futures.kucoin.eu' },
] as const;

/** The first part of KuCoin's header names: `KC-API-KEY` and its siblings. */
export const kucoinHeaderPrefix = 'KC';
