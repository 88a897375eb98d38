import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, type PositionRef } from '#shared/domain/market/position-key.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { searchList } from '#client/wire/unreadable-rows.ts';
import { asAct } from '../act.ts';

/** Any open position of a contract: in hedge mode it may have two. undefined: there is none. */
export function readAnyPosition(client: ExchangeClient, symbol: string): Promise<Result<Position | undefined>> {
  return search(client, symbol, position => position.symbol === symbol);
}

/** The open position that `of` names; undefined: there is none. An unreadable row of another contract does not matter. */
export function readPosition(client: ExchangeClient, of: PositionRef): Promise<Result<Position | undefined>> {
  return search(client, of.symbol, position => isSamePosition(position, of));
}

async function search(
  client: ExchangeClient,
  symbol: string,
  isMeant: (position: Position) => boolean,
): Promise<Result<Position | undefined>> {
  const find = (positions: readonly Position[]) => positions.find(isMeant);
  const read = await searchList(
    listening => client.futures.positions({}, { ...asAct, ...listening }),
    positions => find(positions) !== undefined,
    row => row.symbol === null || row.symbol === symbol,
  );
  return read.ok ? succeed(find(read.value)) : read;
}
