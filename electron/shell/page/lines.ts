/** Splits what a process prints into lines; text after the last line end waits for its rest. */
export function splitLines(listener: (line: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return chunk => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) listener(line);
  };
}
