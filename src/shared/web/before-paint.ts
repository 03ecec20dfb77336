/**
 * Puts the stored theme and the kind of visitor on <html>, where the stylesheet reads them (§4 Theme). A stored user
 * who is none is removed together with the token; a token alone is left, it may be that of a login under way.
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
  } catch {
    root.dataset.theme ||= 'light'
  }
  delete root.dataset.session
  try {
    const token = localStorage.getItem('token')
    const stored = localStorage.getItem('user')
    let role: unknown
    try {
      role = JSON.parse(stored ?? 'null')?.role
    } catch {
      // No JSON, so nobody.
    }
    if (token && (role === 'user' || role === 'admin')) root.dataset.session = role
    else if (token === '' || (stored !== null && role !== 'user' && role !== 'admin')) {
      localStorage.removeItem('token')
      localStorage.removeItem('user')
    }
  } catch {
    // A browser that keeps nothing has a visitor.
  }
  const color = document.querySelector('meta[name=theme-color]')
  color?.setAttribute('content', root.dataset.theme === 'dark' ? '#0a1512' : '#f6faf8')
}

export const headScript = `(${beforePaint.toString()})()`
