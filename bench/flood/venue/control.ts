import { fileURLToPath } from 'node:url';

/** The file that stands in the practice exchange's place. */
export const venueFile = fileURLToPath(new URL('./venue.ts', import.meta.url));

async function ask(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** The bench's end of one source of the venue: `desk` is read by Fathom, `peer` by whoever stands beside it. */
export function controlSource(spot, name) {
  const url = `${spot}/flood/${name}`;
  return {
    /** increments a second from now on; answers the report of the pace that ends with it */
    setPace: (perSecond, manner = 'steady') =>
      ask(url, { method: 'POST', body: JSON.stringify({ perSecond, manner }) }),
    /** the last number, and `[last number, sent at]` of each tick since the pace was set */
    report: () => ask(url),
    snapshot: () => ask(`${url}/snapshot`),
    pageUrl: `${url}/page`,
    feedUrl: `${spot.replace('http', 'ws')}/feed?token=${name}`,
  };
}
