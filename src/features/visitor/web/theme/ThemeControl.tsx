import { Monitor, Moon, Sun } from 'lucide-react'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'
import './ThemeControl.css'

const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]
const icons = { light: Sun, dark: Moon, system: Monitor }

type ThemeControlProps = {
  /** Icons alone in the dashboard's header, with labels in menus. */
  variant: 'icons' | 'words'
}

/** The theme switcher (§1): Light, Dark and System. */
export function ThemeControl({ variant }: ThemeControlProps) {
  const options = themeOptions.map(({ value, label }) => ({
    value,
    label: renderIcon(value, label, variant),
  }))
  return (
    <SegmentedControl
      label="Theme"
      value={useTheme()}
      options={options}
      onChange={chooseTheme}
      className={`theme-control theme-control--${variant}`}
    />
  )
}

function renderIcon(theme: Theme, label: string, variant: ThemeControlProps['variant']) {
  const Icon = icons[theme]
  return (
    <>
      <Icon className="icon icon--s" aria-hidden />
      <span className={variant === 'icons' ? 'visually-hidden' : undefined}>{label}</span>
    </>
  )
}
