import { describeOverlay, describeOverlayAt, type Overlay } from '../../../pictures/overlays/overlay.ts';
import { windStrengths } from '../../../pictures/overlays/wind-lines.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { isobarsApartHpa, rainFromMm } from './overlay-scales.ts';

type SpeedWords = (metresPerSecond: number) => string;

interface OverlayLegendProps {
  overlays: readonly Overlay[];
  isWorld: boolean;
  speed: SpeedWords;
}

/** What each overlay shows, of when, and how its marks are read. */
export function OverlayLegend({ overlays, isWorld, speed }: OverlayLegendProps) {
  return (
    <ul className="overlay-legend">
      {overlays.map((overlay) => (
        <li key={overlay.kind}>
          {describeOverlay(overlay, speed)}
          <MarksRead kind={overlay.kind} isWorld={isWorld} speed={speed} />
        </li>
      ))}
    </ul>
  );
}

function MarksRead({ kind, isWorld, speed }: Omit<OverlayLegendProps, 'overlays'> & Pick<Overlay, 'kind'>) {
  const [middling, strong] = windStrengths;
  switch (kind) {
    case 'wind300':
      return (
        <span className="overlay-samples">
          <span data-strength="0">below {speed(middling)}</span>
          <span data-strength="1">to {speed(strong)}</span>
          <span data-strength="2">more</span>
        </span>
      );
    case 'rain':
      return (
        <span className="overlay-samples">
          {rainFromMm.map((mm, step) => (
            <span key={mm} data-step={step}>
              {mm}
            </span>
          ))}
          mm and more
        </span>
      );
    case 'pressure':
      return ` A line every ${isobarsApartHpa(isWorld)} hPa; H is a high, L a low.`;
    case 'cyclones':
      return ' A dot every 6 hours.';
  }
}

/** What they say of the place of a row. */
export function wordsOver(
  overlays: readonly Overlay[],
  { latitude, longitude }: SoundingRow,
  speed: SpeedWords,
): string {
  if (latitude === null || longitude === null) return '';
  const words = overlays.flatMap((each) => describeOverlayAt(each, { latitude, longitude }, speed) ?? []);
  return words.length > 0 ? `At the balloon: ${words.join(', ')}.` : '';
}
