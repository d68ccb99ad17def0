import { type PointerEvent, type ReactNode, useRef } from 'react';
import type { Point } from '../../pictures/geometry.ts';
import { useMediaQuery } from '../ui/store.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { type Settings, settingChoices } from './store/viewer-address.ts';

type DiagramName = Settings['diagram'];

const base = 'viewer';
const names: Record<DiagramName, string> = {
  'skew-t': 'Skew-T',
  hodograph: 'Hodograph',
  map: 'Map',
  profile: 'Profile',
};
const tabs = settingChoices.diagram.map((key) => ({ key, label: names[key] }));

/** The stylesheets have the same limit. */
const phone = '(max-width: 767px)';

/** A phone shows one diagram at a time. */
const useIsPhone = () => useMediaQuery(phone);

interface DiagramTabsProps {
  selected: DiagramName;
  onSelect: (name: DiagramName) => void;
}

export const DiagramTabs = (props: DiagramTabsProps) =>
  useIsPhone() ? <TabList label="Diagrams" tabs={tabs} base={base} {...props} /> : null;

interface DiagramProps {
  name: DiagramName;
  selected: DiagramName;
  children: ReactNode;
}

/** A tab panel on a phone, otherwise one of four panels side by side. */
export function Diagram({ name, selected, children }: DiagramProps) {
  const shared = {
    className: 'viewer-diagram',
    'data-diagram': name,
    'data-selected': name === selected || undefined,
    children,
  };
  return useIsPhone() ? <TabPanel base={base} of={name} {...shared} /> : <div {...shared} />;
}

const minSwipePixels = 48;
/** These elements handle horizontal moves themselves. */
const notSwiped = '.viewer-map, .picture-scroll, input, select';

/** A swipe over a diagram shows the next one. */
export function useSwipe(selected: DiagramName, onSelect: (name: DiagramName) => void) {
  const start = useRef<Point>(undefined);
  const stop = () => {
    start.current = undefined;
  };
  return {
    onPointerDown({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      const isOnDiagram =
        target instanceof Element && target.closest('.viewer-diagram') && !target.closest(notSwiped);
      const isSwipe = pointerType === 'touch' && isPrimary && isOnDiagram && matchMedia(phone).matches;
      start.current = isSwipe ? { x, y } : undefined;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (!start.current) return;
      const [right, down] = [clientX - start.current.x, clientY - start.current.y];
      stop();
      if (Math.abs(right) < minSwipePixels || Math.abs(right) < 1.5 * Math.abs(down)) return;
      const next = settingChoices.diagram[settingChoices.diagram.indexOf(selected) - Math.sign(right)];
      if (next) onSelect(next);
    },
    onPointerCancel: stop,
  };
}
