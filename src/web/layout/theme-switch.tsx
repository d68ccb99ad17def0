import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../preferences/preferences.ts';

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
      {/* CSS shows the right one before this code runs. */}
      <Moon size={17} className="theme-moon" aria-hidden="true" />
      <Sun size={17} className="theme-sun" aria-hidden="true" />
    </button>
  );
}
