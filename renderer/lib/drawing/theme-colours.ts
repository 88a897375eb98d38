/** The attributes of the root element that change its colours. */
const attributeFilter = ['data-theme', 'data-density', 'data-directions', 'data-font-size'];
const contrastQuery = '(forced-colors: active)';
const lightQuery = '(prefers-color-scheme: light)';

/** Hex and rgb() are understood by every canvas; colours of the system by none outside of the page. */
const isPlain = /^(?:#|rgb|$)/u;

/**
 * A colour token of the style sheet for a canvas, which inherits none. A colour of the system comes as the system defines
 * it now.
 */
export function readColour(element: Element, token: string): string {
  const value = getComputedStyle(element).getPropertyValue(token).trim();
  if (isPlain.test(value)) return value;
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A colour of `readColour` with this opacity, from 0 to 1. A colour in another notation stays opaque. */
export function faded(colour: string, alpha: number): string {
  const byte = Math.round(alpha * 255).toString(16);
  if (/^#[\da-f]{6}$/iu.test(colour)) return colour + byte.padStart(2, '0');
  const isRgb = /^rgb\([\d\s,]+\)$/u.test(colour);
  return isRgb ? colour.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`) : colour;
}

/** Calls back after each change of theme, density or system colours. Returns the function that ends that. */
export function watchColours(onChange: () => void): () => void {
  // the attributes are set by an effect further out, which runs after that of a caller
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  const lists = [contrastQuery, lightQuery].map(query => matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}
