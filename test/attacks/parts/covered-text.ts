import type { Browser, Page } from 'playwright-core'
import type { HaulItem } from '#features/haul/haul.ts'
import { serializeHaul } from '#features/haul/haul-url.ts'
import { launchBrowser } from '#support/browser.ts'
import { assertData, createTestClient } from '#support/http-client.ts'
import { screens } from '#support/screens.ts'
import type { Site } from '#support/site.ts'
import { listTextFaults } from '#support/text-faults.ts'
import { owner, putSession } from '#support/users.ts'
import type { Report } from '../report.ts'
import { withSite } from '../site.ts'

const widths = [320, 360, 390, 768, 1280, 1920]
const fewWidths = [360, 1280]
const themes = ['light', 'dark']
const goods = ['Court sneakers', 'Plain T-shirt', 'Knit sweater', 'Down jacket'].map(
  (name, id): HaulItem => ({
    id,
    name,
    grams: 700,
    sidesMm: [330, 210, 120],
    category: '202',
    quantity: 2,
    priceFen: 18_900,
    offer: null,
    sku: null,
    variant: '',
    picture: '',
  }),
)
/** A full haul, and what a pasted link said about the unknown item. */
const fullHaul = {
  haul: serializeHaul({ destination: 'DE', packingPercent: 8, withinDays: null, items: goods }),
  'link-hints': JSON.stringify([
    [
      'taobao/990000731204',
      {
        title: '加绒加厚连帽卫衣宽松纯色男女同款',
        price: 168,
        currency: 'CNY',
        from: 'pasted',
        at: 1_795_000_000_000,
      },
    ],
  ]),
}
const hauls = { 'a full haul': fullHaul, 'an empty haul': {} }
const states = {
  ...screens,
  'product without measures': '/product/ali_1688/990000987587',
  'unknown item': '/product/taobao/990000731204',
  register: '/register',
  'API page': '/docs',
  'empty form': '/estimation',
  'converted links': `/convert?text=${encodeURIComponent('https://weidian.com/item.html?itemID=9900661650')}`,
  agents: '/dashboard/manage-agent',
  photos: '/dashboard/manage-qc',
}

/** Finds texts that something covers or cuts, on every screen at every width, in both themes, with the haul full and empty. */
export async function coveredText(report: Report): Promise<void> {
  const isFull = report.amount(0, 1) > 0
  await withSite({ SEED: 'demo', RATE_MULTIPLIER: '1000' }, async (site) => {
    const browser = await launchBrowser()
    try {
      for (const theme of isFull ? themes : themes.slice(0, 1))
        for (const [name, haul] of Object.entries(hauls).slice(0, isFull ? 2 : 1))
          await checkAllScreens(report, {
            browser,
            site,
            theme,
            name,
            haul,
            sizes: isFull ? widths : fewWidths,
          })
    } finally {
      await browser.close()
    }
  })
}

type ScreenRound = {
  browser: Browser
  site: Site
  theme: string
  /** The name of the haul. */
  name: string
  haul: Record<string, string>
  sizes: readonly number[]
}

async function checkAllScreens(
  report: Report,
  { browser, site, theme, name, haul, sizes }: ScreenRound,
): Promise<void> {
  const page = await openAsOwner(browser, site, { theme, country: 'DE', ...haul })
  const results = new Map<number, { tried: string[]; faults: string[] }>()
  for (const [screen, path] of Object.entries(states)) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' })
    for (const width of sizes) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
      const faults = await listTextFaults(page)
      const { tried, faults: before } = results.get(width) ?? { tried: [], faults: [] }
      results.set(width, {
        tried: [...tried, screen],
        faults: [...before, ...faults.map((fault) => `${screen}: ${fault}`)],
      })
    }
  }
  for (const [width, { tried, faults }] of results) {
    report.check(`${width} px, ${theme}, ${name}`, {
      tried: tried.length,
      failed: faults.length,
      figure: faults.join('\n'),
    })
  }
  await page.context().close()
}

async function openAsOwner(browser: Browser, site: Site, stored: Record<string, string>): Promise<Page> {
  const { token, refreshToken } = await putSession(site, owner)
  const client = createTestClient(site.origin)
  const user = assertData(
    await client.call('GET /users/me', undefined, { headers: { authorization: token } }),
  )
  client.close()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'refresh', value: refreshToken, url: site.origin, httpOnly: true }])
  await context.addInitScript(
    (entries) => {
      for (const [name, text] of entries) localStorage.setItem(name, text)
    },
    Object.entries({ ...stored, token, user: JSON.stringify(user) }),
  )
  return context.newPage()
}
