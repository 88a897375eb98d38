import { read, traderOn } from './second-client.ts';
import type { FathomUnderTest } from './testing/fathom-fixture.ts';

/** What the trader owes in USDT on cross margin, as the exchange answers it. */
export async function owed({ practice }: FathomUnderTest): Promise<number> {
  const trader = traderOn(await practice, 'spot');
  const answer = JSON.stringify(await read(trader, '/api/v3/margin/accounts?quoteCurrency=USDT'));
  return Number(/"currency":"USDT"[^}]*"liability":"([\d.]+)"/u.exec(answer)?.[1] ?? '0');
}
