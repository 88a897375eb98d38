/** Recharts as its own examples write it: 400 points, everything else as it comes. Runs in the browser. */
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Area, AreaChart, Tooltip, XAxis, YAxis } from 'recharts';
import { box, depthBooks, drawInTurn, plainPoints } from './depth-feed.ts';

let show;

function Page({ first, isAnimated }) {
  const [data, setData] = useState(first);
  show = setData;
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

globalThis.openChart = (count, { isAnimated }) => {
  const [first, ...frames] = depthBooks({ levels: 200, count: count + 1 }).map(plainPoints);
  createRoot(document.getElementById('root')).render(createElement(Page, { first, isAnimated }));
  globalThis.drawChart = periodMs => drawInTurn(frames, points => show(points), periodMs);
};
