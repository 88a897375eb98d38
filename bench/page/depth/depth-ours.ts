/** Fathom's depth chart, given one book after the other. Runs in the browser. */
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { createElement, type Dispatch, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DepthChart } from '#features/book/depth/depth-chart.tsx';
import { box, type DepthBook, depthBooks, drawInTurn, firstAndRest } from './depth-feed.ts';
import { rootElement } from '../root-element.ts';

let show: Dispatch<DepthBook> | null = null;

function Page({ first }: { readonly first: DepthBook }) {
  const [book, setBook] = useState(first);
  useEffect(() => {
    show = setBook;
  }, []);
  const style = { ...box, display: 'flex' };
  const chart = { book, unit: 'BTC', decimals: { price: 1 }, tick: null };
  return createElement('div', { style }, createElement(DepthChart, chart));
}

window.openChart = count => {
  const [first, frames] = firstAndRest(depthBooks({ levels: 100, count: count + 1 }));
  createRoot(rootElement()).render(createElement(Page, { first }));
  window.drawChart = periodMs => drawInTurn(frames, book => show?.(book), periodMs);
};
