import { onDemand, useOnDemand } from '../../ui/on-demand.ts';

const drawingCode = onDemand(() => import('./drawn-forecast.tsx'));

/** Where the picture does not come, the answer below it is enough. */
export function FirstPicture(props: { body: string; place: string }) {
  const { value: code } = useOnDemand(drawingCode, true);
  return code ? <code.DrawnForecast {...props} /> : null;
}
