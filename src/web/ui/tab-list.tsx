import type { ComponentProps, KeyboardEvent } from 'react';

interface TabListProps<Key extends string> {
  label: string;
  tabs: { key: Key; label: string }[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** Tabs and panels derive the ids that connect them from this. */
  base: string;
}

const tabId = (base: string, key: string) => `${base}-tab-${key}`;
const panelId = (base: string, key: string) => `${base}-panel-${key}`;

export function TabList<Key extends string>({ label, tabs, selected, onSelect, base }: TabListProps<Key>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.key === selected);
    const moves: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 };
    const move = moves[event.key];
    const next = move !== undefined && tabs.at(move % tabs.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.key);
    document.getElementById(tabId(base, next.key))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          className="tab"
          id={tabId(base, tab.key)}
          data-tab={tab.key}
          aria-selected={tab.key === selected}
          aria-controls={panelId(base, tab.key)}
          tabIndex={tab.key === selected ? 0 : -1}
          onClick={() => onSelect(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps extends ComponentProps<'div'> {
  base: string;
  of: string;
}

export const TabPanel = ({ base, of, ...props }: TabPanelProps) => (
  <div role="tabpanel" id={panelId(base, of)} aria-labelledby={tabId(base, of)} {...props} />
);
