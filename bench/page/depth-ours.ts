/** Fathom's depth chart, given one book after the other. Runs in the browser. */
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DepthChart } from '#features/book/depth/depth-chart.tsx';
import { box, depthBooks, drawInTurn } from './depth-feed.ts';

let show;

function Page({ first }) {
  const [book, setBook] = useState(first);
  show = setBook;
  const style = { ...box, display: 'flex' };
  return createElement('div', { style }, createElement(DepthChart, { book, decimals: { price: 1 } }));
}

globalThis.openChart = count => {
  const [first, ...frames] = depthBooks({ levels: 100, count: count + 1 });
  createRoot(document.getElementById('root')).render(createElement(Page, { first }));
  globalThis.drawChart = periodMs => drawInTurn(frames, book => show(book), periodMs);
};
