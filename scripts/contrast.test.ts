import { readFileSync } from 'node:fs';
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

it.each(['dark', 'light'] as const)(
  'in the %s theme every text can be read on every ground, also when its data is old',
  theme => {
    const tokens = tokensOf(theme);
    const surface = colourOf(tokens.get('surface') ?? '', [0, 0, 0]);
    const tooFaint: string[] = [];
    for (const text of texts) {
      for (const ground of grounds) {
        const over = colourOf(tokens.get(text) ?? '', surface);
        const under = colourOf(tokens.get(ground) ?? '', surface);
        const least = Math.min(contrast(over, under), contrast(grey(over), grey(under)));
        if (least < 4.5) tooFaint.push(`${text} on ${ground}: ${least.toFixed(2)}`);
      }
    }
    expect(tooFaint).toEqual([]);
  },
);

it('nothing in the style sheets of panels and tables fades text away', () => {
  const panel = readFileSync('renderer/ui/panel/panel.css', 'utf8');
  const old = /\.panel-content-old \{([^}]*)\}/.exec(panel)?.[1] ?? '';
  expect(old).toContain('grayscale');
  expect(old).not.toContain('opacity');
});
