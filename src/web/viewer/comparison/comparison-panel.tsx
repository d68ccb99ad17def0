import { useEffect, useId, useMemo, useState } from 'react';
import { pressureLevelsHpa } from '../../../api/variables.ts';
import type { SiteSummary } from '../../../content/contract.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import type { Units } from '../../../pictures/units.ts';
import type { FleetSnapshot } from '../../../weather/contract.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import { fetchApiFile, fetchApiText } from '../../api/on-demand-calls.ts';
import { LanguageCode } from '../../code/code-block.tsx';
import { useSite } from '../../router/router-context.tsx';
import { getJson } from '../../session/send.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/store.ts';
import { type Settings, settingChoices } from '../store/viewer-address.ts';
import type { CallText, Flight, ViewedLeg } from '../store/viewer-data.ts';
import type { Viewer } from '../store/viewer-store.ts';
import { DifferenceFigure } from './difference-figure.tsx';
import { modelProgram } from './model-code.ts';
import { callCount, modelRequestFor } from './model-request.ts';
import { ReferenceLines, ReferenceWinds } from './reference-lines.tsx';
import { loadError, modelFromFiles, modelInOneCall, otherLeg } from './reference-sources.ts';
import {
  createReferences,
  type LoadRequest,
  type Reference,
  type ReferenceStates,
} from './reference-store.ts';
import './comparison.css';

export { ReferenceLines, ReferenceWinds };

interface ComparisonPanelProps {
  viewer: Viewer;
  flight: Flight;
  leg: ViewedLeg;
  sounding: Sounding;
  fleet: FleetSnapshot | undefined;
  compare: string | undefined;
  settings: Pick<Settings, 'model' | 'lead'>;
  units: Units;
  getIdentity: () => ApiIdentity;
  /** Called with what is to be drawn over the diagrams. */
  onChange: (references: readonly Reference[]) => void;
}

/** Compares the leg with the forecast and another leg: choices, differences, numbers and code. */
export function ComparisonPanel(props: ComparisonPanelProps) {
  const { flight, leg, sounding, compare, settings, units, onChange } = props;
  const model = useModel(props);
  const other = useOtherLeg(props);
  const [isOpen, setOpen] = useState(false);
  const [references] = useState(createReferences);
  const states = useStore(references.state);
  useEffect(() => references.show('model', model.wanted), [references, model.wanted]);
  useEffect(() => references.show('leg', other), [references, other]);
  useEffect(() => references.close, [references]);
  const shown = useMemo(() => shownReferences(states), [states]);
  useEffect(() => onChange(shown), [shown, onChange]);
  useEffect(() => () => onChange([]), [onChange]);
  return (
    <section className="viewer-model" aria-label="Comparison">
      <Choices {...props} />
      {compare !== undefined && !other && (
        <p className="viewer-reason">
          {compare === 'before'
            ? 'This is the first leg of the flight, so there is none before it.'
            : `There is no balloon ${compare} to compare with.`}
        </p>
      )}
      {settings.model === 'on' && model.reason && <p className="viewer-reason">{model.reason}</p>}
      {settings.model === 'on' && model.offer && <ModelOffer {...model.offer} />}
      <Progress
        state={states.model}
        of="forecast"
        total={model.total}
        wanted={model.wanted}
        onRetry={references.retry}
      />
      <Progress state={states.leg} of="other leg" wanted={other} onRetry={references.retry} />
      <div className="viewer-differences-list">
        {shown
          .filter((reference) => reference.sounding === sounding)
          .toReversed()
          .map((reference) => (
            <DifferenceFigure
              key={reference.kind}
              reference={reference}
              pressuresHpa={pressureLevelsHpa}
              units={units}
            />
          ))}
      </div>
      {settings.model === 'on' && !model.reason && (
        <details className="viewer-program" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Get this forecast in code</summary>
          <p className="viewer-code-note">
            Run it with an all-access key. It makes {model.total} calls and needs{' '}
            <code className="inline-code">pip install requests netCDF4</code>.
          </p>
          <LanguageCode
            title={`Forecast along leg ${leg.number} of ${flight.mission}`}
            texts={isOpen ? { python: modelProgram(model.request, model.options) } : {}}
          />
        </details>
      )}
    </section>
  );
}

/** In the order in which they are painted. The list has the forecast first. */
const shownReferences = ({ model, leg }: ReferenceStates) =>
  [leg?.shown, model?.shown].filter((reference) => reference !== undefined);

/** The grids of the sandbox that guests can download. */
const sandboxResolution = 1;
/** A file of one variable at a quarter of a degree. */
const fileMegabytes = 4.2;

function useModel({ sounding, settings, getIdentity }: ComparisonPanelProps) {
  const site = useSite();
  const { sandbox, hosts, keys } = site;
  const isOneCall = sandbox === 'both';
  const request = useMemo(
    () => modelRequestFor(sounding, { lead: settings.lead, nowMs: Date.now(), isOneCall }),
    [sounding, settings.lead, isOneCall],
  );
  const [accepted, setAccepted] = useState<typeof request>();
  const reason = whyNoModel(site, request.points.length);
  const isWanted = settings.model === 'on' && !reason && (isOneCall || accepted === request);
  const wanted = useMemo((): LoadRequest | undefined => {
    if (!isWanted) return undefined;
    if (isOneCall) return modelInOneCall(sounding, request, (url) => getJson(url, loadError));
    return modelFromFiles(sounding, request, (call, signal) =>
      fetchApiFile({ api: 'forecasts', ...call }, getIdentity(), { site, signal }),
    );
  }, [isWanted, isOneCall, sounding, request, getIdentity, site]);
  const total = callCount(request);
  return {
    wanted,
    reason,
    total,
    offer: reason || isOneCall || isWanted ? undefined : { total, onAccept: () => setAccepted(request) },
    request,
    options: {
      base: hosts.forecasts,
      resolution: isOneCall ? sandboxResolution : undefined,
      environment: keys.environment,
    },
  };
}

function whyNoModel({ sandbox }: Pick<SiteSummary, 'sandbox'>, points: number): string | undefined {
  if (sandbox === 'forecasts' || sandbox === 'data')
    return "The forecast can't be compared: only one of the two is simulated here, so their weather differs.";
  return points === 0
    ? "The forecast can't be compared: this leg has no model level or no positions."
    : undefined;
}

/** In front of a provider every variable at every level is a file of its own, so the reader decides. */
const ModelOffer = ({ total, onAccept }: { total: number; onAccept: () => void }) => (
  <p className="viewer-offer">
    <span>
      The forecast takes {total} calls with your key and about {Math.round(total * fileMegabytes)} MB.
    </span>
    <Button variant="secondary" size="small" onClick={onAccept}>
      Load the forecast
    </Button>
  </p>
);

function useOtherLeg(props: ComparisonPanelProps): LoadRequest | undefined {
  const { compare, flight, leg, sounding, fleet, getIdentity } = props;
  const site = useSite();
  return useMemo(() => {
    const callText: CallText = (call, signal) =>
      fetchApiText({ api: 'data', ...call }, getIdentity(), { site, signal });
    if (compare === undefined || (compare === 'before' && leg.number <= 1)) return undefined;
    if (compare === 'before') return otherLeg({ compare, flight, leg, sounding, callText });
    const balloon = fleet?.balloons.find(({ name, id }) => name === compare || id === compare);
    if (!balloon) return undefined;
    return otherLeg({ compare: { mission: balloon.name, id: balloon.id }, flight, leg, sounding, callText });
  }, [compare, flight, leg, sounding, fleet, getIdentity, site]);
}

const leadNames: Record<Settings['lead'], string> = {
  newest: 'Newest run before the leg',
  24: '1 day earlier',
  48: '2 days earlier',
  72: '3 days earlier',
  96: '4 days earlier',
};

function Choices({ viewer, flight, fleet, compare, settings }: ComparisonPanelProps) {
  const ids = useId();
  const others = (fleet?.balloons ?? []).filter(({ name }) => name !== flight.mission);
  return (
    <div className="viewer-comparison-choices">
      <label className="viewer-switch">
        <input
          type="checkbox"
          checked={settings.model === 'on'}
          onChange={(event) => viewer.set('model', event.target.checked ? 'on' : 'off')}
        />
        Show the forecast
      </label>
      <label className="viewer-field" htmlFor={`${ids}lead`}>
        <span>Forecast run</span>
        <select
          id={`${ids}lead`}
          value={settings.lead}
          disabled={settings.model === 'off'}
          onChange={(event) => {
            const lead = settingChoices.lead.find((each) => each === event.target.value);
            if (lead) viewer.set('lead', lead);
          }}
        >
          {settingChoices.lead.map((lead) => (
            <option key={lead} value={lead}>
              {leadNames[lead]}
            </option>
          ))}
        </select>
      </label>
      <label className="viewer-field" htmlFor={`${ids}compare`}>
        <span>Compare with</span>
        <select
          id={`${ids}compare`}
          value={compare ?? ''}
          onChange={(event) => viewer.compareWith(event.target.value || undefined)}
        >
          <option value="">No other leg</option>
          <option value="before">The leg before this one</option>
          {others.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ProgressProps {
  state: ReferenceStates['model'];
  of: string;
  total?: number;
  wanted: LoadRequest | undefined;
  onRetry: (kind: Reference['kind'], wanted: LoadRequest) => void;
}

function Progress({ state, of, total, wanted, onRetry }: ProgressProps) {
  if (!state || !wanted) return null;
  if (state.isWaiting)
    return (
      <p className="viewer-reason late" role="status">
        Loading the {of}…{state.done === undefined ? '' : ` ${state.done} of ${total} calls`}
      </p>
    );
  if (!state.error) return null;
  return (
    <p className="viewer-failure" role="status">
      <span>{state.error.message}</span>
      <Button
        variant="secondary"
        size="small"
        onClick={() => onRetry(of === 'forecast' ? 'model' : 'leg', wanted)}
      >
        Try again
      </Button>
    </p>
  );
}
