import { memo, useMemo } from 'react';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { levelsTable } from '../../pictures/skew-t.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { ExportButtons } from '../pictures/export-buttons.tsx';
import { PictureTable } from '../pictures/picture-figure.tsx';
import { useSite } from '../router/router-context.tsx';
import type { ViewedLeg } from './store/viewer-data.ts';

const name = 'the skew-T diagram';

interface SoundingNumbersProps {
  leg: ViewedLeg;
  sounding: Sounding;
}

/** The levels of the sounding, and ways to take it along. Stands behind its picture. */
export const SoundingNumbers = memo(function SoundingNumbers({ leg, sounding }: SoundingNumbersProps) {
  const { mission, number } = leg;
  const { sandbox } = useSite();
  const table = useMemo(() => levelsTable(sounding.levels), [sounding]);
  return (
    <>
      <ExportButtons
        name={name}
        fileName={`${mission}-leg-${number}`}
        readTable={async () => table}
        isSynthetic={isSandboxed(sandbox, 'data')}
      />
      <PictureTable table={table} name={name} />
    </>
  );
});
