import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { agents } from '#db/schema.ts'
import { setStorage, waitForHydration } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { test, widths } from '../support/test.ts'

const weidianItem = '/product/weidian/9900661650'
const switchButton = (page: Page) => page.getByRole('button', { name: /Select Agent$/ })
const buyInCards = (page: Page) => page.getByRole('article').getByRole('link', { name: /^Buy on / })
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('platform'), localStorage.getItem('platform_img')])

const row = (page: Page, agent: string) =>
  page.getByRole('dialog').getByRole('radio', { name: new RegExp(`^${agent}`) })

async function openPicker(page: Page): Promise<void> {
  await waitForHydration(page)
  await switchButton(page).click()
  await page.getByRole('dialog', { name: 'Select an agent' }).waitFor()
}

describe('the agent of a visitor without a choice', () => {
  test('is the default agent, in the HTML of the page', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(weidianItem)
    const buy = page.getByRole('link', { name: /^Buy.* on KakoBuy, opens in a new tab$/ }).first()
    await expect
      .poll(() => buy.getAttribute('href'))
      .toBe(
        'https://www.kakobuy.com/item/details?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D9900661650',
      )
    await expect.poll(() => buy.getAttribute('target')).toBe('_blank')
    await expect.poll(() => buy.getAttribute('rel')).toBe('noopener noreferrer')
    await expect.poll(() => buy.locator('img').getAttribute('src')).toBe('/agents/kakobuy.svg')
    await expect.poll(() => switchButton(page).isVisible()).toBe(false)
  })

  test('is stored after the page has loaded, and replaces a stored one that is closed, invalid or has an old image', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor()
    for (const entries of [
      {},
      { platform: 'Gone Agent', platform_img: '/agents/gone.svg' },
      { platform: 'x'.repeat(81), platform_img: '/agents/gone.svg' },
      { platform: 'KakoBuy', platform_img: 'javascript:alert(1)' },
      { platform: 'KakoBuy', platform_img: '//evil.example/x.png' },
    ]) {
      await setStorage(page, { stored: entries })
      await page.goto('/popular')
      const message = `stored: ${JSON.stringify(entries)}`
      await expect.poll(() => stored(page), { message }).toEqual(['KakoBuy', '/agents/kakobuy.svg'])
      await expect.poll(() => switchButton(page).innerText(), { message }).toContain('Buying on KakoBuy')
    }
  })

  test('is replaced by the stored agent, whose image is refreshed', async ({ asVisitor }) => {
    const { page } = await asVisitor({ stored: { platform: 'MuleBuy', platform_img: '/agents/old.svg' } })
    await page.goto('/popular')
    await expect.poll(() => stored(page)).toEqual(['MuleBuy', '/agents/mulebuy.svg'])
    await expect.poll(() => switchButton(page).innerText()).toContain('Buying on MuleBuy')
    await buyInCards(page).getByText('on MuleBuy').first().waitFor({ state: 'attached' })
  })
})

describe('the agent picker', () => {
  test('lists every agent and marks the preferred one; Escape, icon and backdrop change nothing, a press selects', async ({
    asVisitor,
  }) => {
    const { page, dialog } = await asVisitor()
    await page.goto('/popular')
    await openPicker(page)
    const text = await dialog('Select an agent').innerText()
    expect(text).toContain('Select the agent you want to buy on')
    expect(text).toContain('cnfans.com · Taobao, Tmall, 1688')
    expect(text).toContain('We remember your choice on this device.')
    const rows = dialog().getByRole('radio')
    await expect.poll(() => rows.count()).toBe(8)
    await expect.poll(() => dialog().locator('label img').count()).toBe(8)
    await expect.poll(() => dialog().getByText('Selected').count()).toBe(1)
    const chosen = dialog().getByRole('radio', { name: /KakoBuy.*Selected/s })
    await expect.poll(() => chosen.isChecked()).toBe(true)
    const height = await dialog()
      .getByRole('radiogroup')
      .evaluate((list) => list.clientHeight)
    expect(height).toBeLessThanOrEqual(420)

    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog().getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(20, 400), // the backdrop
    ]) {
      await close()
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(async () => (await stored(page))[0]).toBe('KakoBuy')
      await openPicker(page)
    }
    await row(page, 'ACBuy').click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => stored(page)).toEqual(['ACBuy', '/agents/acbuy.svg'])
    await expect.poll(() => switchButton(page).innerText()).toContain('Buying on ACBuy')
    const leadThere = () =>
      buyInCards(page).evaluateAll((all) =>
        all.map((link) => link.getAttribute('href')?.startsWith('https://www.acbuy.com/product?id=')),
      )
    await expect.poll(leadThere).toEqual(Array.from({ length: 24 }, () => true))
  })

  test('works by keyboard: arrows select, Enter closes and restores the focus', async ({ asVisitor }) => {
    const { page, dialog } = await asVisitor()
    await page.goto('/popular')
    await switchButton(page).focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.closest('label')?.innerText ?? '')
    await expect.poll(focused).toContain('KakoBuy')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('MuleBuy')
    await expect.poll(() => dialog('Select an agent').isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored(page))[0]).toBe('MuleBuy')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Select Agent')
  })

  test('restores the focus to the control that opened it, on every page', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(weidianItem)
    await hydrated()
    const change = page.getByRole('button', { name: 'Change agent' })
    const hasFocus = () => change.evaluate((button) => button === document.activeElement)
    for (const close of ['Escape', 'Enter']) {
      await change.press('Enter')
      await dialog('Select an agent')
        .getByRole('radio', { checked: true })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press(close)
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(hasFocus).toBe(true)
    }
  })

  test('reports that there are no agents, and requests them again', async ({ asVisitor, aSite }) => {
    const { origin, openDatabase } = await aSite({ SEED: 'none' })
    const { db } = await openDatabase()
    await db.update(agents).set({ active: false, isSelected: false })
    const { page, dialog, apiCalls } = await asVisitor({ origin })
    await page.goto('/popular')
    await openPicker(page)
    await dialog().getByText('No agents are available right now.').waitFor()
    const listReplied = Promise.withResolvers<void>()
    await page.route('**/api/v1/agent/getAgent*', async (route) => {
      await listReplied.promise
      await route.continue()
    })
    await dialog().getByRole('button', { name: 'Try Again' }).click()
    await dialog().getByText('Loading agents…').waitFor({ state: 'attached' })
    await expect.poll(() => dialog().locator('.agent-row--waiting').count()).toBe(5)
    listReplied.resolve()
    await dialog().getByText('No agents are available right now.').waitFor()
    expect(apiCalls).toContain('GET /api/v1/agent/getAgent?active=true')
  })

  test('has no axe findings in any state', async ({ asVisitor }) => {
    for (const width of widths) {
      const { page, dialog } = await asVisitor({ width, touch: width === 360, reducedMotion: true })
      await page.goto('/popular')
      await openPicker(page)
      await dialog().getByText('Selected').waitFor()
      expect(await axeFindings(page)).toEqual([])
    }
  })
})

describe('Buy', () => {
  test('opens the item on the agent’s site in a new tab', async ({ asVisitor }) => {
    const { page, hydrated, departures } = await asVisitor({ stored: { platform: 'ACBuy' } })
    await page.goto('/popular?Storefront=weidian')
    await hydrated()
    await buyInCards(page).first().click()
    await expect.poll(() => departures).toEqual(['https://www.acbuy.com/product?id=9900661650&source=WD'])
  })

  test('uses a choice made in another tab', async ({ asVisitor }) => {
    const { page, context, hydrated, dialog } = await asVisitor()
    await page.goto(weidianItem)
    await hydrated()
    const other = await context.newPage()
    await other.goto('/popular')
    await openPicker(other)
    await row(other, 'MuleBuy').click()
    await page
      .getByRole('link', { name: /^Buy.* on MuleBuy/ })
      .first()
      .waitFor({ state: 'attached' })
    await expect.poll(() => dialog().count()).toBe(0)
  })

  test('uses a stored choice on the click, even if no event reported it', async ({ asVisitor }) => {
    const { page, hydrated, departures } = await asVisitor()
    await page.goto('/popular?Storefront=weidian')
    await hydrated()
    await expect.poll(() => stored(page)).toEqual(['KakoBuy', '/agents/kakobuy.svg'])
    await page.evaluate(() => localStorage.setItem('platform', 'ACBuy'))
    await buyInCards(page).first().click()
    await expect.poll(() => departures).toEqual(['https://www.acbuy.com/product?id=9900661650&source=WD'])
  })

  test('reports that the agent has no link, and offers another agent', async ({ asVisitor }) => {
    const { page, hydrated, dialog, departures } = await asVisitor({ stored: { platform: 'CNFans' } })
    await page.goto(weidianItem)
    await hydrated()
    const main = page.getByRole('main')
    await main.getByText("CNFans doesn't buy from Weidian.").first().waitFor()
    await expect
      .poll(() =>
        main
          .getByRole('link', { name: /^Buy.*CNFans/ })
          .first()
          .getAttribute('href'),
      )
      .toBe('/')
    await main.getByRole('button', { name: 'Choose another agent' }).first().click()
    await dialog('Select an agent').getByText("CNFans doesn't buy from Weidian.").waitFor()
    await dialog().getByText("Doesn't buy from Weidian", { exact: true }).waitFor()
    await row(page, 'MuleBuy').click()
    await main.getByText("CNFans doesn't buy from Weidian.").first().waitFor({ state: 'detached' })
    await main
      .getByRole('link', { name: /^Buy.* on MuleBuy/ })
      .first()
      .click()
    await expect
      .poll(() => departures)
      .toEqual(['https://mulebuy.com/product/?shop_type=weidian&id=9900661650'])
  })

  test('is marked as impossible for an agent in the picker that the header opens on the item’s page', async ({
    asVisitor,
  }) => {
    const { page, dialog } = await asVisitor()
    const refuses = page.getByText("Doesn't buy from Weidian", { exact: true })
    await page.goto(weidianItem)
    await openPicker(page)
    await expect
      .poll(() => row(page, 'CNFans').evaluate((input) => input.parentElement?.innerText))
      .toContain("Doesn't buy from Weidian")
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.goto('/popular')
    await openPicker(page)
    await expect.poll(() => refuses.count()).toBe(0)
  })

  test('opens the picker in a list when the agent has no link for the item', async ({ asVisitor }) => {
    const { page, context, hydrated, dialog } = await asVisitor({ stored: { platform: 'CNFans' } })
    await page.goto('/popular?Storefront=weidian')
    await hydrated()
    const buy = page.getByRole('link', { name: /^Buy on CNFans, doesn't buy from Weidian/ }).first()
    await expect.poll(() => buy.getAttribute('href')).toBe('/')
    const opened: Page[] = []
    context.on('page', (tab) => opened.push(tab))
    await buy.click()
    await dialog('Select an agent').getByText("CNFans doesn't buy from Weidian.").waitFor()
    expect(opened).toEqual([])
    expect(await axeFindings(page)).toEqual([])
  })
})
