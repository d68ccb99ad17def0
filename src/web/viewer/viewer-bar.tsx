import { Pencil, RotateCw } from 'lucide';
import type { RefObject } from 'react';
import { Icon } from '../ui/icon.tsx';
import { FullScreenButton } from './full-screen.tsx';
import { LegChoice } from './leg-choice.tsx';
import { missionListId } from './mission-list.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { TimeField } from './time-field.tsx';
import { useViewer } from './viewer-context.tsx';

interface ViewerBarProps {
  flight: Flight;
  leg: ViewedLeg;
  settings: Settings;
  viewerRef: RefObject<HTMLElement | null>;
}

/** Which flight, which leg, which moment. */
export function ViewerBar({ flight, leg, settings, viewerRef }: ViewerBarProps) {
  const viewer = useViewer();
  return (
    <div className="viewer-bar">
      <p className="viewer-mission-name">
        <b>{flight.mission}</b>
        <button
          type="button"
          className="icon-button"
          aria-label="Choose another mission"
          title="Choose another mission"
          onClick={showMissionList}
        >
          <Icon of={Pencil} size={16} />
        </button>
      </p>
      <LegChoice flight={flight} number={leg.number} />
      <TimeField />
      <div className="viewer-tools">
        {leg.leg.isSoFar && (
          <button
            type="button"
            className="icon-button"
            aria-label="Look for new rows"
            title="Look for new rows"
            onClick={() => void viewer.retry()}
          >
            <Icon of={RotateCw} size={17} />
          </button>
        )}
        <SettingsMenu settings={settings} />
        <FullScreenButton of={viewerRef} />
      </div>
    </div>
  );
}

function showMissionList(): void {
  const list = document.getElementById(missionListId);
  list?.scrollIntoView({ block: 'nearest' });
  list?.querySelector<HTMLInputElement>('input:checked')?.focus();
}
