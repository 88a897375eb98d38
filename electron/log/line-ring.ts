/** The last lines of a log that cannot be written. Bounded: the oldest are dropped, and counted. */
export interface LineRing {
  readonly add: (line: string) => void;
  /** null when nothing waits */
  readonly first: () => string | null;
  readonly shift: () => void;
}

const mostLines = 2000;
const mostCharacters = 1024 * 1024;

export function createLineRing(): LineRing {
  const lines: string[] = [];
  let characters = 0;
  let dropped = 0;
  const isFull = () => lines.length > mostLines || characters > mostCharacters;
  const dropOldest = () => {
    characters -= lines.shift()?.length ?? 0;
  };
  return {
    add: line => {
      lines.push(line);
      characters += line.length;
      for (; isFull(); dropped += 1) dropOldest();
    },
    first: () => {
      if (dropped > 0) return `${JSON.stringify({ level: 40, event: 'log.lines-dropped', count: dropped })}\n`;
      return lines[0] ?? null;
    },
    shift: () => {
      if (dropped > 0) dropped = 0;
      else dropOldest();
    },
  };
}
