import { X } from 'lucide';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { codeInAll } from '../../content/requests/code.ts';
import { wideMap } from '../../pictures/fleet-map.ts';
import { viewerAddress } from '../../urls.ts';
import { LanguageCode } from '../code/code-block.tsx';
import { CallFailure } from '../keys/call-failure.tsx';
import { PictureView } from '../pictures/picture-view.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { type Choice, detailOf, type MapAnswer, type MapState, placeOf } from './landing-calls.ts';

type View = 'chart' | 'code';

interface AnswerCardProps {
  world: RefObject<HTMLElement | null>;
  state: MapState;
  choice: Choice;
  onRetry: () => void;
  onClose: () => void;
}

/** The answer over the map, on the side where the chosen point is not; on a phone a sheet at the bottom. */
export function AnswerCard({ world, state: { answer, error }, choice, onRetry, onClose }: AnswerCardProps) {
  const card = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  const place = placeOf(choice);
  const isWaiting = !answer && !error;
  const base = useId();
  // The next choice is shown in the same view.
  const [view, setView] = useState<View>('chart');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new choice is brought into view
  useEffect(() => {
    opener.current = document.activeElement;
    if (card.current && world.current) keepInView(world.current, card.current, choice);
  }, [choice]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  // The focus moves from the closed card back to the list or button that opened it.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement) && opener.current instanceof HTMLElement)
        opener.current.focus();
    };
  }, []);
  return (
    <section
      ref={card}
      className="fleet-card"
      aria-label={choice.name}
      aria-busy={isWaiting || undefined}
      data-kind={choice.kind}
      data-side={wideMap.project(place).x < wideMap.width / 2 ? 'right' : 'left'}
    >
      <header className="fleet-card-head">
        <p>
          <b>{choice.name}</b> <span>{detailOf(choice)}</span>
        </p>
        {answer && (
          <TabList<View>
            label="View of the answer"
            tabs={[
              { key: 'chart', label: 'Chart' },
              { key: 'code', label: 'Code' },
            ]}
            selected={view}
            onSelect={setView}
            base={base}
          />
        )}
        <button type="button" className="icon-button" aria-label={`Close ${choice.name}`} onClick={onClose}>
          <Icon of={X} size={16} />
        </button>
      </header>
      <p role="status" className={isWaiting ? 'fleet-wait' : 'visually-hidden'}>
        {isWaiting ? `Loading ${choice.name}…` : answer?.name}
      </p>
      {error && (
        <CallFailure
          error={error}
          access={choice.kind === 'balloon' ? 'all_access' : 'free'}
          onRetry={onRetry}
        />
      )}
      {answer && <Answer answer={answer} view={view} base={base} />}
    </section>
  );
}

interface AnswerProps {
  answer: MapAnswer;
  view: View;
  base: string;
}

function Answer({ answer: { name, picture, request, mission }, view, base }: AnswerProps) {
  const { keys } = useSite();
  return (
    <>
      <TabPanel base={base} of="chart" hidden={view !== 'chart'}>
        <figure className="picture" aria-label={name}>
          <PictureView picture={picture} name={name} />
        </figure>
      </TabPanel>
      <TabPanel base={base} of="code" hidden={view !== 'code'}>
        {view === 'code' && (
          <LanguageCode title="The call behind this chart" texts={codeInAll(request, keys.environment)} />
        )}
      </TabPanel>
      <p className="fleet-note">
        Requested live, without a key. Your own code will need one.{' '}
        {mission && (
          <Link className="link" href={viewerAddress(mission)}>
            View the full flight
          </Link>
        )}
      </p>
    </>
  );
}

const marginPixels = 24;

/** Scrolls until the chosen point is in the part of the window that neither the top bar nor a sheet covers. */
function keepInView(world: HTMLElement, card: HTMLElement, choice: Choice): void {
  card.scrollIntoView({ block: 'nearest' });
  const map = world.querySelector<SVGSVGElement>('.fleet-map');
  const toScreen = map?.getScreenCTM();
  if (!map || !toScreen) return;
  const { x, y } = wideMap.project(placeOf(choice));
  const point = new DOMPoint(x, y).matrixTransform(toScreen);
  const scroller = world.parentElement!;
  const side = scroller.getBoundingClientRect();
  // The label needs one half of the map, right or left of the point.
  scroller.scrollBy({ left: point.x - (side.left + side.right) / 2 });
  const isSheet = getComputedStyle(card).position === 'fixed';
  const top = (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + marginPixels;
  const bottom = (isSheet ? card.getBoundingClientRect().top : innerHeight) - marginPixels;
  if (point.y < top || point.y > bottom) scrollBy({ top: point.y - (top + bottom) / 2 });
}
