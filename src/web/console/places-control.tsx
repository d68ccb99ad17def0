import { MapPin } from 'lucide';
import { useState } from 'react';
import { namedPlaces, pairOf, placeNames, readPlaces } from '../../content/requests/places.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { ControlProps } from './controls.ts';

const mapCode = onDemand(() => import('./place-map.tsx'));

/** Coordinates by hand, by name, or by a click on a map. */
export function PlacesControl({ onChange, ...props }: ControlProps) {
  const [isMapOpen, setIsMapOpen] = useState(false);
  const { value: code } = useOnDemand(mapCode, isMapOpen);
  const add = (pair: string) =>
    onChange([...props.value.split(';').filter((each) => each.trim() !== ''), pair].join(';'));
  const names = props.value.trim() === '' ? [] : placeNames(props.value);
  return (
    <div className="console-places">
      <input
        {...props}
        className="console-input"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="console-places-ways">
        <select
          className="console-input"
          aria-label="Add a place by name"
          value=""
          onChange={(event) => event.target.value && add(event.target.value)}
        >
          <option value="">Add a place...</option>
          {namedPlaces.map((place) => (
            <option key={place.name} value={pairOf(place)}>
              {place.name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button button-secondary button-small"
          aria-expanded={isMapOpen}
          onClick={() => setIsMapOpen(!isMapOpen)}
        >
          <Icon of={MapPin} size={15} />
          Map
        </button>
        {names.length > 1 && (
          <button
            type="button"
            className="icon-button"
            onClick={() => onChange(pairOf(readPlaces(props.value).at(-1) ?? namedPlaces[0]!))}
          >
            Only the last
          </button>
        )}
      </div>
      {names.length > 0 && <p className="console-hint">{names.join(' · ')}</p>}
      {isMapOpen && code && (
        <code.PlaceMap places={readPlaces(props.value)} onPick={(place) => add(pairOf(place))} />
      )}
    </div>
  );
}
