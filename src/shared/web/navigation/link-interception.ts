import { hasEntries, openDocument } from './overlay-history.ts'

/** The part of a router that link interception needs. */
type LinkNavigator = { navigate(to: string): unknown }
type IsPage = (pathname: string) => boolean

/**
 * Records on <html> whether keyboard or pointer was used last, for the style of a heading that takes the
 * focus: browsers that do not focus a clicked link (Safari) would draw its ring.
 */
export function trackInputType(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => document.documentElement.setAttribute('data-input', type), true)
}

/**
 * One listener turns every plain <a> and GET form into a client navigation, so that the server renders no <Link>.
 * Everything else is left to the browser, except in a dialog, which has an entry in the history.
 */
export function interceptLinks(router: LinkNavigator, isPage: IsPage): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || !isPlainClick(event) || !opensHere(link)) return
    const isJump = link.hash !== '' && getPagePath(link) === getPagePath(location)
    if (!isJump) visitPage(router, isPage, event, new URL(link.href))
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const url = new URL(form.action)
    for (const [name, value] of new FormData(form))
      if (value !== '') url.searchParams.append(name, String(value))
    visitPage(router, isPage, event, url)
  })
}

function visitPage(router: LinkNavigator, isPage: IsPage, event: Event, url: URL): void {
  const isOurs = url.origin === location.origin && isPage(url.pathname)
  if (!isOurs && !hasEntries()) return
  event.preventDefault()
  if (isOurs) router.navigate(url.pathname + url.search + url.hash)
  else openDocument(url.href)
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !event.defaultPrevented && !hasModifier
}

function opensHere(link: HTMLAnchorElement): boolean {
  return link.href !== '' && (link.target === '' || link.target === '_self') && !link.hasAttribute('download')
}

function getPagePath({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search
}
