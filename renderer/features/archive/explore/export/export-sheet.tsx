import { useState } from 'react';
import {
  type ArchiveExport,
  type ArchiveFilter,
  type ExportedRows,
  exportFormats,
} from '#shared/domain/archive/explore.ts';
import { fromNumber } from '#shared/decimal.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { formatDecimal } from '#lib/format.ts';
import { isHidden } from '#lib/own/privacy.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { viewTitles } from '../model/explore-texts.ts';
import { t } from '#shared/words/t.ts';

interface ExportSheetProps {
  readonly filter: ArchiveFilter;
  readonly onClose: () => void;
}

type Format = ArchiveExport['format'];
type Outcome =
  | { readonly state: 'writing'; readonly format: Format }
  | { readonly state: 'written'; readonly files: ExportedRows }
  | { readonly state: 'failed'; readonly message: string };

const formatTitles: Readonly<Record<Format, string>> = { csv: 'CSV', json: 'JSON', parquet: t`Parquet` };

function writtenText({ file, manifest, rows }: ExportedRows): string {
  return t`${formatDecimal(fromNumber(rows))} rows were written to ${file}. Manifest: ${manifest}`;
}

/** Writes all rows of the filter, not only those that are shown, and says first what the file holds. */
export function ExportSheet({ filter, onClose }: ExportSheetProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  usePrivacy();
  const isWriting = outcome?.state === 'writing';
  const write = async (format: Format) => {
    setOutcome({ state: 'writing', format });
    try {
      setOutcome({ state: 'written', files: await call('archive.export', { ...filter, format }) });
    } catch (thrown) {
      setOutcome({ state: 'failed', message: toFailure(thrown).message });
    }
  };
  return (
    <Sheet
      title={t`Export ${viewTitles[filter.view]}`}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <p>{t`All archived rows of the filter, with all fields and exact amounts, and a manifest with time, filter, coverage and hash.`}</p>
      <p>{t`The file is not encrypted. It is in the folder exports of the data folder.`}</p>
      {isHidden() ? (
        <p className="notice notice-warning">{t`The file holds the figures that the screen hides.`}</p>
      ) : null}
      <div className="explore-formats">
        {exportFormats.map(format => (
          <Button
            key={format}
            isBusy={isWriting && outcome.format === format}
            disabledReason={isWriting && outcome.format !== format ? t`A file is being written.` : null}
            onPress={() => void write(format)}
          >
            {t`Write ${formatTitles[format]}`}
          </Button>
        ))}
      </div>
      {outcome?.state === 'written' ? (
        <p role="status" className="selectable">
          {writtenText(outcome.files)}
        </p>
      ) : null}
      {outcome?.state === 'failed' ? <p role="alert">{outcome.message}</p> : null}
    </Sheet>
  );
}
