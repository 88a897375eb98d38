/** The script's place in the page. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root');
  return root;
}
