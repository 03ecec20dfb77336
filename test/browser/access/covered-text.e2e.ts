import { describe, expect } from 'vitest'
import { screens } from '#support/screens.ts'
import { listTextFaults } from '#support/text-faults.ts'
import { test } from '../support/accounts.ts'
import { setWidth } from '../support/both-widths.ts'
import { widths } from '../support/test.ts'
import { furnish, stored } from './screens.ts'

const states = { ...screens, 'unknown item': '/product/taobao/990000731204' }

describe.for(Object.entries(states))('%s', ([name, path]) => {
  test('covers and cuts no text and is no wider than the window, before and during scrolling', async ({
    asMember,
  }) => {
    const visit = await asMember({ role: 'admin', stored, reducedMotion: true, width: 360 })
    if (name === 'login') await visit.page.evaluate(() => localStorage.clear())
    const { page, hydrated } = visit
    if (name === 'collection') await furnish(visit)
    await page.goto(path)
    await hydrated()
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    for (const width of widths) {
      await setWidth(page, width)
      await expect.poll(() => listTextFaults(page), { message: `${width} px`, timeout: 30_000 }).toEqual([])
    }
  })
})

const plants = {
  'a chip over a heading': {
    styles: 'position: absolute; inset: 0; background: teal',
    into: 'h1',
    fault: /^covered by span in planted: Discover Popular Products$/,
  },
  'a picture that takes no presses': {
    styles: 'position: absolute; inset: 0; background: teal; pointer-events: none',
    into: 'h1',
    fault: /^covered by span in planted: Discover/,
  },
  'a bar that is always over the last line': {
    styles: 'position: fixed; inset: 0 0 auto; height: 100vh; z-index: 99; background: teal',
    into: 'body',
    fault: /^always covered by span in planted: Discover/,
  },
  'what is wider than the window': {
    styles: 'position: absolute; left: 0; width: 394px; height: 1px',
    into: 'main',
    fault: /^the page is 394 px wide in a window of 360$/,
  },
}

test.for(Object.entries(plants))('finds %s', async ([, { styles, into, fault }], { asVisitor }) => {
  const { page, hydrated } = await asVisitor({ width: 360, reducedMotion: true })
  await page.goto('/popular')
  await hydrated()
  expect(await listTextFaults(page)).toEqual([])
  await page.locator(into).evaluate((host, css) => {
    const planted = Object.assign(document.createElement('span'), { className: 'planted' })
    planted.style.cssText = css
    if (host instanceof HTMLElement && host !== document.body) host.style.position = 'relative'
    host.append(planted)
  }, styles)
  expect(await listTextFaults(page)).toContainEqual(expect.stringMatching(fault))
})

test('the check finds text that its box cuts off, but not text that is truncated on purpose', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ width: 360, reducedMotion: true })
  await page.goto('/popular')
  await hydrated()
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((node: HTMLElement) => {
    node.style.cssText = 'width: 60px; white-space: nowrap; overflow: hidden'
  })
  expect(await listTextFaults(page)).toEqual([
    expect.stringMatching(/^cut by h1 in .*: Discover Popular Products$/),
  ])
  await heading.evaluate((node: HTMLElement) => {
    node.style.textOverflow = 'ellipsis'
  })
  expect(await listTextFaults(page)).toEqual([])
})
