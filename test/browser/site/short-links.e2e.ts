import { describe, expect } from 'vitest'
import { setStorage } from '#support/visit.ts'
import { addField, addItem, main, openHaul, row } from '../shipping/haul-page.ts'
import { axeFindings } from '../support/axe.ts'
import { answerLater, short, shortLinkItem, silent } from '../support/short-link.ts'
import { test } from '../support/test.ts'

const doors = [
  { address: '/popular', field: 'Product link', target: '/product/weidian/9900661650' },
  { address: '/', field: 'Product link', target: '/product/weidian/9900661650' },
  {
    address: '/tools',
    field: 'Product link for QC Lookup',
    target: '/product/weidian/9900661650#qc',
  },
]

describe('a short link', () => {
  test('is resolved from the header, the box on Home and QC Lookup, with a message', async ({
    asVisitor,
  }) => {
    const { page, hydrated, toast } = await asVisitor()
    for (const { address, field, target } of doors) {
      await setStorage(page, {})
      const release = await answerLater(page, { ok: true, ...shortLinkItem })
      await page.goto(address)
      await hydrated()
      const box = page.getByLabel(field, { exact: true }).locator('visible=true').first()
      await box.pressSequentially(short)
      await box.press('Enter')
      await toast('Opening the short link…').waitFor()
      release()
      await page.waitForURL(`**${target}`)
      await toast('Opening the short link…').waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('url')))
        .toBe(shortLinkItem.canonicalUrl)
      await page.unrouteAll()
    }
  })

  test('that leads to no item opens the dialog with the reason, and the text stays', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor()
    const release = await answerLater(page, { ok: false, code: 'SHORT_LINK', reason: silent })
    await page.goto('/tools')
    await hydrated()
    const box = page.getByLabel('Product link for QC Lookup')
    await box.fill(short)
    await box.press('Enter')
    release()
    await dialog('Oops...').getByText('Invalid URL or missing parameters!', { exact: true }).waitFor()
    await dialog('Oops...').getByText(silent, { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog('Oops...').getByRole('button', { name: 'Edit link' }).click()
    await expect.poll(() => box.evaluate((node) => node === document.activeElement)).toBe(true)
    await expect.poll(() => box.inputValue()).toBe(short)
  })

  test('that cannot be resolved gets one message, with a link to open it', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    const failure = { ok: false, code: 'SHORT_LINK', reason: silent, why: 'unavailable', shortLink: short }
    const release = await answerLater(page, failure)
    await page.goto('/tools')
    await hydrated()
    const box = page.getByLabel('Product link for QC Lookup')
    await box.fill(short)
    await box.press('Enter')
    release()
    await dialog('Oops...')
      .getByText("We couldn't open this short link right now.", { exact: true })
      .waitFor()
    const opener = dialog('Oops...').getByRole('link', {
      name: 'Open it in your browser (opens in a new tab)',
    })
    await expect.poll(() => opener.getAttribute('href')).toBe(short)
    for (const other of ['Invalid URL or missing parameters!', 'The URL you provided is not supported.'])
      await dialog('Oops...').getByText(other).waitFor({ state: 'detached' })
    expect(await axeFindings(page)).toEqual([])
  })

  test('that no longer works has no link to open it', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    const reason = 'This short link no longer works. Find the item and paste its full link.'
    const release = await answerLater(page, { ok: false, code: 'SHORT_LINK', reason, why: 'gone' })
    await page.goto('/tools')
    await hydrated()
    const box = page.getByLabel('Product link for QC Lookup')
    await box.fill(short)
    await box.press('Enter')
    release()
    await dialog('Oops...').getByText('This short link no longer works.', { exact: true }).waitFor()
    await dialog('Oops...').getByText('Find the item and paste its full link.', { exact: true }).waitFor()
    await dialog('Oops...').getByRole('link').waitFor({ state: 'detached' })
  })

  test('is resolved as soon as it is pasted into the large box', async ({ asVisitor }) => {
    const { page, context, hydrated } = await asVisitor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const release = await answerLater(page, { ok: true, ...shortLinkItem })
    await page.goto('/')
    await hydrated()
    await page.evaluate((text) => navigator.clipboard.writeText(text), short)
    await page.getByRole('main').getByLabel('Product link', { exact: true }).first().press('Control+V')
    const reading = page.getByRole('main').getByRole('status')
    await reading.getByText('Opening the short link…', { exact: true }).waitFor()
    release()
    await reading.getByText('Weidian, item 9900661650').waitFor()
  })

  test('adds its item in the haul planner, or reports why not', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const page = await openHaul(visit)
    const release = await answerLater(page, { ok: true, ...shortLinkItem })
    await addItem(page, short)
    await main(page).getByText('Opening the short link…', { exact: true }).first().waitFor()
    release()
    await row(page, 'Low court sneaker with suede toe').waitFor()
    await expect.poll(() => addField(page).inputValue()).toBe('')
    await expect.poll(() => main(page).getByText('Opening the short link…').count()).toBe(0)
    await page.unrouteAll()
    const refuse = await answerLater(page, { ok: false, code: 'SHORT_LINK', reason: silent })
    await addItem(page, short)
    refuse()
    await main(page).getByText(silent, { exact: true }).waitFor()
    await expect.poll(() => addField(page).inputValue()).toBe(short)
  })

  test('leads without JavaScript to the item or the reason', { timeout: 60_000 }, async ({
    asVisitor,
    aSite,
  }) => {
    const { origin } = await aSite({ SHORT_LINKS: 'on' })
    const { page } = await asVisitor({ origin, javaScript: false })
    await page.goto(`/go?url=${encodeURIComponent('https://bit.ly/abc')}`)
    await page
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
    await page.goto('/?refused=SHORT_LINK&why=shop')
    await page
      .getByText('This short link leads to a shop page, not to an item. Open an item and paste its link.')
      .waitFor()
    const opener = page.getByRole('main').getByRole('alert').getByRole('link')
    const followed = encodeURIComponent(short)
    await page.goto(`/?refused=SHORT_LINK&why=unavailable&link=${followed}`)
    await page.getByText("We couldn't open this short link right now.").waitFor()
    await expect.poll(() => opener.getAttribute('href')).toBe(short)
    await page.getByText('Invalid URL or missing parameters!').waitFor({ state: 'detached' })
    for (const link of ['https://evil.example/x', 'javascript:alert(1)', 'https://m.tb.cn@evil.example/']) {
      await page.goto(`/?refused=SHORT_LINK&why=unavailable&link=${encodeURIComponent(link)}`)
      await page.getByText("We couldn't open this short link right now.").waitFor()
      await opener.waitFor({ state: 'detached' })
    }
    await page.goto('/?refused=SHORT_LINK&why=%3Cb%3E')
    await page
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
  })
})
