import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme.ts';

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
const SIGN = { system: Monitor, light: Sun, dark: Moon } as const;

/** Goes round system, light, dark. */
export function ThemeSwitch(): ReactNode {
  const choice = useThemeChoice();
  const Sign = SIGN[choice];
  return (
    <Button
      className="button"
      data-quiet=""
      data-square=""
      aria-label={`Theme: ${choice}. Change to ${NEXT[choice]}`}
      onPress={() => chooseTheme(NEXT[choice])}
    >
      <Sign size={16} />
    </Button>
  );
}
