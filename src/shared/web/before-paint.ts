/**
 * Puts the stored theme and the kind of visitor on <html>, where the stylesheet reads them (§4 Theme).
 * Its source is printed into the head and allowed by hash, so it must not use anything outside of itself;
 * a test compares its keys with the specification's.
 */
export function beforePaint(): void {
  const root = document.documentElement
  try {
    const stored = localStorage.getItem('theme')
    const choice = stored === 'light' || stored === 'dark' ? stored : 'system'
    const isDark =
      choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = isDark ? 'dark' : 'light'
    root.dataset.themeChoice = choice
    const user = localStorage.getItem('token') && JSON.parse(localStorage.getItem('user') || 'null')
    if (user) root.dataset.session = user.role === 'admin' ? 'admin' : 'user'
    else delete root.dataset.session
  } catch {
    delete root.dataset.session
    root.dataset.theme ||= 'light'
  }
  const color = document.querySelector('meta[name=theme-color]')
  color?.setAttribute('content', root.dataset.theme === 'dark' ? '#0a1512' : '#f6faf8')
}

export const headScript = `(${beforePaint.toString()})()`
