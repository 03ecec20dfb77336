import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Frame, type Page, type Request } from 'playwright-core'
import { vi } from 'vitest'
import { browserFlags, getUnneededFlags } from '#support/browser.ts'

const program = fileURLToPath(new URL('../../../extension/build/build.ts', import.meta.url))
const flags = [
  ...browserFlags,
  '--headless=new', // the old way has no extensions
  '--disable-features=DisableLoadExtensionCommandLineSwitch',
  '--enable-unsafe-extension-debugging', // a test may press the extension's button
]

export type ExtensionBrowser = {
  context: BrowserContext
  /** The address of one of the extension's own pages. */
  addressOf: (page: string) => string
  /** Requests other than those of the pages themselves. */
  requests: Request[]
  close: () => Promise<void>
}

/** A shop's page whose policy forbids everything and which hides added elements. */
const shopPage = `<!doctype html><html lang="en"><title>An item</title>
<style>div, iframe { display: none !important; opacity: 0 !important }</style><h1>An item</h1></html>`

/** Chromium with the extension, built for `site`, and shops that answer every address with `body`. */
export async function openWithExtension({
  site,
  width = 1280,
  body = shopPage,
}: {
  site?: string
  width?: number
  body?: string
} = {}): Promise<ExtensionBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-extension-'))
  const unpacked = join(folder, 'unpacked')
  execFileSync(process.execPath, [program, unpacked, join(folder, 'zip')], {
    env: { ...(site && { PUBLIC_URL: site }) },
  })
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: process.env.WHOLE_CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, `--disable-extensions-except=${unpacked}`, `--load-extension=${unpacked}`],
    ignoreDefaultArgs: ['--disable-extensions', ...getUnneededFlags()],
    viewport: { width, height: 800 },
    locale: 'en-US',
  })
  const requests: Request[] = []
  context.on('request', (request) => {
    if (request.resourceType() !== 'document' && request.url().startsWith('http')) requests.push(request)
  })
  const headers = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
  await context.route(/^https:\/\//, (route) => route.fulfill({ contentType: 'text/html', headers, body }))
  const own = await ownAddress(context)
  requests.length = 0
  return {
    context,
    requests,
    addressOf: (page) => new URL(page, own).href,
    close: async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The extension's name in addresses is known from a panel of its own. */
async function ownAddress(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.goto('https://weidian.com/item.html?itemID=1')
  const address = (await panelOf(page)).url()
  await page.close()
  return address
}

/** The panel in a shop's page, once it is there. */
export function panelOf(page: Page): Promise<Frame> {
  const find = () => {
    const frame = panelIn(page)
    if (!frame) throw new Error('There is no panel.')
    return frame
  }
  return vi.waitFor(find, { timeout: 10_000 })
}

export function panelIn(page: Page): Frame | undefined {
  return page.frames().find((frame) => frame.url().startsWith('chrome-extension://'))
}
