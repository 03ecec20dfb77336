import { startTransition, useEffect, useState } from 'react'
import { storageKeys } from '#shared/storage-keys.ts'
import { applyBeforePaint } from '#shared/web/before-paint.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const listeners = new Set<() => void>()

/**
 * The visitor's choice, `system` until one is made (§4, §9); undefined on the server and during hydration.
 */
export function useTheme(): Theme | undefined {
  const [theme, setTheme] = useState<Theme>()
  useEffect(() => {
    const follow = () => setTheme(readTheme())
    startTransition(follow)
    return subscribe(follow)
  }, [])
  return theme
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKeys.theme, theme)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  applyTheme()
}

/**
 * System follows the operating system; choice and session follow other tabs; at once and for the page's
 * lifetime.
 */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  window.addEventListener('storage', ({ key }) => {
    if (key !== storageKeys.platform && key !== storageKeys.platformImage) applyTheme()
  })
}

function readTheme(): Theme {
  const choice = document.documentElement.dataset.themeChoice
  return themes.find((theme) => theme === choice) ?? 'system'
}

/** One frame without transitions, so that all colors change together. */
function applyTheme(): void {
  const root = document.documentElement
  root.dataset.themeSwitching = ''
  applyBeforePaint()
  for (const listener of listeners) listener()
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.themeSwitching))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
