import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { expect, it } from 'vitest';
import { type Tool, toolCommand, toolPackages } from './tool-command.mjs';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the very object that the type is made of
const tools = Object.keys(toolPackages) as Tool[];

it.each(tools)('tool command: runs the module of %s with Node, and its arguments unchanged', tool => {
  const [node, file = '', ...words] = toolCommand([tool, 'C:\\Users\\Ada Ü\\report.json']);
  expect(node).toContain('node');
  expect(isAbsolute(file) && existsSync(file) && !/[\\/]\.bin[\\/]/.test(file)).toBe(true);
  expect(words).toEqual(['C:\\Users\\Ada Ü\\report.json']);
});
