import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createTestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { owner } from '#support/users.ts'
import { adminApi } from '../support/admin-api.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { abortCall, holdCall, rejectCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { addressOf, comparisonOf, embedded, path, priceOf, rowIn, test, versionOf } from './rate-card-page.ts'

const calls = { list: '/shipping/rateCards', comparison: '/shipping/compareRateCards' }
const refusedCall = { allow: [/409/] }
/** Makes the built-in card active again. */
async function restoreBuiltInCard(site: Site): Promise<void> {
  const api = await adminApi(site)
  await api('PATCH /shipping/rateCards', { query: { card_id: embedded, active: 'true' } })
}

const activateButton = (page: Page) => page.getByRole('button', { name: 'Activate', exact: true })
const linesIn = (page: Page) => page.getByRole('table', { name: 'Lines of the card' })

describe('the list of versions', () => {
  test('shows the built-in card as active, with its facts and lines; Admin Home names it and links to it', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path)
    const version = versionOf(page, embedded)
    await version.getByText('Active', { exact: true }).waitFor()
    await expect
      .poll(() => version.innerText())
      .toMatch(/from 26 Nov 2026 · 25 lines, \d{3} rows · came with the site$/)
    await expect.poll(() => version.getAttribute('aria-current')).toBe('true')
    await page.getByRole('heading', { level: 2, name: embedded, exact: true }).waitFor()
    await page.getByText('Built-in rate card', { exact: true }).waitFor()
    await page.getByText('operation ¥15.00, service ¥10.00', { exact: false }).waitFor()
    await page.getByText('What it says to shoppers', { exact: true }).waitFor()
    await expect.poll(() => linesIn(page).getByRole('row').count()).toBe(26)
    await linesIn(page).getByRole('row').filter({ hasText: 'EMS (China Post)' }).waitFor()
    await expect.poll(() => activateButton(page).count()).toBe(0)
    await expect.poll(() => page.title()).toBe('Rate cards · Chopmark')
    await page.getByRole('link', { name: 'Admin Home', exact: true }).last().click()
    await page.waitForURL('**/dashboard/admin-home')
    const section = page.getByRole('region', { name: 'Sources and jobs' })
    await section.getByText(`: ${embedded} is active, 25 lines`, { exact: true }).waitFor()
    await section.getByRole('link', { name: 'Rate cards', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rate cards', exact: true }).waitFor()
  })

  test('leads to the pressed version, which is below the list on a phone', async ({ aDraft, theOwner }) => {
    const draft = await aDraft()
    const { page } = await theOwner(path, { width: 390, touch: true })
    await page.getByRole('heading', { level: 2, name: embedded, exact: true }).waitFor()
    await versionOf(page, draft).tap()
    const isInView = () =>
      comparisonOf(page, draft).evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
    await expect.poll(isInView).toBe(true)
  })

  test('shows a skeleton while it loads, and offers to try again when it fails', async ({ asMember }) => {
    const { page } = await asMember({ account: owner, ...refusedCall })
    const response = await holdCall(page, calls.list)
    await page.goto(path)
    await page.getByRole('status').filter({ hasText: 'Loading rate cards' }).waitFor({ state: 'attached' })
    response.go()
    await versionOf(page, embedded).waitFor()
    await page.unroute(`**/api/v1${calls.list}*`)
    await rejectCall(page, calls.list, 'Not now.')
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.waitFor()
    await page.unroute(`**/api/v1${calls.list}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await versionOf(page, embedded).waitFor()
  })

  test('is denied to visitors and members', async ({ site, asVisitor, asMember }) => {
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto(path)
    await visitor.page.waitForURL('**/login')
    const member = await asMember({ allow: [/40[13]/] })
    await member.page.goto(path)
    await member.page.waitForURL(({ pathname }) => pathname !== path)
    await expect.poll(() => member.page.getByRole('heading', { name: 'Rate cards' }).count()).toBe(0)
    const client = createTestClient(site.origin)
    for (const token of [undefined, member.login.approvalToken]) {
      const headers = token ? { authorization: token } : {}
      expect((await client.call(`GET ${calls.list}`, undefined, { headers })).status).toBe(token ? 403 : 401)
    }
    client.close()
  })
})

describe('a comparison with the active version', () => {
  test('counts rows and shows changed figures and sample parcels, and offers to try again when it fails', async ({
    aDraft,
    theOwner,
  }) => {
    const draft = await aDraft()
    const { page } = await theOwner(path, refusedCall)
    await rejectCall(page, calls.comparison, 'Not now.')
    await versionOf(page, draft).click()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the comparison" })
    await note.waitFor()
    await page.unroute(`**/api/v1${calls.comparison}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await activateButton(page).waitFor()
    await comparisonOf(page, draft).waitFor()
    await versionOf(page, draft).getByText('Not active', { exact: true }).waitFor()
    await page.getByText('1 row changed', { exact: true }).waitFor()
    await page.getByText('0 rows gone', { exact: true }).waitFor()
    const table = page.getByRole('table', { name: 'Changed figures' })
    const heads = await table.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual(['Line', 'Country', 'Fee', 'Current', 'New', 'Change'])
    const row = table.getByRole('row').filter({ hasText: 'first 500 g' })
    await expect.poll(() => row.innerText()).toContain('EMS (China Post)')
    await expect.poll(() => row.innerText()).toContain('Germany')
    await expect.poll(() => row.getByRole('cell').last().innerText()).toMatch(/up\s+\d+(\.\d)?%/)
    const samples = page.getByRole('region', { name: 'What shoppers will see' })
    await samples.getByText('Sneakers with box to Germany').waitFor()
    await page.getByText(`${draft} replaces ${embedded} right away.`, { exact: false }).waitFor()
  })

  test('says that nothing differs, or shows the first changes and all of them on request', async ({
    aDraft,
    theOwner,
  }) => {
    const same = await aDraft(() => undefined)
    const draft = await aDraft(({ lines }) => {
      for (const tier of lines.flatMap(({ rates }) => rates.flatMap(({ tiers }) => tiers)))
        tier.feeFirst = Math.round(tier.feeFirst) + 1
    })
    const { page } = await theOwner(addressOf(same))
    await page.getByText('No figure differs', { exact: true }).waitFor()
    await page.getByText('0 rows changed', { exact: true }).waitFor()

    await versionOf(page, draft).click()
    const rows = page.getByRole('table', { name: 'Changed figures' }).getByRole('row')
    await page.getByText(/^The first 20 of \d+ changes\.$/).waitFor()
    await expect.poll(() => rows.count()).toBe(21)
    await page.getByRole('button', { name: /^Show (all|the first) \d+$/ }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(100)
  })
})

describe('activating', () => {
  test('changes public prices at once, and a former card can be activated again', async ({
    site,
    aDraft,
    theOwner,
    onTestFinished,
  }) => {
    onTestFinished(() => restoreBuiltInCard(site))
    const draft = await aDraft()
    const before = await priceOf(site)
    const { page, toast } = await theOwner(addressOf(draft))
    await activateButton(page).focus()
    await page.keyboard.press('Enter')
    await toast(`${draft} is active now.`).waitFor()
    await versionOf(page, draft).getByText('Active', { exact: true }).waitFor()
    await versionOf(page, embedded).getByText('Built-in', { exact: true }).waitFor()
    await hasFocus(page.getByRole('heading', { level: 2, name: draft, exact: true }))
    await expect.poll(() => priceOf(site)).toBe((before ?? 0) + 20)

    await versionOf(page, embedded).click()
    await comparisonOf(page, embedded, draft).waitFor()
    await activateButton(page).click()
    await toast(`${embedded} is active now.`).waitFor()
    await versionOf(page, draft).getByText('Previously active', { exact: true }).waitFor()
    await expect.poll(() => priceOf(site)).toBe(before)

    await versionOf(page, draft).click()
    await activateButton(page).click()
    await toast(`${draft} is active now.`).last().waitFor()
    await expect.poll(() => priceOf(site)).toBe((before ?? 0) + 20)
    await page.reload()
    await versionOf(page, draft).getByText('Active', { exact: true }).waitFor()
  })

  test('asks for confirmation with names when shoppers lose lines and countries', async ({
    site,
    aDraft,
    theOwner,
    onTestFinished,
  }) => {
    onTestFinished(() => restoreBuiltInCard(site))
    const draft = await aDraft((card) => {
      card.lines = card.lines.slice(0, 1)
      const [line] = card.lines
      if (line) line.rates = [rowIn(card, line.id, 'DE')]
    })
    const { page, dialog, toast } = await theOwner(addressOf(draft), { width: 360, touch: true })
    const samples = page.getByRole('region', { name: 'What shoppers will see' })
    await samples
      .getByText(/^Current: /)
      .first()
      .waitFor()
    await activateButton(page).click()
    const question = dialog(`Activate ${draft}?`)
    await question
      .getByText(/^Shoppers lose 24 lines: .+ and 19 more\. Nothing will ship to \d+ countries: /)
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await versionOf(page, draft).getByText('Not active', { exact: true }).waitFor()
    await activateButton(page).click()
    await question.getByRole('button', { name: 'Yes, activate', exact: true }).click()
    await toast(`${draft} is active now.`).waitFor()
  })

  test('is reverted with a message when it fails', async ({ aDraft, theOwner }) => {
    const draft = await aDraft()
    const { page, toast } = await theOwner(addressOf(draft), { allow: [/409/, /net::ERR_FAILED/] })
    await activateButton(page).waitFor()
    await rejectCall(page, calls.list, 'Another admin was faster.')
    await activateButton(page).click()
    await toast('Another admin was faster.').waitFor()
    await page.unroute(`**/api/v1${calls.list}*`)
    await versionOf(page, draft).getByText('Not active', { exact: true }).waitFor()
    await activateButton(page).waitFor()
    await abortCall(page, calls.list)
    await activateButton(page).click()
    await toast(`${draft} was not activated.`).waitFor()
    await versionOf(page, draft).getByText('Not active', { exact: true }).waitFor()
  })

  test('asks for confirmation when the card fails its own checks', async ({
    site,
    aDraft,
    theOwner,
    onTestFinished,
  }) => {
    onTestFinished(() => restoreBuiltInCard(site))
    const draft = await aDraft((card) => {
      const [tier] = rowIn(card, 'ems', 'US').tiers
      if (tier) tier.feeFirst = Math.round(tier.feeFirst) + 100
    })
    const { page, dialog, toast } = await theOwner(addressOf(draft))
    await page.getByText("1 of the card's own checks failed", { exact: true }).waitFor()
    await page.getByText('the quote is 243.90, the card gives 343.90.', { exact: false }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await activateButton(page).click()
    const question = dialog('Are you sure?')
    await question.getByText("1 of the card's own checks failed.", { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await versionOf(page, draft).getByText('Not active', { exact: true }).waitFor()
    await activateButton(page).click()
    await question.getByRole('button', { name: 'Activate anyway', exact: true }).click()
    await toast(`${draft} is active now.`).waitFor()
  })
})

test('a downloaded card can be imported again', async ({ site, aDraft, theOwner }) => {
  const draft = await aDraft()
  const { page } = await theOwner(addressOf(draft))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download JSON of ${draft}` }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`${draft}.json`)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  const card = JSON.parse(Buffer.concat(chunks).toString())
  expect(card).toMatchObject({ schema: 'rate-card/1', id: draft })
  const api = await adminApi(site)
  const again = await api<{ card: { id: string } }>('POST /shipping/rateCards', { body: { card } })
  expect(again.card.id).toBe(`${draft}-2`)
})

describe('the screen', () => {
  const waitUntilReady = async (page: Page) => {
    await activateButton(page).waitFor()
    await linesIn(page).getByRole('row').nth(20).waitFor()
  }
  const openActive = async (page: Page) => {
    await versionOf(page, embedded).click()
    await page.getByText('What it says to shoppers', { exact: true }).waitFor()
  }

  test('has no axe findings or layout shift at 1280 px', async ({ aDraft, theOwner }) => {
    const { page } = await theOwner(addressOf(await aDraft()))
    await waitUntilReady(page)
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await openActive(page)
    expect(await axeFindings(page)).toEqual([])
  })

  test('has no axe findings or layout shift on a phone, has large targets, and fits every width', async ({
    aDraft,
    theOwner,
  }) => {
    const { page } = await theOwner(addressOf(await aDraft()), { width: 360, touch: true })
    await waitUntilReady(page)
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    const heights = await page
      .locator('main :is(a:not(p a), button, summary)')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await fitsEveryWidth(page)
    await setWidth(page, 360)
    await openActive(page)
    expect(await axeFindings(page)).toEqual([])
  })
})
