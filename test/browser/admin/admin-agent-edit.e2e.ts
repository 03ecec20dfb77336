import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { readFieldError } from '../support/account-page.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { abortCall, holdCall } from '../support/calls.ts'
import { widths } from '../support/test.ts'
import { chooseFile, disguised, large, listPath, png, rowOf, test, text } from './agent-page.ts'

const title = 'Update Agent Details'
const call = '/agent/updateAgent'
const submit = (page: Page) => page.getByRole('button', { name: 'Update Details', exact: true })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
const image = (page: Page) => page.getByRole('dialog').locator('.image-field__picture img')

/** Opens an agent from its row. */
async function edit({ page, dialog }: Visit, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog(title).waitFor()
}

const gone = ({ dialog }: Visit) => dialog(title).waitFor({ state: 'detached' })

describe('the dialog', () => {
  test('is in the URL, so that reload and Back work; Escape closes it and restores the focus', async ({
    theOwner,
  }) => {
    const visit = await theOwner(listPath)
    const { page, dialog } = visit
    await edit(visit, 'MuleBuy')
    await expect.poll(() => new URL(page.url()).searchParams.get('edit')).toMatch(/^[\w-]{36}$/)
    await hasFocus(field(page, 'Name'))
    await page.reload()
    await dialog(title).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('MuleBuy')
    await page.goBack()
    await gone(visit)
    await expect.poll(() => new URL(page.url()).search).toBe('')

    await edit(visit, 'MuleBuy')
    await page.keyboard.press('Escape')
    await gone(visit)
    await hasFocus(page.getByRole('button', { name: 'Edit MuleBuy' }))
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test.for(widths)('is clean for axe at %s px', async (width, { theOwner }) => {
    const visit = await theOwner(listPath, { width, touch: width === 360, reducedMotion: true })
    await edit(visit, 'CNFans')
    expect(await axeFindings(visit.page)).toEqual([])
    await field(visit.page, '1688 Link').fill('https://agent.example/item')
    await submit(visit.page).click()
    await visit.page.getByText('Check these two fields', { exact: true }).waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
  })
})

describe('the details', () => {
  const labels = ['Name', 'Offer', 'Taobao Link', 'Weidian Link', '1688 Link']

  test('are saved with the server’s message', async ({ theOwner }) => {
    const visit = await theOwner(listPath)
    const { page, toast } = visit
    await edit(visit, 'OOPBuy')
    await field(page, 'Name').fill('OOPBuy Two')
    await field(page, 'Offer').fill('QC photos at no charge')
    await page.keyboard.press('Enter')
    await toast('Agent updated successfully!').waitFor()
    await gone(visit)
    await rowOf(page, 'OOPBuy Two').waitFor()
    await edit(visit, 'OOPBuy Two')
    await field(page, 'Name').fill('OOPBuy')
    await submit(page).click()
    await gone(visit)
    await rowOf(page, 'OOPBuy').waitFor()
  })

  test('are all required, and report a used name or a failure', async ({ theOwner }) => {
    const visit = await theOwner(listPath, { allow: [/409/, /net::ERR_FAILED/] })
    const { page, dialog, apiCalls } = visit
    await edit(visit, 'ACBuy')
    const written = await Promise.all(labels.map((label) => field(page, label).inputValue()))
    for (const label of labels) await field(page, label).fill('')
    await submit(page).click()
    await page.getByText('Check these five fields', { exact: true }).waitFor()
    for (const label of labels)
      await expect
        .poll(() => readFieldError(page, label))
        .toBe(`${label === 'Name' ? 'Agent name' : label} is required`)
    expect(apiCalls.filter((sentCall) => sentCall.includes(call))).toEqual([])

    for (const [at, label] of labels.entries()) await field(page, label).fill(written[at] ?? '')
    await field(page, 'Name').fill('mulebuy')
    await submit(page).click()
    await expect.poll(() => readFieldError(page, 'Name')).toBe('An agent with this name already exists.')
    await hasFocus(field(page, 'Name'))

    await field(page, 'Name').fill('ACBuy')
    await abortCall(page, call)
    await submit(page).click()
    await dialog(title)
      .getByRole('alert')
      .getByText('Failed to update agent details', { exact: true })
      .waitFor()
    await page.unroute(`**/api/v1${call}*`)
    await page.route(`**/api/v1${call}*`, (route) => route.fulfill({ status: 202, json: {} }))
    await submit(page).click()
    await dialog(title)
      .getByRole('alert')
      .getByText('Network response was not ok.', { exact: true })
      .waitFor()
  })

  test('are loaded again when another admin has changed them', async ({ theOwner }) => {
    const visit = await theOwner(listPath, { allow: [/409/] })
    const { page, dialog } = visit
    await edit(visit, 'HooBuy')
    const other = await theOwner(listPath)
    await edit(other, 'HooBuy')
    await field(other.page, 'Offer').fill('Free storage for 90 days')
    await submit(other.page).click()
    await gone(other)

    await field(page, 'Offer').fill('Free storage for 30 days')
    await submit(page).click()
    const note = dialog(title).getByRole('alert')
    await note.getByText('This agent was changed by someone else. Please reload.', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Offer').inputValue()).toBe('Free storage for 30 days')
    await note.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => field(page, 'Offer').inputValue()).toBe('Free storage for 90 days')
    await field(page, 'Offer').fill('Free storage for 60 days')
    await submit(page).click()
    await visit.toast('Agent updated successfully!').waitFor()
    await gone(visit)
  })
})

describe('what was typed', () => {
  test('stays when the dialog is closed outside, until the admin starts over; Cancel discards it', async ({
    theOwner,
  }) => {
    const visit = await theOwner(listPath)
    const { page, dialog } = visit
    await edit(visit, 'CSSBuy')
    await field(page, 'Offer').fill('Half a draft')
    await page.mouse.click(5, 5)
    await gone(visit)
    await edit(visit, 'CSSBuy')
    await expect.poll(() => field(page, 'Offer').inputValue()).toBe('Half a draft')
    await dialog(title)
      .getByText(/^Unsaved changes from \d\d:\d\d$/)
      .waitFor()
    await dialog(title).getByRole('button', { name: 'Discard' }).click()
    await expect
      .poll(() => field(page, 'Offer').inputValue())
      .toBe('cssbuy.com · Taobao, Tmall, 1688, Weidian')

    await field(page, 'Offer').fill('Half a draft')
    await dialog(title).getByRole('button', { name: 'Cancel' }).click()
    await gone(visit)
    await edit(visit, 'CSSBuy')
    await expect
      .poll(() => field(page, 'Offer').inputValue())
      .toBe('cssbuy.com · Taobao, Tmall, 1688, Weidian')
  })
})

describe('the image', () => {
  test('is changed with a preview, and a progress bar while sending', async ({ theOwner }) => {
    const visit = await theOwner(listPath)
    const { page, toast } = visit
    await edit(visit, 'Superbuy')
    const present = await image(page).getAttribute('src')
    await chooseFile(page, 'Change agent image', png)
    await expect.poll(() => image(page).getAttribute('src')).toMatch(/^blob:/)
    await page.getByText('mark.png, 70 bytes', { exact: true }).waitFor()
    const release = await holdCall(page, call)
    await submit(page).click()
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
    release.go()
    await toast('Agent updated successfully!').waitFor()
    await gone(visit)
    await edit(visit, 'Superbuy')
    await expect.poll(() => image(page).getAttribute('src')).not.toBe(present)
    await expect
      .poll(() => image(page).evaluate((node) => node instanceof HTMLImageElement && node.naturalWidth))
      .toBeGreaterThan(0)
  })

  test('can be removed after it was chosen, and a file of another type is rejected', async ({ theOwner }) => {
    const visit = await theOwner(listPath)
    const { page, apiCalls } = visit
    await edit(visit, 'PandaBuy')
    const present = await image(page).getAttribute('src')
    await chooseFile(page, 'Change agent image', png)
    await expect.poll(() => image(page).getAttribute('src')).toMatch(/^blob:/)
    await page.getByRole('button', { name: 'Remove mark.png' }).click()
    await expect.poll(() => image(page).getAttribute('src')).toBe(present)
    await hasFocus(page.getByRole('button', { name: 'Change agent image' }))

    for (const [file, sentence] of [
      [text, 'Please select an image file'],
      [large, 'Choose an image of 5 MB or less.'],
      [disguised, 'Please select an image file'],
    ] as const) {
      await chooseFile(page, 'Change agent image', file)
      await page.getByRole('dialog').getByText(sentence, { exact: true }).waitFor()
      await expect.poll(() => image(page).getAttribute('src'), { message: file.name }).toBe(present)
    }
    expect(apiCalls.filter((sentCall) => sentCall.includes(call))).toEqual([])
  })
})
