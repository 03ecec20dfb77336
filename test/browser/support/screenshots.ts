// For developers: node test/browser/support/screenshots.ts [name …] [--out FOLDER], of the site at BASE_URL or of one it starts.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { startSite } from '#support/site.ts'
import { openVisit } from '#support/visit.ts'

const widths = [360, 1280]
const themes = ['light', 'dark'] as const

const help = `node test/browser/support/screenshots.ts [name …] [--out FOLDER]
Writes FOLDER/NAME-WIDTH-THEME.png of whole pages, at 360 and 1280 pixels, light and dark.
Of the site at BASE_URL, otherwise of the built server. FOLDER is data/screenshots unless given.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'data/screenshots' }, help: { type: 'boolean' } },
})
if (values.help) console.log(help)
else await shootAll(positionals, values.out)

async function shootAll(requested: string[], folder: string): Promise<void> {
  const site = process.env.BASE_URL ? undefined : await startSite()
  const browser = await launchBrowser()
  try {
    const origin = (process.env.BASE_URL ?? site?.origin ?? '').replace(/\/$/, '')
    const screens = Object.entries(await listScreens(origin))
    const unknown = requested.filter((name) => !screens.some(([screen]) => screen === name))
    if (unknown.length > 0) {
      throw new Error(
        `There is no screen named ${unknown.join(', ')}. The screens are: ${screens.map(([name]) => name).join(', ')}`,
      )
    }
    mkdirSync(folder, { recursive: true })
    for (const [name, path] of screens) {
      if (requested.length === 0 || requested.includes(name))
        await shoot(browser, origin, path, join(folder, name))
    }
  } finally {
    await browser.close()
    await site?.stop()
  }
}

/** Every screen's name and path; the product is the first of the catalogue. */
async function listScreens(origin: string): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/v1/products/getAllProduct?limit=1`)
  const { data }: { data: { shopType: string; productCode: string }[] } = await reply.json()
  const [first] = data
  return {
    home: '/',
    popular: '/popular',
    'popular-compact': '/popular?view=compact',
    ...(first && { product: `/product/${first.shopType}/${first.productCode}` }),
    'product-unknown': '/product/taobao/652874751412',
    tools: '/tools',
    convert: '/convert',
    estimation: '/estimation',
    'estimation-results': '/estimation?destination=DE&weight=1240&length=34&width=22&height=12&features=202',
    'estimation-errors': '/estimation?sent=1&weight=0',
    haul: '/haul',
    login: '/login',
    register: '/register',
    'reset-password': '/reset-password?id=some-user&token=some-secret',
    'reset-invalid': '/reset-password',
    'verify-email': '/verify-email?token=some-secret',
    unlock: '/unlock?token=some-secret',
    'unlock-invalid': '/unlock',
    'set-up': '/setup?token=some-secret',
    error: '/no-such-page',
  }
}

async function shoot(browser: Browser, origin: string, path: string, file: string): Promise<void> {
  for (const width of widths) {
    for (const theme of themes) {
      const { page, context, complaints } = await openVisit(browser, origin, { width, theme })
      await page.goto(path, { waitUntil: 'load' })
      await allLoaded(page)
      await page.screenshot({ path: `${file}-${width}-${theme}.png`, fullPage: true, animations: 'disabled' })
      await context.close()
      console.log([`${file}-${width}-${theme}.png`, ...complaints].join('\n  '))
    }
  }
}

/** Waits for fonts and all images, also those that load only after scrolling. */
async function allLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
    await document.fonts.ready
  })
}
