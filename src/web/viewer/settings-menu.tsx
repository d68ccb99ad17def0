import { Settings as Gear } from 'lucide';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { overlayWords } from './overlays/overlay-notes.tsx';
import { overlayKinds, type SettingName, type Settings, settingChoices } from './store/viewer-address.ts';
import { useViewer } from './viewer-context.tsx';

/** Those that are one of several; what lies over the map is there or not. */
type ChoiceName = Exclude<SettingName, (typeof overlayKinds)[number]>;

const names: Record<ChoiceName, string> = {
  parcel: 'Parcel to lift',
  wind: 'Wind in',
  heights: 'Heights in',
  map: 'Map of',
  profile: 'Profile of',
};

const words: { [Name in ChoiceName]: Record<Settings[Name], string> } = {
  parcel: { mixed: 'mixed lowest 100 hPa', lowest: 'lowest 100 m', unstable: 'most unstable' },
  wind: { ms: 'm/s', kt: 'knots' },
  heights: { hpa: 'hPa', km: 'km' },
  map: { world: 'the world', near: 'the flight' },
  profile: { near: 'a day', whole: 'the whole flight' },
};

/** Everything that changes the looks of the pictures; the address holds it. */
export function SettingsMenu({ settings }: { settings: Settings }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !menu.current?.contains(event.relatedTarget)) close();
  };
  return (
    <details ref={menu} className="viewer-settings" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="icon-button" aria-label="Settings">
        <Icon of={Gear} size={18} />
      </summary>
      <div className="viewer-settings-panel">
        <OverlayChoice settings={settings} />
        {(Object.keys(names) as ChoiceName[]).map((name) => (
          <SettingChoice key={name} name={name} value={settings[name]} />
        ))}
      </div>
    </details>
  );
}

function OverlayChoice({ settings }: { settings: Settings }) {
  const viewer = useViewer();
  return (
    <fieldset className="viewer-setting">
      <legend>Over the map</legend>
      {overlayKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={settings[kind] === 'on'}
            onChange={(event) => viewer.set(kind, event.target.checked ? 'on' : 'off')}
          />
          {overlayWords[kind]}
        </label>
      ))}
    </fieldset>
  );
}

function SettingChoice<Name extends ChoiceName>({ name, value }: { name: Name; value: Settings[Name] }) {
  const viewer = useViewer();
  const choices = settingChoices[name] as unknown as readonly Settings[Name][];
  return (
    <fieldset className="viewer-setting">
      <legend>{names[name]}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`viewer-${name}`}
            checked={choice === value}
            onChange={() => viewer.set(name, choice)}
          />
          {words[name][choice]}
        </label>
      ))}
    </fieldset>
  );
}
