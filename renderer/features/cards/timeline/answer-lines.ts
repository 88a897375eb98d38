/** A text of JSON in pieces: each string, and each single character beside them. */
const pieces = /"(?:[^"\\]|\\.)*"|[^"]|"/gsu;

/**
 * A text of JSON in lines, one field each, indented by two for each level. Nothing of it is read: what does not stand in a
 * string keeps its letters and digits, and only the blanks between them are others.
 */
export function answerLines(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const end = () => {
    if (line.trim() !== '') lines.push(line);
    line = '  '.repeat(depth);
  };
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '}' || piece === ']') {
      depth = Math.max(0, depth - 1);
      end();
    }
    if (!/^\s$/u.test(piece)) line += piece;
    if (piece === '{' || piece === '[') depth += 1;
    if (piece === '{' || piece === '[' || piece === ',') end();
    if (piece === ':') line += ' ';
  }
  end();
  return lines;
}
