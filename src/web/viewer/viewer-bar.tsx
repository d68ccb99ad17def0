import { Check, ChevronLeft, ChevronRight, Maximize2, Minimize2, Pencil, RotateCw, Share2 } from 'lucide';
import { type RefObject, useEffect, useState } from 'react';
import { beginsNearGround, type Leg } from '../../pictures/sounding/legs.ts';
import { formatHeightRange, type Units } from '../../pictures/units.ts';
import { formatMinute } from '../../time.ts';
import type { FleetSnapshot } from '../../weather/contract.ts';
import { useCopy } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import { MissionList } from './mission-list.tsx';
import { useViewer } from './panel.tsx';
import { SettingsMenu } from './settings-menus.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { TimeField } from './time-cursor.tsx';

interface ViewerBarProps {
  fleet: FleetSnapshot | undefined;
  flight: Flight;
  leg: ViewedLeg;
  settings: Settings;
  loadingMission: string | undefined;
  viewerRef: RefObject<HTMLElement | null>;
}

/** Selects the mission, the leg and the time. */
export function ViewerBar(props: ViewerBarProps) {
  const { fleet, flight, leg, settings, loadingMission, viewerRef } = props;
  const viewer = useViewer();
  return (
    <div className="viewer-bar">
      <div className="viewer-mission-name">
        <b>{flight.mission}</b>
        <Menu label="Choose another mission" icon={Pencil} size={16} className="viewer-mission-menu">
          {(close) => (
            <MissionList
              fleet={fleet}
              mission={loadingMission ?? flight.mission}
              units={settings}
              onChosen={close}
            />
          )}
        </Menu>
      </div>
      <LegChoice flight={flight} number={leg.number} units={settings} />
      <span className="visually-hidden" aria-live="polite">
        Leg {leg.number}
      </span>
      <TimeField />
      <div className="viewer-tools">
        {leg.leg.isOngoing && (
          <IconButton
            label="Check for new observations"
            icon={RotateCw}
            size={17}
            onClick={() => void viewer.retry()}
          />
        )}
        <ShareButton />
        <SettingsMenu settings={settings} />
        <FullScreenButton viewerRef={viewerRef} />
      </div>
    </div>
  );
}

/**
 * Copies the address, which holds all that is shown. The button itself confirms this, because toasts are invisible in
 * full screen.
 */
function ShareButton() {
  const viewer = useViewer();
  const { copied, copy } = useCopy(viewer.readLink);
  return (
    <button
      type="button"
      className="icon-button"
      data-copied={copied || undefined}
      title="Copy a link to this view"
      onClick={() => void copy()}
    >
      <Icon of={copied ? Check : Share2} size={16} />
      <span aria-live="polite">{copied ? 'Link copied' : 'Share'}</span>
    </button>
  );
}

/** Every leg, up or down, is a sounding. */
function LegChoice({ flight, number, units }: { flight: Flight; number: number; units: Units }) {
  const viewer = useViewer();
  return (
    <div className="viewer-legs">
      <IconButton
        label="Previous leg"
        icon={ChevronLeft}
        shortcut="["
        disabled={number <= 1}
        onClick={() => void viewer.stepLeg(-1)}
      />
      <label className="viewer-field">
        <span>Leg, heights above sea level</span>
        <select
          aria-label="Leg"
          value={number}
          onChange={(event) => void viewer.chooseLeg(Number(event.target.value))}
        >
          {flight.legs.map((leg, index) => (
            <option key={leg.begin.timeSeconds} value={index + 1}>
              {legText(leg, index + 1, units)}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        label="Next leg"
        icon={ChevronRight}
        shortcut="]"
        disabled={number >= flight.legs.length}
        onClick={() => void viewer.stepLeg(1)}
      />
    </div>
  );
}

/** "1 ↑ 16 Nov 08:00, 0.1–15.8 km, from near the ground"; the field next to it says that times are UTC. */
function legText(leg: Leg, number: number, units: Units): string {
  const { direction, begin, end, isOngoing } = leg;
  const time = formatMinute(begin.timeSeconds * 1000).replace(' UTC', '');
  const range = formatHeightRange(begin.altitudeMetres, end.altitudeMetres, units);
  return [
    `${number} ${direction === 'up' ? '↑' : '↓'} ${time}, ${range}`,
    isOngoing && ' so far',
    beginsNearGround(leg) && ', from near the ground',
  ]
    .filter((text) => text !== false)
    .join('');
}

/** Some phone browsers don't support full screen. */
function FullScreenButton({ viewerRef }: Pick<ViewerBarProps, 'viewerRef'>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton
      label={isFull ? 'Exit full screen' : 'Full screen'}
      icon={isFull ? Minimize2 : Maximize2}
      onClick={() => void (isFull ? document.exitFullscreen() : viewerRef.current?.requestFullscreen())}
    />
  );
}
