import type { ChartColours } from '../chart-style.ts';

/** For tests: each colour of the chart has a distinct value. */
export const colours: ChartColours = {
  surface: '#000',
  line: '#111',
  grid: '#121',
  strong: '#222',
  text: '#333',
  up: '#00ff00',
  down: '#ff0000',
  own: '#00f',
  warning: '#ff0',
  font: 'Figures',
};
