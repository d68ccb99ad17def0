import { Check, Copy, type IconNode, Plug, Thermometer, Wind } from 'lucide';
import { useSite } from '../router/router-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { useCopy } from '../ui/use-copy.ts';

const icons = [Thermometer, Wind];

/** The addresses everyone needs at hand; the whole row copies. */
export function BaseUrls() {
  const { apis, hosts } = useSite();
  return (
    <div className="base-urls">
      {apis.toReversed().map(({ baseLabel, url }, index) => (
        <BaseUrl key={baseLabel} icon={icons[index]!} label={baseLabel} url={url} />
      ))}
      {hosts.mcp && <BaseUrl icon={Plug} label="MCP server host" url={hosts.mcp} />}
    </div>
  );
}

function BaseUrl({ icon, label, url }: { icon: IconNode; label: string; url: string }) {
  const { copied, copy } = useCopy(url);
  const mark = copied ? Check : Copy;
  const shown = url.replace(/^https?:\/\//, '');
  return (
    <button
      type="button"
      className="rail-row base-url"
      aria-label={`Copy ${label} ${shown}`}
      title={url}
      data-copied={copied || undefined}
      onClick={() => void copy()}
    >
      {copied ? (
        <Icon of={Check} size={18} className="rail-icon" />
      ) : (
        <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />
      )}
      <span className="rail-label">
        <span className="base-url-name">{label}</span> <span className="base-url-text">{shown}</span>
      </span>
      <Icon of={mark} size={14} className="base-url-mark" />
    </button>
  );
}
