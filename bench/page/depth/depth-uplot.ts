/** uPlot with 400 points on its canvas. Runs in the browser. */
import Plot, { type AlignedData, type Options, type Series } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { box, depthBooks, drawInTurn, firstAndRest, type PlainPoint, plainPoints } from './depth-feed.ts';
import { rootElement } from '../root-element.ts';

const columnsOf = (points: readonly PlainPoint[]): AlignedData => [
  points.map(({ price }) => price),
  points.map(({ bid }) => bid),
  points.map(({ ask }) => ask),
];

const line = (stroke: string): Series => ({ stroke, fill: `${stroke}20`, points: { show: false } });

window.openChart = count => {
  const books = depthBooks({ levels: 200, count: count + 1 }).map(book => columnsOf(plainPoints(book)));
  const [first, frames] = firstAndRest(books);
  const options: Options = { ...box, scales: { x: { time: false } }, series: [{}, line('#22aa66'), line('#cc4455')] };
  const plot = new Plot(options, first, rootElement());
  window.drawChart = periodMs => drawInTurn(frames, data => plot.setData(data), periodMs);
};
