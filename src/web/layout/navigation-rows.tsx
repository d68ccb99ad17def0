import {
  BookOpen,
  Bot,
  ChartLine,
  Check,
  CloudSun,
  Copy,
  FileText,
  type IconNode,
  KeyRound,
  LockKeyhole,
  LogIn,
  LogOut,
  Plug,
  RadioTower,
  Rocket,
  SquareTerminal,
  Thermometer,
  UserRound,
  Wind,
} from 'lucide';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { useCopy } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The sidebar and the drawer show these rows. */
export function AccountPart({ withSignOut = false }: { withSignOut?: boolean }) {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  const path = usePath();
  if (state === 'authenticated') {
    return (
      <div className="account-part">
        <Link
          href={pages.account}
          className="rail-row"
          aria-label={`Account ${user?.email}`}
          aria-current={path === pages.account ? 'page' : undefined}
        >
          <Icon of={UserRound} size={18} strokeWidth={1.75} className="rail-icon" />
          <span className="rail-label" title={user?.email}>
            {user?.email}
          </span>
        </Link>
        <Link
          href={pages.apiKeys}
          className="rail-row"
          aria-label="API Keys"
          aria-current={path === pages.apiKeys ? 'page' : undefined}
        >
          <Icon of={KeyRound} size={18} strokeWidth={1.75} className="rail-icon" />
          <span className="rail-label">API Keys</span>
        </Link>
        {withSignOut && (
          <button type="button" className="rail-row" onClick={() => void signOut()}>
            <Icon of={LogOut} size={18} strokeWidth={1.75} className="rail-icon" />
            <span className="rail-label">Sign out</span>
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="account-part" data-loading={state === 'loading' || undefined}>
      <button type="button" className="rail-row" aria-label="Sign In" onClick={openSignIn}>
        <Icon of={LogIn} size={18} strokeWidth={1.75} className="rail-icon" />
        <span className="rail-label">Sign In</span>
      </button>
      <button type="button" className="rail-row" aria-label="Get API Keys" onClick={openSignUp}>
        <Icon of={KeyRound} size={18} strokeWidth={1.75} className="rail-icon" />
        <span className="rail-label">Get API Keys</span>
      </button>
    </div>
  );
}

const apiIcons = [Thermometer, Wind];

/** A click anywhere on a row copies its URL. */
export function BaseUrls() {
  const { apis, hosts } = useSite();
  return (
    <div className="base-urls">
      {apis.toReversed().map(({ baseLabel, url }, index) => (
        <BaseUrl key={baseLabel} icon={apiIcons[index]!} label={baseLabel} url={url} />
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

/** Groups in content/site.yaml may use these icons. Any other name gets a sheet of paper. */
const icons: Record<string, IconNode> = {
  'book-open': BookOpen,
  bot: Bot,
  'chart-line': ChartLine,
  'cloud-sun': CloudSun,
  'lock-keyhole': LockKeyhole,
  'radio-tower': RadioTower,
  rocket: Rocket,
  'square-terminal': SquareTerminal,
};

export function NavigationIcon({ name }: { name: string }) {
  const icon = icons[name] ?? FileText;
  return <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />;
}
