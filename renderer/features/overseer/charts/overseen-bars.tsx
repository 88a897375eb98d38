import { useMemo } from 'react';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { fromNumber } from '#shared/decimal.ts';
import { formatCompact } from '#lib/compact.ts';
import { ownText } from '#lib/own/privacy.ts';
import { type Matrix, othersKey } from '../model/matrix.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { colourOf, type Stack, stacksOf } from './chart-data.ts';
import { CoinLegend } from './coin-legend.tsx';

interface OverseenBarsProps {
  readonly matrix: Matrix;
  readonly coin: string | null;
  readonly onChoose: (userId: string) => void;
  readonly onCoin: (coin: string | null) => void;
}

/** The largest accounts, each a bar of its coins, and all others in one. A piece shows its account and filters by its coin; so do the words above. */
export function OverseenBars({ matrix, coin, onChoose, onCoin }: OverseenBarsProps) {
  const privacy = usePrivacy();
  // oxlint-disable-next-line react/exhaustive-deps -- names and shares are hidden with what is hidden
  const stacks = useMemo(() => [...stacksOf(matrix)], [matrix, privacy]);
  return (
    <div className="overseer-bars">
      <CoinLegend columns={matrix.columns} coin={coin} onCoin={onCoin} />
      <div className="overseer-chart">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={stacks}
            layout="vertical"
            accessibilityLayer={false}
            margin={{ top: 2, right: 12, bottom: 0, left: 4 }}
          >
            <XAxis type="number" tickFormatter={axisText} tickLine={false} axisLine={false} height={18} />
            <YAxis type="category" dataKey="name" width={92} tickLine={false} axisLine={false} interval={0} />
            {matrix.columns.map((column, index) => (
              <Bar
                key={column}
                dataKey={(stack: Stack) => stack[`c${index}`] ?? 0}
                name={column}
                stackId="coins"
                maxBarSize={26}
                isAnimationActive={false}
                className={`overseer-colour-${colourOf(matrix.columns, index)}${coin === null || coin === column ? '' : ' overseer-faded'}`}
                onClick={(_bar, position) => {
                  const pressed = stacks[position];
                  if (pressed !== undefined && pressed.id !== othersKey) onChoose(pressed.id);
                  if (column !== othersKey) onCoin(column);
                }}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function axisText(value: number): string {
  return ownText(formatCompact(fromNumber(value)));
}
