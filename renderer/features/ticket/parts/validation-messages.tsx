import { Button } from '#ui/form/button.tsx';
import type { ValidationError, ValidationWarning } from '../model/validation.ts';
import type { DraftEdit } from '../model/ticket-draft.ts';
import { t } from '#shared/words/t.ts';

interface ValidationMessagesProps {
  readonly validationErrors: readonly ValidationError[];
  readonly validationWarnings: readonly ValidationWarning[];
  readonly onFix: (edit: DraftEdit) => void;
}

/** So many warnings are read; what must be changed is shown in full, every rule of it. */
const mostShown = 3;

/** Errors and warnings of the ticket, each with its figure, its limit and the fixes offered as buttons. */
export function ValidationMessages({ validationErrors, validationWarnings, onFix }: ValidationMessagesProps) {
  return (
    <div className="ticket-findings" aria-live="polite">
      {validationErrors.map(each => (
        <ValidationLine key={each.title + each.text} finding={each} onFix={onFix} />
      ))}
      {validationWarnings.slice(0, Math.max(0, mostShown - validationErrors.length)).map(each => (
        <ValidationLine key={each.title + each.text} finding={each} onFix={onFix} />
      ))}
    </div>
  );
}

/** Every warning of the reviewed order; it is changed in the form. */
export function ReviewedWarnings({ warnings }: { readonly warnings: readonly ValidationWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="ticket-findings" role="group" aria-label={t`Warnings`}>
      {warnings.map(each => (
        <ValidationLine key={each.title + each.text} finding={{ ...each, fixes: [] }} />
      ))}
    </div>
  );
}

interface ValidationLineProps {
  readonly finding: ValidationError | ValidationWarning;
  readonly onFix?: (edit: DraftEdit) => void;
}

function ValidationLine({ finding, onFix }: ValidationLineProps) {
  return (
    <p className={`ticket-finding ticket-finding-${finding.severity}`}>
      <span>
        <b>{finding.title}</b> {finding.text}
      </span>
      {finding.fixes.map(fix => (
        <Button key={fix.label} size="small" onPress={() => onFix?.(fix.edit)}>
          {fix.label}
        </Button>
      ))}
    </p>
  );
}
