import { ProfileColour } from '#shared/domain/profile.ts';
import { t } from '#shared/words/t.ts';

interface ColourPickerProps {
  readonly value: ProfileColour;
  readonly onChange: (colour: ProfileColour) => void;
}

/** The colour that frames the window and every confirmation of the profile. */
export function ColourPicker({ value, onChange }: ColourPickerProps) {
  return (
    <fieldset className="colours">
      <legend className="field-label">{t`Colour of the window’s frame`}</legend>
      {ProfileColour.options.map(colour => (
        <label key={colour} className="colour" data-profile={colour} title={colour}>
          <input
            type="radio"
            name="profile-colour"
            className="visually-hidden"
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <span className="colour-dot" aria-hidden="true" />
          <span className="visually-hidden">{colour}</span>
        </label>
      ))}
    </fieldset>
  );
}
