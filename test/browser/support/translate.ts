import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from '#support/visit.ts'

type TranslatedText = { original: Text; translated: Text }
type TranslatedWindow = Window & { translatedTexts?: TranslatedText[] }

/**
 * Changes every page that is opened from now on as Chrome's translator does: after hydration and after each
 * change, every text node is replaced by a new one inside two font elements.
 */
export async function translatePages({ context }: Visit): Promise<void> {
  await context.addInitScript(wrapTexts)
}

/**
 * Expects that React has not updated a text in a node that is no longer in the page, and that the page is no
 * error page.
 */
export async function isWhole(page: Page): Promise<void> {
  const fonts = page.locator('main font > font').first()
  await fonts.waitFor({ state: 'attached' })
  const stale = () =>
    page.evaluate(() =>
      ((window as TranslatedWindow).translatedTexts ?? [])
        .filter(({ original, translated }) => translated.isConnected && original.data !== translated.data)
        .map(({ original, translated }) => `${translated.data} -> ${original.data}`),
    )
  await expect.poll(stale).toEqual([])
  await expect.poll(() => page.getByText('Oops! Something went wrong').count()).toBe(0)
}

function wrapTexts(): void {
  const untouched = 'script, style, textarea, noscript, svg, [translate="no"], .notranslate, font > font'
  const texts: TranslatedText[] = []
  Object.assign(window, { translatedTexts: texts })

  function wrap(node: Node): void {
    if (!(node instanceof Text)) {
      for (const child of [...node.childNodes]) wrap(child)
    } else if (node.isConnected && node.data.trim() !== '' && !node.parentElement?.closest(untouched)) {
      const inner = document.createElement('font')
      const outer = document.createElement('font')
      const translated = new Text(node.data)
      inner.append(translated)
      outer.append(inner)
      node.replaceWith(outer)
      texts.push({ original: node, translated })
    }
  }

  function isTakenOver(): boolean {
    const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$'))?.[1]
    return root?.stateNode.current.memoizedState?.isDehydrated === false
  }

  function begin(): void {
    if (!isTakenOver()) {
      requestAnimationFrame(begin)
      return
    }
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of target instanceof Text ? [target] : addedNodes) wrap(node)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }
  begin()
}
