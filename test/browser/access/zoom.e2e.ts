import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { screens } from '#support/screens.ts'
import { test } from '../support/accounts.ts'
import { expectNoOverflow } from '../support/box.ts'
import { furnish, stored } from './screens.ts'

/** 1280 x 1024 at 200 and at 400 %. */
const enlarged = { width: 640, height: 512 }
const enlargedMost = { width: 320, height: 256 }

/** What readers may set (WCAG 2.2, 1.4.12), and nothing is lost by it. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`

/** A sheet of the page's own would break its policy. */
function spaceText(page: Page): Promise<void> {
  return page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, textSpacing)
}

/** Classes of what keeps its place in the window while the page moves under it. */
function listStuck(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const topOf = (node: Element) => node.getBoundingClientRect().top
    const isSeen = (node: Element) => {
      const { bottom, top, height } = node.getBoundingClientRect()
      return (
        height > 2 && bottom > 0 && top < innerHeight && node.checkVisibility({ visibilityProperty: true })
      )
    }
    const scroll = async (to: number) => {
      scrollTo(0, to)
      await new Promise(requestAnimationFrame)
    }
    await scroll(200)
    const seen = [...document.querySelectorAll('body *')].filter(
      (node) => /fixed|sticky/.test(getComputedStyle(node).position) && isSeen(node),
    )
    const before = new Map(seen.map((node) => [node, topOf(node)]))
    await scroll(280)
    const stuck = [...before].filter(([node, top]) => scrollY > 200 && Math.abs(topOf(node) - top) < 20)
    return stuck.map(([node]) => node.className)
  })
}

/** Texts that reach beyond the part that cuts them off; not those that are cut on purpose, with an ellipsis. */
function listCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWindow = (node: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(node)
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      const isScrolled = [overflowX, overflowY].some(
        (overflow) => overflow === 'auto' || overflow === 'scroll',
      )
      return isShortened || isScrolled
    }
    const cuts = (node: Element) => /hidden|clip/.test(getComputedStyle(node).overflow)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cutTexts: string[] = []
    const range = document.createRange()
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      const isDrawn = text.parentElement?.closest('[aria-hidden="true"], .carousel__view, .visually-hidden')
      if (!text.textContent?.trim() || box.width === 0 || isDrawn) continue
      for (let node = text.parentElement; node && node !== document.body; node = node.parentElement) {
        if (isWindow(node) || node.clientHeight <= 2) break
        const { right, bottom } = node.getBoundingClientRect()
        if (cuts(node) && (box.right > right + 1 || box.bottom > bottom + 3))
          cutTexts.push(`${node.className}: ${text.textContent.trim().slice(0, 60)}`)
      }
    }
    return cutTexts
  })
}

/** Classes of what moves by itself or is on its way. */
function listMoving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const isMoving = playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 20
      return isMoving && effect instanceof KeyframeEffect ? [effect.target?.className ?? ''] : []
    }),
  )
}

describe.for(Object.entries(screens))('%s', ([name, path]) => {
  test('fits at 200 and 400 % with only Buy fixed, cuts no text in wide letters, and has no animation with reduced motion', async ({
    asMember,
  }) => {
    const visit = await asMember({ role: 'admin', stored, reducedMotion: true, ...enlargedMost })
    if (name === 'login') await visit.page.evaluate(() => localStorage.clear())
    const { page, hydrated } = visit
    if (name === 'collection') await furnish(visit)
    await page.goto(path)
    await hydrated()
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await expectNoOverflow(page)
    await expect.poll(() => listMoving(page)).toEqual([])
    expect((await listStuck(page)).filter((names) => names !== 'buy-bar')).toEqual([])
    await page.setViewportSize(enlarged)
    await expectNoOverflow(page)
    await spaceText(page)
    expect(await listMoving(page)).toEqual([])
    for (const size of [enlargedMost, { width: 1280, height: 900 }]) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
      expect(await listCut(page), `${size.width} px`).toEqual([])
    }
  })
})
