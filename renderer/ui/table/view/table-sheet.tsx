import { use, useState } from 'react';
import { type TableSetup, TableView } from '#shared/domain/view/table-view.ts';
import { isHidden } from '#lib/own/privacy.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AsOfContext } from '#ui/as-of-context.ts';
import type { Column } from '../column.ts';
import { changeColumn, choicesOf, emptyView, moveColumn } from './arrange.ts';
import { toCsv, toJson } from './export-rows.ts';
import type { ExportKind, SaveOutcome } from './table-views.ts';
import { t } from '#shared/words/t.ts';

interface TableSheetProps<Row> {
  readonly title: string;
  /** all there are */
  readonly columns: readonly Column<Row>[];
  /** those that are shown, in their order */
  readonly arranged: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly marked: readonly Row[];
  /** some of the rows in the order in which they stand on the screen */
  readonly inOrder: (some: readonly Row[]) => readonly Row[];
  readonly setup: TableSetup;
  readonly onSetup: (setup: TableSetup) => void;
  readonly onFilter: () => void;
  /** null: no file can be written from here */
  readonly save: ((kind: ExportKind, text: string) => Promise<SaveOutcome>) | null;
  readonly onClose: () => void;
}

/** Everything about how one table is looked at, and files of it. */
export function TableSheet<Row>(props: TableSheetProps<Row>) {
  return (
    <Sheet
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onFilter}>{t`Filter (F)`}</Button>
          <Button variant="primary" onPress={props.onClose}>{t`Done`}</Button>
        </>
      }
    >
      <Columns {...props} />
      <Views {...props} />
      {props.save === null ? null : <Files {...props} save={props.save} />}
    </Sheet>
  );
}

const leastWidth = 30;
const mostWidth = 1000;

function readWidth(text: string): number | null {
  const width = Number(text);
  return text.trim() !== '' && Number.isInteger(width) && width >= leastWidth && width <= mostWidth ? width : null;
}

function Columns<Row>({ columns, setup, onSetup }: TableSheetProps<Row>) {
  const choices = choicesOf(columns, setup.view.columns);
  const change = (next: typeof choices) => onSetup({ ...setup, view: { ...setup.view, columns: [...next] } });
  const shown = choices.filter(({ isShown }) => isShown).length;
  return (
    <fieldset className="table-sheet-part">
      <legend>{t`Columns`}</legend>
      <ul className="table-choices">
        {choices.map(({ key, isShown, widthPx }, index) => {
          const title = columns.find(column => column.key === key)?.title ?? key;
          const name = title === '' ? key : title;
          return (
            <li key={key} className="table-choice">
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown === 1}
                  onChange={event => change(changeColumn(choices, key, { isShown: event.target.checked }))}
                />
                {name}
              </label>
              <input
                className="input"
                type="text"
                inputMode="numeric"
                aria-label={t`Width of ${name} in points; empty: as wide as its figures`}
                placeholder={t`auto`}
                defaultValue={widthPx ?? ''}
                onBlur={event => change(changeColumn(choices, key, { widthPx: readWidth(event.target.value) }))}
              />
              <Button
                size="small"
                label={t`${name}: further to the front`}
                disabledReason={index === 0 ? t`It is the first` : null}
                onPress={() => change(moveColumn(choices, key, -1))}
              >
                ↑
              </Button>
              <Button
                size="small"
                label={t`${name}: further to the end`}
                disabledReason={index === choices.length - 1 ? t`It is the last` : null}
                onPress={() => change(moveColumn(choices, key, 1))}
              >
                ↓
              </Button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

const mostViews = 20;

function Views<Row>({ setup, onSetup }: TableSheetProps<Row>) {
  const [name, setName] = useState('');
  const { view, saved } = setup;
  const wanted = name.trim();
  const others = saved.filter(each => each.name !== wanted);
  const error =
    wanted === ''
      ? t`Enter a name`
      : others.length >= mostViews
        ? t`${mostViews} views are kept; remove one first`
        : null;
  const keep = () => {
    onSetup({ view, saved: [...others, { name: wanted, view }] });
    setName('');
  };
  return (
    <fieldset className="table-sheet-part">
      <legend>{t`Views`}</legend>
      {saved.map(each => (
        <div key={each.name} className="table-sheet-row">
          <Button isPressed={isSame(each.view, view)} onPress={() => onSetup({ ...setup, view: each.view })}>
            {each.name}
          </Button>
          <Button
            variant="quiet"
            size="small"
            label={t`Remove the view ${each.name}`}
            onPress={() => onSetup({ view, saved: saved.filter(other => other !== each) })}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className="table-sheet-row">
        <input
          className="input"
          aria-label={t`Name of the view`}
          placeholder={t`name of this view`}
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <Button disabledReason={error} onPress={keep}>
          {others.length === saved.length ? t`Keep this view` : t`Replace the table with this name`}
        </Button>
        <Button variant="quiet" onPress={() => onSetup({ ...setup, view: emptyView })}>{t`Default`}</Button>
      </div>
    </fieldset>
  );
}

const isSame = (a: TableView, b: TableView) =>
  JSON.stringify(TableView.parse(a)) === JSON.stringify(TableView.parse(b));

interface FilesProps<Row> extends TableSheetProps<Row> {
  readonly save: (kind: ExportKind, text: string) => Promise<SaveOutcome>;
}

/** A file is for its reader: it is whole, and that is said. */
function hiddenNote(): string {
  return isHidden() ? t`. It holds the figures that the screen hides.` : '';
}

function Files<Row>({ arranged, rows, marked, inOrder, save }: FilesProps<Row>) {
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null);
  const asOfMs = use(AsOfContext);
  const write = async (kind: ExportKind, what: readonly Row[]) => {
    const toText = kind === 'csv' ? toCsv : toJson;
    setOutcome(await save(kind, toText(arranged, inOrder(what), asOfMs)));
  };
  const button = (kind: ExportKind, what: readonly Row[], words: string) => (
    <Button disabledReason={what.length === 0 ? t`There is no row` : null} onPress={() => write(kind, what)}>
      {words}
    </Button>
  );
  return (
    <fieldset className="table-sheet-part">
      <legend>{t`Files: the shown columns with units and as-of time, times in UTC`}</legend>
      <div className="table-sheet-row">
        {button('csv', rows, t`CSV of ${rows.length} rows`)}
        {button('json', rows, t`JSON of ${rows.length} rows`)}
        {marked.length === 0 ? null : button('csv', marked, t`CSV of ${marked.length} marked`)}
        {marked.length === 0 ? null : button('json', marked, t`JSON of ${marked.length} marked`)}
      </div>
      <p role="status" className="selectable">
        {outcome === null ? '' : 'file' in outcome ? t`Written to ${outcome.file}${hiddenNote()}` : outcome.error}
      </p>
    </fieldset>
  );
}
