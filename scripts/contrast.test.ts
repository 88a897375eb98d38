import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Rgb = readonly [number, number, number];

const css = readFileSync('renderer/ui/tokens.css', 'utf8');

/** The tokens of one theme, as the style sheet writes them. */
function tokensOf(theme: 'dark' | 'light'): ReadonlyMap<string, string> {
  const block = new RegExp(`data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

function colourOf(text: string, ground: Rgb): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(text);
  if (hex !== null) return [parse(hex[1]), parse(hex[2]), parse(hex[3])];
  const [red = 0, green = 0, blue = 0, alpha = 0] = [...text.matchAll(/\d+/g)].map(Number);
  const mix = (over: number, under: number) => over * (alpha / 100) + under * (1 - alpha / 100);
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2])];
}

function parse(pair: string | undefined): number {
  return Number.parseInt(pair ?? '', 16);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

/** What the style sheet makes of the colours of old data. */
function grey([red, green, blue]: Rgb): Rgb {
  const level = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [level, level, level];
}

const texts = ['text', 'text-muted', 'text-faint', 'up', 'down', 'own', 'warning', 'danger'];
const grounds = ['surface', 'surface-hover', 'surface-raised', 'up-surface', 'down-surface'];

interface Pair {
  readonly name: string;
  readonly over: Rgb;
  readonly under: Rgb;
}

/** Every text on every ground of a theme, live and old. */
function pairsOf(theme: 'dark' | 'light'): readonly Pair[] {
  const tokens = tokensOf(theme);
  const surface = colourOf(tokens.get('surface') ?? '', [0, 0, 0]);
  const colour = (name: string) => colourOf(tokens.get(name) ?? '', surface);
  const live = texts.flatMap(text =>
    grounds.map(ground => ({ name: `${text} on ${ground}`, over: colour(text), under: colour(ground) })),
  );
  const old = live.map(({ name, over, under }) => ({ name: `${name}, old`, over: grey(over), under: grey(under) }));
  return [...live, ...old];
}

it.each(['dark', 'light'] as const)(
  'contrast of every text of the %s theme is readable on every background, stale data too',
  theme => {
    const tooFaint = pairsOf(theme).filter(({ over, under }) => contrast(over, under) < 4.5);
    expect(tooFaint.map(({ name }) => name)).toEqual([]);
  },
);

it('contrast is not reduced by the style sheet of panels and tables', () => {
  const panel = readFileSync('renderer/ui/panel/panel.css', 'utf8');
  const old = /\.panel-content-old \{([^}]*)\}/.exec(panel)?.[1] ?? '';
  expect(old).toContain('grayscale');
  expect(old).not.toContain('opacity');
});

/** The tokens of the dark theme that are colours, and what high contrast of the system makes of them. */
it('high-contrast theme takes every colour from the system in high contrast, and names no colour outside of the tokens', () => {
  const isColour = /#[0-9a-f]{3,8}\b|rgba?\(/iu;
  const forced = readFileSync('renderer/ui/forced-colors.css', 'utf8');
  const tokens = new Map(
    [...forced.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const missing = [...tokensOf('dark')].filter(([name, value]) => isColour.test(value) && !tokens.has(name));
  expect(missing).toEqual([]);
  expect([...tokens].filter(([, value]) => isColour.test(value))).toEqual([]);
  const sheets = globSync('renderer/**/*.css').filter(file => !file.endsWith('tokens.css'));
  expect(sheets.length).toBeGreaterThan(30);
  expect(sheets.filter(file => isColour.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('outlines chosen and focused parts in high contrast, also where a component has no outline', () => {
  const forced = readFileSync('renderer/ui/forced-colors.css', 'utf8');
  const selectors = [...forced.matchAll(/^ {2}(\S.*(?:aria-|:focus-visible|:disabled).*?)(?: \{|,)$/gm)];
  expect(selectors.length).toBeGreaterThan(5);
  // a rule of a component has one class, and comes later
  expect(selectors.filter(([, selector = '']) => !selector.startsWith(':root'))).toEqual([]);
});

it('theme gives the series of a chart different colours in high contrast', () => {
  const forced = readFileSync('renderer/ui/forced-colors.css', 'utf8');
  const series = [...forced.matchAll(/--profile-\w+:\s*([^;]+);/g)].map(([, value]) => value);
  expect(series).toHaveLength(6);
  expect(new Set(series).size).toBe(6);
});
