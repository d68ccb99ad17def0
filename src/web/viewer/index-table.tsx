import { memo } from 'react';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { indexRows } from './index-rows.ts';
import type { Settings } from './store/viewer-address.ts';

interface IndexTableProps {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
  wind: Settings['wind'];
  heights: Settings['heights'];
}

export const IndexTable = memo(function IndexTable({ sounding, parcel, wind, heights }: IndexTableProps) {
  return (
    <table className="viewer-indices" aria-label="Indices of the sounding">
      <tbody>
        {indexRows(sounding, parcel, { wind, heights }).map(({ name, meaning, value, detail, reason }) =>
          value === undefined ? (
            <tr key={name}>
              <th scope="row" colSpan={2}>
                {name}
                <span className="viewer-reason">{reason}</span>
              </th>
            </tr>
          ) : (
            <tr key={name}>
              <th scope="row">{meaning ? <abbr title={meaning}>{name}</abbr> : name}</th>
              <td>
                {value}
                {detail && <span className="viewer-reason">{detail}</span>}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
});
