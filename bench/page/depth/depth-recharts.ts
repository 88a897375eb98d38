/** Recharts as its own examples write it: 400 points, everything else as it comes. Runs in the browser. */
import { createElement, type Dispatch, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Area, AreaChart, Tooltip, XAxis, YAxis } from 'recharts';
import { box, depthBooks, drawInTurn, firstAndRest, type PlainPoint, plainPoints } from './depth-feed.ts';
import { rootElement } from '../root-element.ts';

type Points = readonly PlainPoint[];

interface PageProps {
  readonly first: Points;
  readonly isAnimated: boolean;
}

let show: Dispatch<Points> | null = null;

function Page({ first, isAnimated }: PageProps) {
  const [data, setData] = useState(first);
  useEffect(() => {
    show = setData;
  }, []);
  const more = isAnimated ? {} : { isAnimationActive: false };
  return createElement(
    AreaChart,
    { ...box, data },
    createElement(XAxis, { dataKey: 'price', type: 'number', domain: ['dataMin', 'dataMax'] }),
    createElement(YAxis),
    createElement(Tooltip),
    createElement(Area, { dataKey: 'bid', ...more }),
    createElement(Area, { dataKey: 'ask', ...more }),
  );
}

window.openChart = (count, { isAnimated = true }) => {
  const [first, frames] = firstAndRest(depthBooks({ levels: 200, count: count + 1 }).map(plainPoints));
  createRoot(rootElement()).render(createElement(Page, { first, isAnimated }));
  window.drawChart = periodMs => drawInTurn(frames, points => show?.(points), periodMs);
};
