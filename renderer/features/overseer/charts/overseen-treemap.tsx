import { useMemo } from 'react';
import { ResponsiveContainer, Treemap, type TreemapNode } from 'recharts';
import { type Matrix, othersKey } from '../model/matrix.ts';
import { type Tile, tilesOf } from './chart-data.ts';
import { CoinLegend } from './coin-legend.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { t } from '#shared/words/t.ts';

interface OverseenTreemapProps {
  readonly matrix: Matrix;
  readonly chosenId: string | null;
  readonly coin: string | null;
  readonly onChoose: (userId: string) => void;
  readonly onCoin: (coin: string | null) => void;
}

/** Each account as large as its value, in the colour of the coin it has most of; a press shows it and filters by that coin. */
export function OverseenTreemap({ matrix, chosenId, coin, onChoose, onCoin }: OverseenTreemapProps) {
  const privacy = usePrivacy();
  // oxlint-disable-next-line react/exhaustive-deps -- names and shares are hidden with what is hidden
  const tiles = useMemo(() => [...tilesOf(matrix)], [matrix, privacy]);
  const byId = useMemo(() => new Map(tiles.map(tile => [tile.id, tile])), [tiles]);
  const press = (tile: Tile) => {
    onChoose(tile.id);
    if (tile.coin !== null) onCoin(tile.coin);
  };
  const drawTile = ({ name, ...place }: TreemapNode) => (
    <TileBox tile={byId.get(name)} place={place} chosenId={chosenId} onPress={press} />
  );
  return (
    <div className="overseer-bars">
      <CoinLegend columns={matrix.columns} coin={coin} onCoin={onCoin} />
      <div className="overseer-chart">
        <ResponsiveContainer width="100%" height="100%">
          <Treemap data={tiles} dataKey="size" nameKey="id" isAnimationActive={false} content={drawTile} />
        </ResponsiveContainer>
      </div>
    </div>
  );
}

interface TileBoxProps {
  /** missing for the whole, which the library draws as a tile too */
  readonly tile: Tile | undefined;
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly chosenId: string | null;
  readonly onPress: (tile: Tile) => void;
}

/** A name needs so much room, or it is left away. */
const nameRoom = { width: 52, height: 18 };
const letterPx = 6.6;

function TileBox({ tile, place: { x, y, width, height }, chosenId, onPress }: TileBoxProps) {
  if (tile === undefined) return <g />;
  const { id, label, share, colour } = tile;
  const isOthers = id === othersKey;
  const choose = () => {
    if (!isOthers) onPress(tile);
  };
  const letters = Math.floor((width - 10) / letterPx);
  return (
    <g
      role={isOthers ? 'img' : 'button'}
      tabIndex={isOthers ? undefined : 0}
      className={`overseer-tile overseer-colour-${colour}${id === chosenId ? ' overseer-tile-chosen' : ''}`}
      onClick={choose}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      <title>{t`${label}: ${share} of total`}</title>
      <rect x={x + 0.5} y={y + 0.5} width={Math.max(0, width - 1)} height={Math.max(0, height - 1)} />
      {width >= nameRoom.width && height >= nameRoom.height ? (
        <text x={x + 6} y={y + 14} aria-hidden="true">
          {label.length > letters ? `${label.slice(0, Math.max(1, letters - 1))}…` : label}
        </text>
      ) : null}
      {width >= nameRoom.width && height >= 2 * nameRoom.height ? (
        <text x={x + 6} y={y + 29} className="overseer-tile-share" aria-hidden="true">
          {share}
        </text>
      ) : null}
    </g>
  );
}
