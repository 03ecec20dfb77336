import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { changeData } from '../../attacks/data.ts'
import { test } from './all-sources.ts'

const listed = '/product/weidian/9900661650'
const unlisted = '/product/taobao/652874751412'

type PageContent = { text: string[]; pictures: string[] }

/** The text of a page by lines, and its loaded images. */
async function readPage({ page, hydrated }: Visit, path: string): Promise<PageContent> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await hydrated()
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager'
  })
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)))
    .toBe(true)
  return { text: await settledText(page), pictures: await picturesOf(page) }
}

/** What comes last, such as the buttons of a row, comes when the browser has nothing else to do. */
async function settledText(page: Page): Promise<string[]> {
  let text = await textOf(page)
  const isSettled = async () => {
    const before = text
    text = await textOf(page)
    return before.join('\n') === text.join('\n')
  }
  await expect.poll(isSettled, { interval: 1_500 }).toBe(true)
  return text
}

async function textOf(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.map((line) => line.replace(/ from \d+ \w+ \d{4}\.$/, ' from yesterday.'))
}

/** The fragment holds stored facts of the image, which no request contains. */
function picturesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].map((picture) => {
      const [address] = (picture.getAttribute('src') ?? '').split('#')
      return `${picture.naturalWidth > 0 ? 'shown' : 'broken'} ${address}`
    }),
  )
}

/** Lines that only one of two observations has. */
function differences(before: PageContent, after: PageContent) {
  const without = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line))
  return { gone: without(before.text, after.text), added: without(after.text, before.text) }
}

const aDayLater = `with photos as (update qc_snapshots set fetched_at = fetched_at - interval '1 day')
  update product_infos set fetched_at = fetched_at - interval '1 day'`

const pages = ['/', '/popular', listed, unlisted]

const patience = { timeout: 120_000 } // two starts and eight pages

test(
  'shows the stored data and its age when every source is down',
  patience,
  async ({ asVisitor, site, sources }) => {
    const first = await asVisitor({ origin: site.origin })
    const before = new Map<string, PageContent>()
    for (const path of pages) before.set(path, await readPage(first, path))
    expect(before.get(unlisted)?.text.join('\n')).toContain('Simulated T-shirt 652874751412')
    expect(
      before.get(unlisted)?.pictures.filter((picture) => picture.startsWith('shown')).length,
    ).toBeGreaterThan(8)
    await first.context.close()

    // A day later, in a new process without caches.
    sources.setFault('all', 'refused')
    await changeData(site, aDayLater)

    const second = await asVisitor({ origin: site.origin })
    const changes = new Map<string, ReturnType<typeof differences>>()
    for (const path of pages) {
      const after = await readPage(second, path)
      expect(after.pictures).toEqual(before.get(path)?.pictures)
      expect(after.pictures.filter((picture) => picture.startsWith('broken'))).toEqual([])
      changes.set(path, differences(before.get(path) ?? after, after))
    }
    expect(Object.fromEntries(changes)).toEqual({
      '/': { gone: [], added: [] },
      '/popular': { gone: [], added: [] },
      [listed]: {
        gone: [],
        added: ["Outside QC source isn't responding. Showing its photos from yesterday.", 'Try Again'],
      },
      [unlisted]: {
        gone: [],
        added: [
          'Last checked 1 day ago. Price and stock may have changed.',
          "Outside QC source isn't responding. Showing its photos from yesterday.",
          'Try Again',
        ],
      },
    })
  },
)
