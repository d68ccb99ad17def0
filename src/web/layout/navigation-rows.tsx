import type { IconNode } from 'lucide';
import * as lucide from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import type { NavigationIcon } from '../../content/navigation-icons.ts';
import { pages } from '../../urls.ts';
import { chooseTheme, useTheme } from '../preferences/preferences.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { useCopy } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The sidebar and the drawer consist of these rows. A collapsed row shows only its icon. */
export const RowIcon = ({ icon }: { icon: IconNode }) => (
  <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />
);

interface LinkRowProps extends ComponentProps<typeof Link> {
  icon?: IconNode;
  label: string;
}

export function LinkRow({ href, icon, label, ...rest }: LinkRowProps) {
  const isCurrent = usePath() === href;
  return (
    <Link
      className="rail-row"
      aria-label={label}
      {...rest}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon && <RowIcon icon={icon} />}
      <span className="rail-label">{label}</span>
    </Link>
  );
}

interface ButtonRowProps extends ComponentProps<'button'> {
  icon: IconNode;
  /** If it is not a text, the button also needs an `aria-label`. */
  label: ReactNode;
}

export const ButtonRow = ({ icon, label, children, ...rest }: ButtonRowProps) => (
  <button
    type="button"
    className="rail-row"
    aria-label={typeof label === 'string' ? label : undefined}
    {...rest}
  >
    <RowIcon icon={icon} />
    <span className="rail-label">{label}</span>
    {children}
  </button>
);

export function AccountRows({ withSignOut = false }: { withSignOut?: boolean }) {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  const email = user?.email ?? '';
  if (state === 'authenticated')
    return (
      <div className="account-part">
        <LinkRow
          href={pages.account}
          icon={lucide.UserRound}
          label={email}
          aria-label={`Account ${email}`}
          title={email}
        />
        <LinkRow href={pages.apiKeys} icon={lucide.KeyRound} label="API Keys" />
        {withSignOut && <ButtonRow icon={lucide.LogOut} label="Sign out" onClick={() => void signOut()} />}
      </div>
    );
  return (
    <div className="account-part" data-loading={state === 'loading' || undefined}>
      <ButtonRow icon={lucide.LogIn} label="Sign In" onClick={openSignIn} />
      <ButtonRow icon={lucide.KeyRound} label="Get API Keys" onClick={openSignUp} />
    </div>
  );
}

export function BaseUrlRows() {
  const { apis, hosts, weather } = useSite();
  return (
    <div className="base-urls">
      {apis.toReversed().map(({ baseLabel, url }, index) => (
        <BaseUrlRow
          key={baseLabel}
          icon={!weather ? lucide.RadioTower : index === 0 ? lucide.Thermometer : lucide.Wind}
          label={baseLabel}
          url={url}
        />
      ))}
      {hosts.mcp && <BaseUrlRow icon={lucide.Plug} label="MCP server host" url={hosts.mcp} />}
    </div>
  );
}

/** A click anywhere on a row copies its URL. */
function BaseUrlRow({ icon, label, url }: { icon: IconNode; label: string; url: string }) {
  const { copied, copy } = useCopy(url);
  const { host, pathname } = new URL(url);
  return (
    <ButtonRow
      icon={copied ? lucide.Check : icon}
      label={
        <>
          <span className="base-url-name">{label}</span>{' '}
          <span className="base-url-text">
            <span>{host}</span>
            {pathname}
          </span>
        </>
      }
      className="rail-row base-url"
      aria-label={`Copy ${label} ${host}${pathname}`}
      title={url}
      data-copied={copied || undefined}
      onClick={() => void copy()}
    >
      <Icon of={copied ? lucide.Check : lucide.Copy} size={14} className="base-url-mark" />
    </ButtonRow>
  );
}

const groupIcons: Record<NavigationIcon, IconNode> = {
  'book-open': lucide.BookOpen,
  bot: lucide.Bot,
  'chart-line': lucide.ChartLine,
  'cloud-sun': lucide.CloudSun,
  'file-text': lucide.FileText,
  'lock-keyhole': lucide.LockKeyhole,
  'radio-tower': lucide.RadioTower,
  rocket: lucide.Rocket,
  'square-terminal': lucide.SquareTerminal,
};

/** The content is checked at start, so the name is one of those above. */
export const groupIcon = (name: string): IconNode => groupIcons[name as NavigationIcon];

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="icon-button theme-switch"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      title="Switch between light and dark"
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      {/* CSS shows the right icon before this code runs. */}
      <Icon of={lucide.Moon} size={17} className="theme-moon" />
      <Icon of={lucide.Sun} size={17} className="theme-sun" />
    </button>
  );
}
