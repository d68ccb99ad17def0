import { onDemand, useOnDemand } from '../../ui/on-demand.ts';

/** A reader who looks at the picture needs no table. */
const tableCode = onDemand(() => import('./answer-table-view.tsx'));

export function TableTab(props: { text: string; name: string }) {
  const { value: code, failure } = useOnDemand(tableCode, true);
  if (failure)
    return <p className="console-note">The table could not be loaded. Choose Raw, then Table again.</p>;
  return code ? <code.AnswerTable {...props} /> : <p className="console-note late">Loading...</p>;
}
