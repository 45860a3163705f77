import clsx from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { chooseTheme, currentTheme, onThemeChange, type Theme } from '@/lib/theme'

const choices: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'system', label: 'Follow the system', Icon: Monitor },
  { theme: 'dark', label: 'Dark', Icon: Moon },
]

export function ThemeSwitch({ className }: { className?: string }) {
  const chosen = useSyncExternalStore(onThemeChange, currentTheme, () => 'system')
  return (
    <fieldset
      aria-label="Theme"
      className={clsx('inline-flex divide-x divide-line-strong rounded border border-line-strong', className)}
    >
      {choices.map(({ theme, label, Icon }) => (
        <button
          key={theme}
          data-theme={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={theme === chosen}
          onClick={() => chooseTheme(theme)}
          className="grid h-8 w-[34px] place-items-center text-ink-muted first:rounded-l last:rounded-r hover:text-ink aria-pressed:bg-surface-raised aria-pressed:text-ink max-md:size-11"
        >
          <Icon className="size-[15px]" />
        </button>
      ))}
    </fieldset>
  )
}
