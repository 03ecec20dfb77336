/** Lets `/` focus the link box. Its code is loaded after the page. Returns a function that removes the shortcut. */
export function registerFocusShortcut(): () => void {
  const registration = new AbortController()
  const { signal } = registration
  import('./focus-link-box.ts')
    .then(({ focusLinkBox }) => document.addEventListener('keydown', focusLinkBox, { signal }))
    .catch(() => undefined)
  return () => registration.abort()
}
