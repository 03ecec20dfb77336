import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { claims } from '#features/products/claims.ts'
import { type Site, startSite } from '#support/site.ts'
import { axeFindings } from '../support/axe.ts'
import { test as base, widths } from '../support/test.ts'

const agentNames = ['KakoBuy', 'CNFans', 'MuleBuy', 'ACBuy', 'OOPBuy', 'HooBuy', 'Superbuy', 'CSSBuy']
const unknownItem = '/product/taobao/730000000001'
const pages = [
  '/',
  '/popular',
  '/tools',
  '/convert',
  '/convert?text=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D730000000001',
  '/estimation',
  '/haul',
  '/collection',
  '/extension',
  '/docs',
  '/login',
  '/register',
  unknownItem,
  '/sitemap.xml',
  '/nowhere',
]

/** `test` with a public site that has just been installed: nothing but its address is set. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('empty', { scope: 'file' }, async ({}, { onCleanup }): Promise<Site> => {
    const site = await startSite({
      env: { PUBLIC_URL: 'https://finds.example' },
      server: inject('start').server,
    })
    onCleanup(site.stop)
    return site
  })

describe('a public site without goods', { timeout: 90_000 }, () => {
  test('names no item, makes no claim and shows no photo on any page', async ({ empty }) => {
    for (const path of pages) {
      const html = await (
        await fetch(empty.origin + path, { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
      ).text()
      const items = [...html.matchAll(/\/product\/(?:taobao|weidian|ali_1688)\/([\w-]+)/g)].map(
        ([, id]) => id,
      )
      expect([path, items.filter((id) => id !== '730000000001')]).toEqual([path, []])
      const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, '').toLowerCase()
      expect([path, claims.filter((claim) => text.includes(claim.toLowerCase()))]).toEqual([path, []])
      expect([path, /court sneaker|demo\/|0 items/.exec(text)?.[0]]).toEqual([path, undefined])
      expect([path, /assets\/(?:seller|warehouse|close-up)|>qc <|warehouse [ab]/.exec(text)?.[0]]).toEqual([
        path,
        undefined,
      ])
    }
  })

  test('buys an unknown item on all eight agents, and converts a link for each', async ({
    empty,
    asVisitor,
  }) => {
    const { page } = await asVisitor({ origin: empty.origin, javaScript: false })
    await page.goto(unknownItem)
    const agents = page.locator('.agent-links a')
    await expect
      .poll(async () =>
        (await agents.allTextContents()).map((text) => text.replace(/^Buy on |, opens.*$/g, '')),
      )
      .toEqual(agentNames)
    const links = await agents.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links.filter((link) => !link?.includes('730000000001'))).toEqual([])
    const reply = await fetch(
      `${empty.origin}/api/v1/links/convert?text=${encodeURIComponent('https://item.taobao.com/item.htm?id=730000000001')}`,
    )
    const converted = await reply.text()
    for (const link of links) expect(converted).toContain(JSON.stringify(link).slice(1, -1))
  })

  test('shows a drawing that says it is one, and what works', async ({ empty, asVisitor }) => {
    for (const width of widths) {
      const { page } = await asVisitor({ origin: empty.origin, width, reducedMotion: true })
      await page.goto('/')
      await page.getByText('This is a drawing.').waitFor()
      await expect
        .poll(() => linksIn(page, 'Works right now'))
        .toEqual(["Turn links into your agent's", 'Estimate shipping', 'Plan a haul'])
      await page.getByText('No Product Found').waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Add a Product' }).count()).toBe(0)
      await expect.poll(() => page.getByText('Or try an example').count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      await page.goto('/popular')
      await page.getByRole('heading', { name: 'No Product Found' }).waitFor()
      await expect.poll(() => page.getByLabel('Min Price').count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
    }
  })
})

const linksIn = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('link').allTextContents()
