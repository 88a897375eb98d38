import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, type PositionRef } from '#shared/domain/market/position-key.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { searchList } from '#client/wire/unreadable-rows.ts';
import { type ActionContext, asAction } from '../trading-action.ts';

/** Any open position of a contract: in hedge mode it may have two. undefined: there is none. */
export function readAnyPosition(client: ExchangeClient, symbol: string): Promise<Result<Position | undefined>> {
  return search(client, symbol, position => position.symbol === symbol);
}

/** The open position that `of` names; undefined: there is none. An unreadable row of another contract does not matter. */
export function readPosition(client: ExchangeClient, of: PositionRef): Promise<Result<Position | undefined>> {
  return search(client, of.symbol, position => isSamePosition(position, of));
}

/** What the margin of a position is counted in: by its contract, else by the position itself. */
export async function readSettleCurrency(
  of: PositionRef,
  { client, instruments }: Pick<ActionContext, 'client' | 'instruments'>,
): Promise<Result<string>> {
  const contract = await instruments.contract(client, of.symbol);
  if (!contract.ok) return contract;
  if (contract.value.settleCurrency !== null) return succeed(contract.value.settleCurrency);
  const position = await readPosition(client, of);
  if (!position.ok) return position;
  return position.value === undefined
    ? fail('invalid-request', 'The position is closed.', { field: 'symbol' })
    : succeed(position.value.settleCurrency);
}

async function search(
  client: ExchangeClient,
  symbol: string,
  isMeant: (position: Position) => boolean,
): Promise<Result<Position | undefined>> {
  const find = (positions: readonly Position[]) => positions.find(isMeant);
  const read = await searchList(
    listening => client.futures.positions({}, { ...asAction, ...listening }),
    positions => find(positions) !== undefined,
    row => row.symbol === null || row.symbol === symbol,
  );
  return read.ok ? succeed(find(read.value)) : read;
}
