/** uPlot with 400 points on its canvas. Runs in the browser. */
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { box, depthBooks, drawInTurn, plainPoints } from './depth-feed.ts';

const columnsOf = points => ['price', 'bid', 'ask'].map(key => points.map(point => point[key]));

globalThis.openChart = count => {
  const [first, ...frames] = depthBooks({ levels: 200, count: count + 1 }).map(book => columnsOf(plainPoints(book)));
  const line = stroke => ({ stroke, fill: `${stroke}20`, points: { show: false } });
  const options = { ...box, scales: { x: { time: false } }, series: [{}, line('#22aa66'), line('#cc4455')] };
  const plot = new Plot(options, first, document.getElementById('root'));
  globalThis.drawChart = periodMs => drawInTurn(frames, data => plot.setData(data), periodMs);
};
