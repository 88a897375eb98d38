import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutHtml } from './without-html.mjs';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');
/** What our policy refuses: HTML from text, and a style sheet written by a script. */
const refused = /\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createElement\(["']style["']\)/;

it('React Aria has only three known parts that our policy rejects', () => {
  const packages = ['react-aria', 'react-stately', 'react-aria-components'];
  const refusing = packages
    .flatMap(name => globSync(`${name}/dist/**/*.mjs`, { cwd: modules }))
    .filter(file => refused.test(readFileSync(join(modules, file), 'utf8')))
    .map(file => file.replaceAll('\\', '/'))
    .toSorted();
  expect(refusing).toEqual([
    // the style sheet of the meta with its id in renderer/index.html
    'react-aria/dist/private/interactions/usePress.mjs',
    // made clean on the way into the page, below
    'react-aria/dist/private/live-announcer/LiveAnnouncer.mjs',
    // on telephones of one maker only
    'react-aria/dist/private/overlays/usePreventScroll.mjs',
  ]);
});

it('live region is emptied without HTML, and nothing else is changed', () => {
  const file = join(modules, 'react-aria/dist/private/live-announcer/LiveAnnouncer.mjs');
  const code = readFileSync(file, 'utf8');
  const clean = withoutHtml(code, file);
  expect(clean).not.toMatch(refused);
  expect(clean?.match(/Log\.replaceChildren\(\);/g)).toHaveLength(2);
  expect(withoutHtml(code, '/x/node_modules/react-dom/index.js')).toBeNull();
});

it('unknown use of HTML stops the build before it reaches the page', () => {
  const id = '/x/node_modules/react-aria/dist/Announcer.mjs';
  expect(() => withoutHtml('this.log.innerHTML = empty', id)).toThrow('in another way');
});

it('pressed style sheet is ours, by the name and the rule of React Aria', () => {
  const press = readFileSync(join(modules, 'react-aria/dist/private/interactions/usePress.mjs'), 'utf8');
  const renderer = join(import.meta.dirname, '..', '..', 'renderer');
  const [, id = 'none'] = /STYLE_ID = '([^']+)'/.exec(press) ?? [];
  const [, attribute = 'none'] = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(press) ?? [];
  const [, sheet = 'none'] = /textContent = `([^`]+)`/.exec(press) ?? [];
  const [, declaration = 'none'] = /\{\s*([\w-]+: [^;]+;)\s*\}/.exec(sheet) ?? [];
  expect(readFileSync(join(renderer, 'index.html'), 'utf8')).toContain(`<meta id="${id}"`);
  const rule = new RegExp(`\\[${attribute}\\] \\{\\s*${declaration}\\s*\\}`);
  expect(readFileSync(join(renderer, 'ui', 'base.css'), 'utf8')).toMatch(rule);
});
