import { Settings as Gear, type IconNode, SlidersHorizontal } from 'lucide';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { overlayNames } from './overlays/overlay-store.ts';
import { useViewer } from './panel.tsx';
import { overlayKinds, type SettingName, type Settings, settingChoices } from './store/viewer-address.ts';

/** The settings that are not overlays, in the order of the menu. */
const choiceNames = [
  'parcel',
  'wind',
  'heights',
  'temperature',
  'map',
  'profile',
] as const satisfies SettingName[];
type ChoiceName = (typeof choiceNames)[number];

const labels: { [Name in ChoiceName]: { title: string; choices: Record<Settings[Name], string> } } = {
  parcel: {
    title: 'Parcel',
    choices: { mixed: 'Mixed layer (100 hPa)', lowest: 'Surface (100 m)', unstable: 'Most unstable' },
  },
  wind: { title: 'Wind', choices: { ms: 'm/s', kt: 'knots' } },
  heights: { title: 'Heights', choices: { hpa: 'hPa and km', km: 'km', ft: 'feet' } },
  temperature: { title: 'Temperature', choices: { c: '°C', f: '°F' } },
  map: { title: 'Map', choices: { world: 'World', near: 'Flight' } },
  profile: { title: 'Profile', choices: { near: 'One day', whole: 'Full flight' } },
};

interface MenuProps {
  label: string;
  icon: IconNode;
  className?: string;
  children: ReactNode;
}

/** A panel that closes on Escape and when the focus leaves it. */
function Menu({ label, icon, className = '', children }: MenuProps) {
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
    <details ref={menu} className={`viewer-settings ${className}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="icon-button" aria-label={label} title={label}>
        <Icon of={icon} size={18} />
      </summary>
      <div className="viewer-settings-panel">{children}</div>
    </details>
  );
}

/** The settings of all panels. The address holds them too. */
export const SettingsMenu = ({ settings }: { settings: Settings }) => (
  <Menu label="Settings" icon={SlidersHorizontal}>
    {choiceNames.map((name) => (
      <SettingChoice key={name} name={name} value={settings[name]} />
    ))}
  </Menu>
);

/** The gear on the map, which switches its overlays on and off. */
export function OverlaysMenu({ settings }: { settings: Settings }) {
  const viewer = useViewer();
  return (
    <Menu label="Map overlays" icon={Gear} className="viewer-overlays">
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
    </Menu>
  );
}

function SettingChoice<Name extends ChoiceName>({ name, value }: { name: Name; value: Settings[Name] }) {
  const viewer = useViewer();
  const { title, choices } = labels[name];
  return (
    <fieldset className="viewer-setting">
      <legend>{title}</legend>
      {settingChoices[name].map((choice) => (
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
