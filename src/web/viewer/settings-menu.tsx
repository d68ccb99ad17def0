import { Settings as Gear } from 'lucide';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { overlayNames } from './overlays/overlay-calls.ts';
import { useViewer } from './panel.tsx';
import { overlayKinds, type SettingName, type Settings, settingChoices } from './store/viewer-address.ts';

/** Settings with several choices; overlays are on or off. */
type ChoiceName = Exclude<SettingName, (typeof overlayKinds)[number]>;

const labels: { [Name in ChoiceName]: { title: string; choices: Record<Settings[Name], string> } } = {
  parcel: {
    title: 'Parcel',
    choices: { mixed: 'Mixed layer (100 hPa)', lowest: 'Lowest 100 m', unstable: 'Most unstable' },
  },
  wind: { title: 'Wind', choices: { ms: 'm/s', kt: 'knots' } },
  heights: { title: 'Heights', choices: { hpa: 'hPa', km: 'km' } },
  map: { title: 'Map', choices: { world: 'World', near: 'Flight' } },
  profile: { title: 'Profile', choices: { near: 'One day', whole: 'Full flight' } },
};

/** The settings of all panels, which the address also holds. */
export function SettingsMenu({ settings }: { settings: Settings }) {
  const viewer = useViewer();
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
        <fieldset className="viewer-setting">
          <legend>Overlays</legend>
          {overlayKinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={settings[kind] === 'on'}
                onChange={(event) => viewer.set(kind, event.target.checked ? 'on' : 'off')}
              />
              {overlayNames[kind]}
            </label>
          ))}
        </fieldset>
        {(Object.keys(labels) as ChoiceName[]).map((name) => (
          <SettingChoice key={name} name={name} value={settings[name]} />
        ))}
      </div>
    </details>
  );
}

function SettingChoice<Name extends ChoiceName>({ name, value }: { name: Name; value: Settings[Name] }) {
  const viewer = useViewer();
  const { title, choices } = labels[name];
  const values = settingChoices[name] as unknown as readonly Settings[Name][];
  return (
    <fieldset className="viewer-setting">
      <legend>{title}</legend>
      {values.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`viewer-${name}`}
            checked={choice === value}
            onChange={() => viewer.set(name, choice)}
          />
          {choices[choice]}
        </label>
      ))}
    </fieldset>
  );
}
