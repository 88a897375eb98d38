import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** An example that the service publishes: `GET /path`, or the topic of a feed; its page; its body. */
export interface PublishedExample {
  readonly name: string;
  readonly source: string;
  readonly body: unknown;
}

const Example = z.object({
  source: z.string(),
  endpoint: z.optional(z.string()),
  topic: z.optional(z.string()),
  body: z.unknown(),
});
const File = z.object({ about: z.string(), examples: z.array(Example) });

const folder = new URL('published/', import.meta.url);
/** Marks before and after the digits of a number that a double would change. */
const mark = '\u0001';

function keepDigits(_key: string, value: unknown, ...context: readonly { readonly source?: unknown }[]): unknown {
  const source = context[0]?.source;
  return typeof value === 'number' && String(value) !== source ? `${mark}${String(source)}${mark}` : value;
}

/** The text of a body, each number with the digits that were published. */
export function textOf(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"\\u0001([^"\\]+)\\u0001"/g, '$1');
}

/** All examples. Numbers that a double cannot hold are marked: only `textOf` makes a body of them. */
export function publishedExamples(): readonly PublishedExample[] {
  return readdirSync(folder).flatMap(file => {
    const parsed: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'), keepDigits);
    return File.parse(parsed).examples.map(({ endpoint, topic, source, body }) => {
      const name = endpoint ?? topic ?? '';
      return { name: topic === undefined && file.startsWith('futures') ? `futures ${name}` : name, source, body };
    });
  });
}

/** The example of `GET /path` (`futures GET /path` at the futures host) or of a topic. */
export function publishedExample(name: string): PublishedExample {
  const found = publishedExamples().find(example => example.name === name);
  if (found === undefined) throw new Error(`no published example of ${name}`);
  return found;
}
