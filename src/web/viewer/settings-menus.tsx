import { Settings as Gear, SlidersHorizontal } from 'lucide';
import { useState } from 'react';
import type { OverlayKind } from '../../pictures/overlays/overlay.ts';
import { Menu } from './menu.tsx';
import { useViewer } from './panel.tsx';
import { overlayKinds, type SettingName, type Settings, settingChoices } from './store/viewer-address.ts';
import { overlayNames } from './use-overlays.tsx';

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

/** The settings of all panels. The address holds them too. */
export const SettingsMenu = ({ settings }: { settings: Settings }) => (
  <Menu label="Settings" icon={SlidersHorizontal}>
    {choiceNames.map((name) => (
      <SettingChoice key={name} name={name} value={settings[name]} />
    ))}
  </Menu>
);

/** The gear on the map, which switches its overlays on and off. */
export const OverlaysMenu = ({ settings }: { settings: Settings }) => (
  <Menu label="Map overlays" icon={Gear} className="viewer-overlays">
    <OverlayChoice settings={settings} />
  </Menu>
);

/** One overlay at a time, because several are hard to read; a link may show more. */
function OverlayChoice({ settings }: { settings: Settings }) {
  const viewer = useViewer();
  const shown = overlayKinds.filter((kind) => settings[kind] === 'on');
  const [isCombined, setCombined] = useState(shown.length > 1);
  const toggle = (kind: OverlayKind) =>
    shown.includes(kind) ? shown.filter((each) => each !== kind) : [...shown, kind];
  const combine = (isOn: boolean) => {
    setCombined(isOn);
    if (!isOn) viewer.setOverlays(shown.slice(0, 1));
  };
  return (
    <>
      <fieldset className="viewer-setting">
        <legend>Overlay</legend>
        {!isCombined && (
          <label>
            <input
              type="radio"
              name="viewer-overlay"
              checked={shown.length === 0}
              onChange={() => viewer.setOverlays([])}
            />
            None
          </label>
        )}
        {overlayKinds.map((kind) => (
          <label key={kind}>
            <input
              type={isCombined ? 'checkbox' : 'radio'}
              name="viewer-overlay"
              checked={shown.includes(kind)}
              onChange={() => viewer.setOverlays(isCombined ? toggle(kind) : [kind])}
            />
            {overlayNames[kind]}
          </label>
        ))}
      </fieldset>
      <label className="viewer-setting-option">
        <input
          type="checkbox"
          checked={isCombined}
          onChange={(event) => combine(event.currentTarget.checked)}
        />
        Show several at once
      </label>
    </>
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
