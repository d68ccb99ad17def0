import { api } from '../../urls.ts';
import { hourMs } from '../../weather/sandbox/atmosphere/time.ts';
import type { FieldChoice } from '../../weather/sandbox/grids/variables.ts';
import type { ToolContext } from '../toolkit/tool.ts';
import type { GridVariable } from './grid-variable.ts';

interface GridHour {
  initialization_time: string;
  time: string;
}

type Series = Record<'ens_member' | 'intracycle', string | number | boolean | undefined>;

/** The forms that draw the fields of a variable at one hour: two of the wind. */
export function gridForms(
  { checks, isServedHere }: Pick<ToolContext, 'checks' | 'isServedHere'>,
  { fields }: GridVariable,
  { initialization_time: run, time }: GridHour,
  series: Series,
): string[] {
  const hour = {
    initialization_time: run.slice(0, 19),
    forecast_hour: (Date.parse(time) - Date.parse(run)) / hourMs,
    ...series,
    // What a visitor without a key may have; the provider's own API has one resolution.
    resolution: isServedHere(`${api}/gridded/variable`) ? 1 : undefined,
  };
  return fields.flatMap((field) => checks.form(pathOf(field), { ...valuesOf(field), ...hour }));
}

const pathOf = ({ kind }: FieldChoice) =>
  kind === 'upper' ? '/gridded/{level}/{variable}' : '/gridded/{variable}';

const valuesOf = (field: FieldChoice) =>
  field.kind === 'upper' ? { level: field.levelsHpa[0], variable: field.name } : { variable: field.name };
