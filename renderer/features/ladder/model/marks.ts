/** Which rung of which ladder an order is. */
export interface LadderMark {
  readonly ladder: string;
  readonly count: number;
  readonly row: number;
  /** 0 the first time; a row that was proven absent is sent again under a mark of its own */
  readonly attempt: number;
}

const shape = /^ladder-([0-9a-z]{8})-(\d{1,3})-(\d{1,3})-(\d{1,2})$/;

/** The client's id of one rung. It says all that is needed to find the ladder again after a restart. */
export function writeMark({ ladder, count, row, attempt }: LadderMark): string {
  return `ladder-${ladder}-${count}-${row}-${attempt}`;
}

/** Null: the order belongs to no ladder. */
export function readMark(clientOid: string | null): LadderMark | null {
  const [, ladder, count, row, attempt] = shape.exec(clientOid ?? '') ?? [];
  if (ladder === undefined) return null;
  return { ladder, count: Number(count), row: Number(row), attempt: Number(attempt) };
}

/** A name that no other ladder has. */
export function newLadderId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 8);
}
