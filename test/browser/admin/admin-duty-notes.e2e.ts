import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Site } from '#support/site.ts'
import type { Visit } from '#support/visit.ts'
import { apiOf } from '../support/admin-api.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { refused } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from './rate-card-page.ts'

const path = '/dashboard/rate-cards?view=duty'
const call = '/shipping/dutyNotes'
const row = (page: Page, country: string) =>
  page.getByRole('table', { name: 'Duty and tax notes' }).getByRole('row').filter({ hasText: country })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Note = { country: string; text: string; asOf: string; source: string }

async function noteOn(site: Site, country: string): Promise<Note | undefined> {
  const notes = await apiOf(site)<Note[]>(`GET ${call}`)
  return notes.find((note) => note.country === country)
}

describe('the notes', () => {
  test('offer a retry after a failure, and are a table with date and source, marked as no advice', async ({
    theOwner,
  }) => {
    const { page } = await theOwner('/dashboard/rate-cards', { allow: [/409/] })
    await refused(page, call, 'Not now.')
    await page.getByRole('link', { name: 'Duty and tax notes', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Duty and tax notes', exact: true }).waitFor()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.waitFor()
    await page.unroute(`**/api/v1${call}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('For information only', { exact: true }).waitFor()
    const table = page.getByRole('table', { name: 'Duty and tax notes' })
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual(['Country', 'Note', 'Checked', 'Source', 'Changed', 'Action'])
    await row(page, 'Germany').getByText('2026-07', { exact: true }).waitFor()
    await row(page, 'Germany').getByText('built-in', { exact: true }).waitFor()
    await expect.poll(() => act(page, 'Restore Germany').count()).toBe(0)
  })

  test('are edited, shown to visitors, and restored', async ({ site, theOwner }) => {
    const original = await noteOn(site, 'DE')
    const { page, dialog, toast } = await theOwner(path)
    await act(page, 'Edit Germany').click()
    await dialog('Germany').waitFor()
    await expect.poll(() => field(page, 'Note').inputValue()).toBe(original?.text)
    await field(page, 'Note').fill('Duty of 3 EUR for each kind of item.')
    await field(page, 'Checked').fill('2026-11')
    await field(page, 'Source').fill('customs office')
    await act(page, 'Save the note').click()
    await toast('The note on Germany is saved.').waitFor()
    await dialog('Germany').waitFor({ state: 'detached' })
    await row(page, 'Germany').getByText('Duty of 3 EUR for each kind of item.', { exact: true }).waitFor()
    await expect
      .poll(() => noteOn(site, 'DE'))
      .toMatchObject({
        text: 'Duty of 3 EUR for each kind of item.',
        asOf: '2026-11',
        source: 'customs office',
      })
    expect(await axeFindings(page)).toEqual([])

    await act(page, 'Restore Germany').click()
    const question = dialog('Restore this note?')
    await question.getByText('This replaces your text with the built-in note.', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Restore', exact: true }).click()
    await toast('Restored the built-in note for Germany.').waitFor()
    await row(page, 'Germany').getByText('built-in', { exact: true }).waitFor()
    await hasFocus(act(page, 'Edit Germany'))
    await expect.poll(() => noteOn(site, 'DE')).toEqual(original)
  })

  test('are added for another country, and keep the typed values when saving fails', async ({
    site,
    theOwner,
  }) => {
    const { page, dialog, toast } = await theOwner(path, { allow: [/409/] })
    await act(page, 'Add a country').click()
    await dialog('Add a country').waitFor()
    await act(page, 'Save the note').click()
    const summary = page.getByRole('alert').filter({ hasText: 'Check these four fields' })
    await summary.getByRole('link', { name: 'Country is required' }).waitFor()
    await field(page, 'Country').selectOption({ label: 'Norway' })
    await field(page, 'Note').fill('VAT of 25 % from the first krone.')
    await field(page, 'Checked').fill('2026')
    await field(page, 'Source').fill('customs office')
    await act(page, 'Save the note').click()
    await toast('The note on Norway is saved.').waitFor()
    await row(page, 'Norway').waitFor()
    await expect.poll(() => noteOn(site, 'NO')).toMatchObject({ text: 'VAT of 25 % from the first krone.' })

    await act(page, 'Edit Japan').click()
    await field(page, 'Note').fill('x'.repeat(601))
    await act(page, 'Save the note').click()
    await dialog('Japan').getByText('Note can be up to 600 characters, not 601.', { exact: true }).waitFor()
    await hasFocus(field(page, 'Note'))
    await field(page, 'Note').fill('Short.')
    await refused(page, call, 'Not now.')
    await act(page, 'Save the note').click()
    await dialog('Japan').getByText('Not now.', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Note').inputValue()).toBe('Short.')
    await page.keyboard.press('Escape')
    const question = dialog('Discard changes?')
    await question.getByText('Your changes to this note will be lost.', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await dialog('Japan').waitFor({ state: 'detached' })
    await hasFocus(act(page, 'Edit Japan'))
  })
})

describe('the screen', () => {
  const isSound = async ({ page, dialog }: Visit) => {
    await row(page, 'Germany').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await act(page, 'Edit Germany').click()
    await dialog('Germany').waitFor()
    expect(await axeFindings(page)).toEqual([])
  }

  test('on a phone has no axe violations and no layout shift', async ({ theOwner }) => {
    await isSound(await theOwner(path, { width: 360, touch: true }))
  })

  test('has no axe violations and no layout shift at 1280 px, and fits every width', async ({ theOwner }) => {
    const visit = await theOwner(path)
    await isSound(visit)
    await visit.page.keyboard.press('Escape')
    await visit.dialog('Germany').waitFor({ state: 'detached' })
    await fitsEveryWidth(visit.page)
  })
})
