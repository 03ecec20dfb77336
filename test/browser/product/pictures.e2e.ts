import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { startSimulator } from '#simulator/simulate.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'

const product = '/product/weidian/9900661650'
const popular = '/popular'

/** The page's pictures, once the first one is loaded. */
async function readPictures(page: Page) {
  const first = page.locator('main picture img').first()
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  return page.locator('main picture img').evaluateAll((images) =>
    images.map((image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('The element is not an HTMLImageElement.')
      const { currentSrc, src, srcset } = image
      return { currentSrc, src, srcset, background: getComputedStyle(image).backgroundColor }
    }),
  )
}

/** Opens a page until the network is idle, so that the site can be restarted. */
async function visitPictures(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  const pictures = await readPictures(page)
  await page.goto('about:blank')
  return pictures
}

describe('pictures', () => {
  test('have a background color, and are AVIF after the first views', {
    timeout: 240_000,
  }, async ({ aSite, asVisitor }) => {
    const site = await aSite({ PICTURE_JOBS: 'on' })
    const avifUrls: string[] = []
    for (let visitor = 0; visitor < 2; visitor += 1) {
      const { page } = await asVisitor({ origin: site.origin })
      for (const path of [popular, product]) {
        const [first] = await visitPictures(page, path)
        const url = first?.currentSrc ?? ''
        expect(url).toMatch(/\/img\/[\w-]+\/\d+\/[\w-]+\.(webp|avif)$/)
        avifUrls.push(url.replace(/webp$/, 'avif'))
      }
    }
    const fetchType = async (url: string) => (await fetch(url)).headers.get('content-type')
    for (const url of avifUrls) {
      await expect.poll(() => fetchType(url), { timeout: 60_000, interval: 500 }).toBe('image/avif')
    }
    await site.end()
    await site.restart() // rendered pages are updated at intervals; a new process uses the AVIF files at once
    for (const width of [360, 1280]) {
      const { page, hydrated } = await asVisitor({ origin: site.origin, width })
      for (const path of [popular, product]) {
        await page.goto(path)
        await hydrated()
        const [first] = await readPictures(page)
        expect(first?.src).toMatch(/\/img\/[\w-]+\/720\/[\w-]+\.webp$/)
        expect(first?.srcset).not.toMatch(/#|avif/)
        expect(first?.background).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
        expect(first?.currentSrc).toMatch(/\.avif$/)
        const preloaded = page.locator('link[rel="preload"][as="image"][type="image/avif"]')
        await expect.poll(() => preloaded.count()).toBeGreaterThan(0)
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      }
    }
    const html = await (await fetch(site.origin + product)).text()
    const [, shared = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(shared).toMatch(/\/product\/\w+\/\d+\/card\.jpg\?v=\w+$/)
  })

  test('of other hosts are loaded only from this site', async ({ aSite, asVisitor }) => {
    const simulator = await startSimulator({ port: 0 })
    try {
      const at = (source: string) => `${simulator.url}/${source}`
      const outside = { PRODUCT_INFO_URL: at('product-info'), QC_URL: at('qc'), IMAGE_HOSTS: simulator.url }
      const site = await aSite(outside)
      const { page } = await asVisitor({ origin: site.origin })
      await page.goto('/product/weidian/7711603445')
      await page.getByRole('heading', { name: 'Simulated T-shirt 7711603445' }).waitFor()
      const [first] = await readPictures(page)
      expect(first?.currentSrc).toMatch(/\/img\/[\w-]+\/\d+\/[\w-]+\.webp$/)
      await page.waitForLoadState('networkidle')
      const host = new URL(simulator.url).host
      for (const path of ['/', '/popular', '/tools', '/convert', '/product/weidian/7711603445']) {
        const html = await (await fetch(site.origin + path)).text()
        const files = [...html.matchAll(/(?:src|srcset|imagesrcset)="([^"]*)"/gi)].flatMap(([, list = '']) =>
          list.split(', '),
        )
        expect(files.filter((file) => !/^(\/(?!\/)|data:)/.test(file))).toEqual([])
        expect(html).not.toContain(host)
      }
      expect(await page.content()).not.toContain(host)
      expect(simulator.calls('pictures')).toBeGreaterThan(0)
    } finally {
      await simulator.close()
    }
  })

  test('that fail to load leave their background color without a gap or a layout shift', async ({
    aSite,
    asVisitor,
  }) => {
    const site = await aSite()
    const { page: earlier } = await asVisitor({ origin: site.origin })
    await visitPictures(earlier, popular)
    await site.end()
    await site.restart()
    const { page, hydrated } = await asVisitor({ origin: site.origin, allow: [/ERR_FAILED/] })
    await page.route('**/img/**', (route) => route.abort())
    await page.goto(popular)
    await hydrated()
    const boxes = await page.locator('main picture img').evaluateAll((images) =>
      images.slice(0, 4).map((image) => {
        const { width, height } = image.getBoundingClientRect()
        return [Math.round(width - height), getComputedStyle(image).backgroundColor.startsWith('rgb(')]
      }),
    )
    expect(boxes).toEqual([0, 1, 2, 3].map(() => [0, true]))
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
})
