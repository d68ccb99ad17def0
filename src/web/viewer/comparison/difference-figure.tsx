import { useMemo } from 'react';
import { describeDifferences, differencesTable, drawStrip } from '../../../pictures/comparison-strip.ts';
import { svgPath } from '../../../pictures/geometry.ts';
import { compareProfiles, profileOf } from '../../../pictures/sounding/comparison.ts';
import type { Units } from '../../../pictures/units.ts';
import { PictureTable } from '../../pictures/picture-figure.tsx';
import { Dots, round, Svg, TimeLabels, ValueLabels } from '../../pictures/svg.tsx';
import type { Reference } from './reference-store.ts';

interface DifferenceFigureProps {
  reference: Reference;
  pressuresHpa: readonly number[];
  units: Units;
}

const titles = { model: 'Forecast minus balloon', leg: 'Other leg minus this one' };
const columnNames = { model: 'forecast', leg: 'other leg' };

/** The differences by height as a sentence, a picture and a table. */
export function DifferenceFigure({ reference, pressuresHpa, units }: DifferenceFigureProps) {
  const { kind, name, profile, sounding } = reference;
  const differences = useMemo(
    () => compareProfiles(profileOf(sounding.levels), profile, pressuresHpa),
    [sounding, profile, pressuresHpa],
  );
  const strip = useMemo(() => drawStrip(differences, units), [differences, units]);
  const sentence = describeDifferences(differences, units);
  return (
    <figure className="picture viewer-differences" data-reference={kind} aria-label={titles[kind]}>
      <figcaption>
        <b>{titles[kind]}</b> <span className="viewer-reference-name">{name}.</span> {sentence}
      </figcaption>
      {strip && (
        <Svg width={strip.width} height={strip.height} label={`${titles[kind]} by height. ${sentence}`}>
          <ValueLabels ticks={[...strip.pressures, strip.unit]} x={strip.panels[0]!.frame.left - 6} />
          {strip.panels.map(({ name: quantity, unit, frame, zero, ticks, marks }) => (
            <g key={quantity}>
              <path
                className="drawn-grid"
                d={strip.pressures
                  .map(({ at }) => `M${round(frame.left)} ${round(at)}H${round(frame.right)}`)
                  .join('')}
              />
              <path
                className="drawn-edge"
                d={`M${round(zero)} ${frame.top}V${frame.bottom}M${round(frame.left)} ${frame.bottom}H${round(frame.right)}`}
              />
              <text className="drawn-name" x={round(frame.left)} y={frame.top - 12}>
                {quantity} ({unit})
              </text>
              <path className="drawn-reference-temperature" d={svgPath([marks])} />
              <Dots className="drawn-reference-dots" at={marks} />
              <TimeLabels ticks={ticks} y={frame.bottom + 16} />
            </g>
          ))}
        </Svg>
      )}
      <PictureTable
        table={differencesTable(differences, columnNames[kind], units)}
        name={titles[kind].toLowerCase()}
      />
    </figure>
  );
}
