/**
 * Sets on <html>, where the stylesheet reads them (§4 Theme): the stored theme and photo mode, whether there are a
 * haul, hints of the page's item, a reason to log in and a country (stored or to be guessed), the notice for the login
 * page, and the kind of visitor. An invalid stored user is removed with the token; a token without a user stays, since a
 * login may be in progress. The source of this function is printed into the head and allowed by its hash, so it must not use anything
 * outside of itself; a test compares its keys with the specification's.
 */
export function applyBeforePaint(): void {
  const root = document.documentElement
  // A time zone other than UTC, or a language with a region, lets the country be guessed; space for it is reserved.
  const canGuessCountry =
    /-[A-Z]{2}\b/.test(navigator.language) ||
    [0, 6].some((month) => new Date(2026, month).getTimezoneOffset() !== 0)
  try {
    const stored = localStorage.getItem('theme')
    const choice = stored === 'light' || stored === 'dark' ? stored : 'system'
    const isDark =
      choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = isDark ? 'dark' : 'light'
    root.dataset.themeChoice = choice
    root.dataset.look = localStorage.getItem('look') === 'reality' ? 'reality' : 'listing'
    root.toggleAttribute(
      'data-ship-to',
      canGuessCountry || /^[A-Z]{2}$/.test(localStorage.getItem('country') ?? ''),
    )
  } catch {
    root.dataset.theme ||= 'light'
    root.dataset.look ||= 'listing'
    root.toggleAttribute('data-ship-to', canGuessCountry)
  }
  try {
    if (localStorage.getItem('haul')?.includes('\n')) root.dataset.haul = ''
    else delete root.dataset.haul
    const item = location.pathname.replace('/product/', '')
    root.toggleAttribute('data-hints', localStorage.getItem('link-hints')?.includes(`["${item}",`) ?? false)
    root.toggleAttribute('data-login-reason', sessionStorage.getItem('login-reason') !== null)
    const notice = sessionStorage.getItem('handed-over')
    if (notice) root.dataset.loginNotice = notice
  } catch {
    // Without storage there is none of them.
  }
  delete root.dataset.session
  try {
    const token = localStorage.getItem('token')
    const stored = localStorage.getItem('user')
    let role: unknown
    try {
      role = JSON.parse(stored ?? 'null')?.role
    } catch {
      // Invalid JSON means no user.
    }
    if (token && (role === 'user' || role === 'admin')) root.dataset.session = role
    else if (token === '' || (stored !== null && role !== 'user' && role !== 'admin')) {
      localStorage.removeItem('token')
      localStorage.removeItem('user')
    }
  } catch {
    // Without storage there is no user.
  }
  const color = document.querySelector('meta[name=theme-color]')
  color?.setAttribute('content', root.dataset.theme === 'dark' ? '#0a1512' : '#f6faf8')
}

export const headScript = `(${applyBeforePaint.toString()})()`
