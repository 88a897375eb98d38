const reactAria = /\/node_modules\/react-(?:aria|aria-components|stately)\//;
const emptied = /\.innerHTML = '';/g;

/**
 * React Aria empties its live region by `innerHTML`, which Trusted Types refuse even for nothing: the page would be gone
 * with it. This does the same without HTML.
 * @param {string} code of a module
 * @param {string} id its path
 */
export function withoutHtml(code, id) {
  if (!reactAria.test(id) || !code.includes('innerHTML')) return null;
  const clean = code.replace(emptied, '.replaceChildren();');
  if (clean.includes('innerHTML'))
    throw new Error(`${id} writes into the page in another way than before: change scripts/run/without-html.mjs`);
  return clean;
}
