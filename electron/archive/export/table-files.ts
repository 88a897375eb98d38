import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { byteOrderMark, csvFormula } from '#shared/export/csv.ts';
import type { exportFormats } from '#shared/domain/archive/explore.ts';
import { assertNever } from '#shared/errors.ts';

export type ExportFormat = (typeof exportFormats)[number];

type ExportedLine = readonly (string | null)[];

/** A file that is being written, page by page. */
export interface TableFile {
  /** lines with the values of all keys in their order */
  readonly write: (lines: readonly ExportedLine[]) => void;
  /** writes what ends the file */
  readonly end: () => void;
  /** releases the file, also one that was not ended; more than once is no error */
  readonly close: () => void;
}

/** A file that is closed once. */
function openNew(path: string): { readonly file: number; readonly close: () => void } {
  const file = openSync(path, 'wx', 0o600);
  let isOpen = true;
  return {
    file,
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** A cell of CSV. One that a spreadsheet would run begins with an apostrophe. */
function cellText(value: string | null): string {
  const text = value === null ? '' : csvFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const lineText = (values: ExportedLine) => `${values.map(cellText).join(',')}\r\n`;

function createCsv(path: string, keys: readonly string[]): TableFile {
  const { file, close } = openNew(path);
  writeFileSync(file, byteOrderMark + lineText(keys));
  return {
    write: lines => writeFileSync(file, lines.map(lineText).join('')),
    end: () => undefined,
    close,
  };
}

function toRecord(keys: readonly string[], line: ExportedLine): Readonly<Record<string, string | null>> {
  return Object.fromEntries(keys.map((key, index) => [key, line[index] ?? null]));
}

/** A list with an object in each line. Amounts are texts, because a number would lose digits. */
function createJson(path: string, keys: readonly string[]): TableFile {
  const { file, close } = openNew(path);
  writeFileSync(file, '[');
  let separator = '\n';
  return {
    write(lines) {
      writeFileSync(file, separator + lines.map(line => JSON.stringify(toRecord(keys, line))).join(',\n'));
      separator = ',\n';
    },
    end: () => writeFileSync(file, '\n]\n'),
    close,
  };
}

/** All columns are texts: Parquet's own decimals have one scale for a whole column. */
function columnsOf(keys: readonly string[], lines: readonly ExportedLine[]) {
  return keys.map((name, column) => ({
    name,
    type: 'STRING' as const,
    nullable: true,
    data: lines.map(line => line[column] ?? null),
  }));
}

function createParquet(path: string, keys: readonly string[]): TableFile {
  closeSync(openSync(path, 'wx', 0o600));
  const schema = schemaFromColumnData({ columnData: columnsOf(keys, []) });
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'Fathom' });
  return {
    write: lines => void writer.write({ columnData: columnsOf(keys, lines) }),
    end: () => void writer.finish(),
    // the writer opens the file for each part
    close: () => undefined,
  };
}

/** Begins a new file, which only its owner may read. Throws what the file system throws. */
export function createTableFile(path: string, format: ExportFormat, keys: readonly string[]): TableFile {
  switch (format) {
    case 'csv':
      return createCsv(path, keys);
    case 'json':
      return createJson(path, keys);
    case 'parquet':
      return createParquet(path, keys);
    default:
      return assertNever(format);
  }
}
