import { memo, useMemo } from 'react';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { soundingTable } from '../../drawing/telling/tell-flights.ts';
import { ExportButtons } from '../pictures/export-buttons.tsx';
import { PictureTable } from '../pictures/picture-table.tsx';
import { useSite } from '../router/router-context.tsx';
import type { ViewedLeg } from './store/viewer-data.ts';

const name = 'the skew-T diagram';

/** The levels of the sounding, and ways to take it along. Stands behind its picture. */
export const SoundingNumbers = memo(function SoundingNumbers({ leg }: { leg: ViewedLeg }) {
  const { mission, number, rows } = leg;
  const { sandbox } = useSite();
  const table = useMemo(() => soundingTable(rows), [rows]);
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
