import type { ChartColours } from '../chart-style.ts';

/** For tests: each colour of the chart tells itself apart. */
export const colours: ChartColours = {
  surface: '#000',
  line: '#111',
  grid: '#121',
  strong: '#222',
  text: '#333',
  up: '#0f0',
  down: '#f00',
  own: '#00f',
  warning: '#ff0',
  font: 'Figures',
};
