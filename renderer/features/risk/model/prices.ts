import { priceCurrency } from '#lib/money/spot-prices.ts';

/** What everything on the page is counted in. */
export const valueCurrency = priceCurrency;
