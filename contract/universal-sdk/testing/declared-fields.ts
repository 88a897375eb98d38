import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}
interface DeclaredClass {
  readonly fields: readonly Field[];
  /** the declarations of each class that it names */
  readonly files: ReadonlyMap<string, string>;
}
/** A class by its name and the file of its declaration. */
interface ClassPlace {
  readonly file: string;
  readonly name: string;
}

/** Declared as always there; the service's own examples show null where there is nothing to say. */
const emptyWhenUnset = new Set([
  'borrowSize',
  'cancelledOcoOrderIds',
  'clientOid',
  'confirms',
  'contractAddress',
  'endAt',
  'expireDate',
  'failMsg',
  'funds',
  'hostedStatus',
  'liquidAmount',
  'liquidPrice',
  'loanApplyId',
  'reason',
  'remark',
  'remarks',
  'returnCurrency',
  'settleDate',
  'settlementFee',
  'stopPrice',
  'subTradeType',
  'symbol',
  'tags',
  'visibleSize',
]);

/** Declared otherwise than the document and the service's examples have it. */
const declaredOtherwise = new Set([
  // text in the document, a number in the declarations
  'GetOrderListResp.items[].stopPrice',
  'GetRecentClosedOrdersResp.data[].stopPrice',
  // an order that was refused has none
  'BatchAddOrdersResp.data[].orderId',
  // what was not asked by
  'BatchCancelOrdersResp.data[].orderId',
  // the service answers null
  'CancelWithdrawalResp.data',
  'ModifyLeverageResp.data',
  // one class for two subjects: only position.status has it
  'CrossMarginPositionEvent.type',
  // an order by funds has no size
  'OrderV1Event.originSize',
  'OrderV2Event.originSize',
  // a transfer belongs to no order
  'AccountEvent.relationContext.orderId',
  'AccountEvent.relationContext.symbol',
]);

const require = createRequire(import.meta.url);
const AnyRecord = z.record(z.string(), z.unknown());
const classes = new Map<string, DeclaredClass>();

function readDeclaration({ file, name }: ClassPlace): DeclaredClass {
  const found = classes.get(`${file} ${name}`);
  if (found !== undefined) return found;
  const text = readFileSync(file, 'utf8');
  const body = new RegExp(`declare class ${name} [^{]*\\{([\\s\\S]*?)\\n\\}`, 'u').exec(text)?.[1];
  if (body === undefined) throw new Error(`${file} declares no ${name}`);
  const fields = Array.from(body.matchAll(/^ {4}(\w+)(\?)?: (.+);$/gmu), ([, field = '', mark, type = '']) => ({
    name: field,
    isOptional: mark === '?',
    type,
  })).filter(field => field.name !== 'commonResponse');
  const files = new Map<string, string>();
  for (const [, imported = '', path = ''] of text.matchAll(/import \{ (\w+) \} from '(\.\/model_\w+)'/gu))
    files.set(imported, join(dirname(file), `${path}.d.ts`));
  const declared = { fields, files };
  classes.set(`${file} ${name}`, declared);
  return declared;
}

const files = new Map<unknown, string>();

/** A class is declared beside the module that exports it. */
function fileOf(constructor: unknown): string | undefined {
  if (files.size === 0)
    for (const [path, module] of Object.entries(require.cache)) {
      if (!/kucoin-universal-sdk.+model_\w+\.js$/u.test(path)) continue;
      const exported = AnyRecord.parse({ ...module?.exports });
      for (const each of Object.values(exported)) files.set(each, path.replace(/js$/u, 'd.ts'));
    }
  return files.get(constructor);
}

interface Held {
  readonly value: unknown;
  readonly type: string;
  readonly path: string;
  readonly files: DeclaredClass['files'];
}

function deviationsOfValue({ value, type, path, files: named }: Held): readonly string[] {
  const element = /^Array<(.+)>$/u.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((each: unknown) =>
      deviationsOfValue({ value: each, type: element, path: `${path}[]`, files: named }),
    );
  }
  if (['string', 'number', 'boolean'].includes(type))
    return typeof value === type ? [] : [`${path} is ${typeof value}, not ${type}`];
  if (type.endsWith('Enum')) return typeof value === 'object' ? [`${path} is no word`] : [];
  const file = named.get(type);
  return file === undefined ? [] : deviationsOfRecord(value, { file, name: type }, path);
}

function deviationsOfRecord(value: unknown, place: ClassPlace, path: string): readonly string[] {
  const record = AnyRecord.safeParse(value);
  if (!record.success) return [`${path} is no ${place.name}`];
  const declared = readDeclaration(place);
  return declared.fields.flatMap(({ name, isOptional, type }) => {
    const field = record.data[name];
    const at = `${path}.${name}`;
    if (declaredOtherwise.has(at)) return [];
    if (field === undefined) return isOptional ? [] : [`${at} is missing`];
    if (field === null) return isOptional || emptyWhenUnset.has(name) ? [] : [`${at} is null`];
    return deviationsOfValue({ value: field, type, path: at, files: declared.files });
  });
}

const AnswerSchema = z.object({ commonResponse: z.object({ data: z.unknown() }) });

/**
 * Where an answer or a frame differs from the declarations of the official client, once each: a field without `?` is
 * present, and each field has its type. The class itself does not check: it fills missing fields with null.
 */
export function deviations(answer: object): readonly string[] {
  const file = fileOf(answer.constructor);
  const { name } = answer.constructor;
  if (file === undefined) throw new Error(`${name} is no answer of the official client`);
  const { data } = AnswerSchema.parse(answer).commonResponse;
  const [only, ...others] = readDeclaration({ file, name }).fields;
  // a list, or a word, is the one field of its class
  const isPlain = Array.isArray(data) || typeof data !== 'object' || data === null;
  const isWrapped = isPlain && only?.name === 'data' && others.length === 0;
  return [...new Set(deviationsOfRecord(isWrapped ? { data } : data, { file, name }, name))];
}
