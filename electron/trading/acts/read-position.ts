import type { Position } from '#shared/domain/market/futures.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { searchList } from '#client/wire/unreadable-rows.ts';
import { asAct } from '../act.ts';

/** The open position of a contract; undefined: there is none. An unreadable row of another contract does not matter. */
export async function readPosition(client: ExchangeClient, symbol: string): Promise<Result<Position | undefined>> {
  const find = (positions: readonly Position[]) => positions.find(position => position.symbol === symbol);
  const read = await searchList(
    listening => client.futures.positions({}, { ...asAct, ...listening }),
    positions => find(positions) !== undefined,
    row => row.symbol === null || row.symbol === symbol,
  );
  return read.ok ? succeed(find(read.value)) : read;
}
