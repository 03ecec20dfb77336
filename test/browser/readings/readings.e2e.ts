import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { parsePageReading } from '#features/readings/page-reading.ts'
import { launchBrowser } from '#support/browser.ts'
import { test } from '../support/test.ts'
import { buildReader, readInOwnWorld } from './isolated-reader.ts'
import { listFaults, listItemPages, readPictureFile, serveItemPages } from './item-pages.ts'
import { pageForms } from './page-forms.ts'

const formAddress = 'https://item.taobao.com/item.htm?id=990000900400'

describe('the reader of pages', () => {
  let script: string
  let context: BrowserContext
  let page: Page
  let requests: string[]
  beforeAll(async () => {
    script = buildReader()
    const browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    requests = await serveItemPages(context)
  }, 60_000)
  afterAll(() => context.browser()?.close())
  afterEach(() => page.close())

  for (const item of listItemPages())
    test(`reads ${item.name} and nothing of its visitor`, async () => {
      const { address, waitMs = 0, width = 1280 } = item.expected.page
      page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await page.waitForFunction((ms) => performance.now() > ms, waitMs)
      // Speed is the benchmark's; here a reading must end.
      const { reading } = await readInOwnWorld(page, script)
      expect(listFaults(item, reading, 0)).toEqual([])
      expect(parsePageReading(reading)).toEqual(reading)
      const touched = 'Reflect.get(window, "__ran") ?? (Reflect.get(window, "__heard") ?? []).join()'
      await expect.poll(() => page.evaluate(touched)).toBeOneOf([undefined, null, ''])
      expect(requests.filter((url) => url.includes('/canary/'))).toEqual([])
    })

  test.each(pageForms)('reads $name', async ({ address = formAddress, html, reading: expected }) => {
    page = await context.newPage()
    await page.route(
      ({ host }) => host === new URL(address).host,
      (route) => {
        const name = new URL(route.request().url()).pathname
        if (!name.endsWith('.jpg'))
          return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        const kind =
          name === '/banner.jpg'
            ? ['taobao-denim', 'top.jpg']
            : /b\d/.test(name)
              ? ['hostile-csp', 'a1.jpg']
              : ['taobao-denim', 'face.jpg']
        return route.fulfill({
          contentType: 'image/jpeg',
          body: Buffer.from(readPictureFile(kind[0] ?? '', kind[1] ?? ''), 'base64'),
        })
      },
    )
    await page.goto(address)
    const { reading } = await readInOwnWorld(page, script)
    const { files, ...fields } = expected
    expect(reading).toMatchObject(fields)
    if (files) expect(reading.pictures.map((address) => address.split('/').at(-1))).toEqual(files)
    expect(parsePageReading(reading)).toEqual(reading)
    expect(JSON.stringify(reading)).not.toMatch(/polluted|javascript:|user:pass|木\*\*子/)
  })
})
