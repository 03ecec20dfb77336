import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aUser } from '#support/factories.ts'
import { owner, putAccount, withOwner } from '#support/users.ts'
import { adminApi } from '../support/admin-api.ts'
import { test as base, fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth, stillAtBothWidths } from '../support/both-widths.ts'
import { getBox } from '../support/box.ts'
import { abortCall, holdCall, rejectCall } from '../support/calls.ts'
import { readToast } from '../support/toast.ts'

const path = '/dashboard/users'
const list = '/users/getAllUser'
const change = '/users/changeUserRoleOrStatus'
const crowd = 104

/** `test` with `people`: the site has more than a page of them, none of whom has verified an address. */
const test = base.extend('people', { scope: 'file' }, async ({ site }) => {
  const { db } = await site.openDatabase()
  for (let index = 0; index < crowd; index += 1) {
    const email = `size-eu+${index}@chopmark.example`
    await aUser(db, { name: `Size Eu ${index}`, email, verifiedAt: null })
  }
  return adminApi(site)
})

const roleOf = (page: Page, name: string) => page.getByLabel(`Role of ${name}`, { exact: true })
const rows = (page: Page) => page.locator('tbody tr')
const searchOf = (page: Page) => new URL(page.url()).search

describe('the list', () => {
  test('has a hundred rows per page, numbered across pages, and reports a missing page', async ({
    people: _people,
    anAdmin,
  }) => {
    const { page } = await anAdmin(path)
    await expect.poll(() => rows(page).count()).toBe(100)
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual(['#', 'Name', 'Email', 'Joined', 'Status', 'Role'])
    const first = await rows(page).first().locator('td').allInnerTexts()
    expect(first.slice(0, 3)).toEqual(['1', 'Admin', 'owner@chopmark.example'])
    await expect.poll(() => rows(page).first().getByLabel('Status of Admin').inputValue()).toBe('active')
    await page.getByText(/^1–100 of 1\d\d$/).waitFor()

    const pager = page.getByRole('navigation', { name: 'Pages' })
    await pager.getByRole('link', { name: 'Page 2 (last)' }).click()
    await expect.poll(() => searchOf(page)).toBe('?page=2')
    await expect.poll(() => rows(page).first().locator('td').first().innerText()).toBe('101')
    await expect.poll(() => pager.locator('[aria-current=page]').innerText()).toContain('2')
    await page.goBack()
    await expect.poll(() => rows(page).first().locator('td').first().innerText()).toBe('1')

    await page.goto(`${path}?page=900`)
    await page.getByText('No Users Found', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'First page' }).click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  })

  test('draws the first page, a window of five, ellipses and the last page', async ({ asMember }) => {
    const { page } = await asMember({ role: 'admin' })
    await page.route(`**/api/v1${list}*`, async (route) => {
      const response = await (await route.fetch()).json()
      const of = { total: 2254, totalPages: 23, page: 7 }
      await route.fulfill({ json: { ...response, ...of, data: { ...response.data, ...of } } })
    })
    await page.goto(`${path}?page=7`)
    const pager = page.getByRole('navigation', { name: 'Pages' })
    await pager.waitFor()
    const pagerTexts = await pager
      .locator('> *')
      .evaluateAll((nodes) => nodes.map((node) => node.textContent))
    expect(pagerTexts).toEqual([
      'Previous page',
      'Page 1',
      '…',
      'Page 5',
      'Page 6',
      'Page 7',
      'Page 8',
      'Page 9',
      '…',
      'Page 23 (last)',
      'Next page',
    ])
    await expect
      .poll(() => pager.getByRole('link', { name: 'Next page' }).getAttribute('href'))
      .toBe(`${path}?page=8`)
  })

  test('blocks an account when that is confirmed, and unblocks it', async ({ site, anAdmin }) => {
    const { email } = await putAccount(site, { name: 'Cy Blocked' })
    const { page, dialog, toast } = await anAdmin(`${path}?email=${email}`)
    const status = page.getByLabel('Status of Cy Blocked', { exact: true })
    await status.selectOption('blocked')
    await hasFocus(dialog('Block Cy Blocked?').getByRole('button', { name: 'Cancel' }))
    await dialog('Block Cy Blocked?').getByRole('button', { name: 'Yes, block' }).click()
    await toast('Cy Blocked is now blocked.').waitFor()
    await page.reload()
    await expect.poll(() => status.inputValue()).toBe('blocked')
    await status.selectOption('active')
    await toast('Cy Blocked is now active.').waitFor()
    await expect.poll(() => status.inputValue()).toBe('active')
  })

  test('shows a skeleton while loading, and a retry after a failure', async ({ asMember }) => {
    const { page } = await asMember({ role: 'admin', allow: [/409/] })
    const response = await holdCall(page, list)
    await page.goto(path)
    await page.getByRole('table', { name: 'Loading users' }).waitFor()
    response.go()
    await rows(page).getByRole('combobox').first().waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Loading users' }).count()).toBe(0)
    await page.unroute(`**/api/v1${list}*`)
    await rejectCall(page, list, 'Not now.')
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.getByText('Nothing was changed. Reference: a-reference').waitFor()
    await page.unroute(`**/api/v1${list}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await rows(page).getByRole('combobox').first().waitFor()
  })
})

describe('the search by email', () => {
  test('replaces paging, is in the URL, and searches %, _, .* and unknown@ literally', async ({
    people: _people,
    anAdmin,
  }) => {
    const { page, apiCalls } = await anAdmin(`${path}?page=2`)
    await rows(page).first().waitFor()
    const field = page.getByLabel('Email', { exact: true })
    const before = apiCalls.length
    await field.pressSequentially('eu+103')
    await expect.poll(() => searchOf(page)).toBe('?email=eu%2B103')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByText('size-eu+103@chopmark.example', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    // Typed in one go, it is asked once.
    expect(apiCalls.slice(before)).toEqual([`GET /api/v1${list}?email=eu%2B103`])
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('eu+103')
    await expect.poll(() => rows(page).count()).toBe(1)

    for (const text of ['%', '_', '.*', 'unknown@']) {
      await field.fill(text)
      await field.press('Enter')
      await page.getByText('No Users Found', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
      await expect.poll(() => field.inputValue()).toBe('')
    }
  })
})

describe('a role', () => {
  test('admin is set only after a confirmation, is shown at once, can be changed by mouse or keyboard, and the server’s message names user and role', async ({
    site,
    anAdmin,
  }) => {
    const { email } = await putAccount(site, { name: 'Dee Raised' })
    const { page, toast, dialog } = await anAdmin(`${path}?email=${email}`)
    const response = await holdCall(page, change)
    const role = roleOf(page, 'Dee Raised')
    await role.selectOption('admin')
    await hasFocus(dialog('Make Dee Raised an admin?').getByRole('button', { name: 'Cancel' }))
    await expect.poll(() => role.inputValue()).toBe('user')
    await dialog('Make Dee Raised an admin?').getByRole('button', { name: 'Yes, make admin' }).click()
    await expect.poll(() => role.inputValue()).toBe('admin')
    await expect.poll(() => role.getAttribute('aria-busy')).toBe('true')
    response.go()
    await toast('Dee Raised is now an admin.').waitFor()
    await expect.poll(() => role.getAttribute('aria-busy')).toBe(null)
    await expect.poll(() => role.inputValue()).toBe('admin')
    await page.reload()
    await expect.poll(() => role.inputValue()).toBe('admin')
    await role.focus()
    await page.keyboard.press('ArrowUp')
    await toast('Dee Raised is now a user.').waitFor()
    await expect.poll(() => role.inputValue()).toBe('user')
    await hasFocus(role)
  })

  test('reverts with the server’s message, or its own without a response', async ({
    people: _people,
    anAdmin,
  }) => {
    const { page, toast, dialog } = await anAdmin(`${path}?email=eu%2B7@`, {
      allow: [/409/, /net::ERR_FAILED/],
    })
    const role = roleOf(page, 'Size Eu 7')
    const makeAdmin = async () => {
      await role.selectOption('admin')
      await dialog('Make Size Eu 7 an admin?').getByRole('button', { name: 'Yes, make admin' }).click()
    }
    await makeAdmin()
    await readToast(page, 'This account has not verified its email yet.')
    await expect.poll(() => role.inputValue()).toBe('user')

    await abortCall(page, change)
    await makeAdmin()
    const errorToast = toast('Failed to update user state')
    await errorToast.waitFor()
    await expect.poll(() => role.inputValue()).toBe('user')
    const bar = errorToast.locator('.toast')
    await expect.poll(async () => (await getBox(bar)).right).toBeGreaterThan(1280 - 40)
    await expect.poll(async () => (await getBox(bar)).top).toBeLessThan(140)
  })

  test('of the last admin stays', async ({ aSite, anAdmin }) => {
    const site = await aSite(withOwner)
    const { page, toast, dialog } = await anAdmin(path, { at: site, account: owner, allow: [/409/] })
    const role = roleOf(page, owner.name)
    await role.selectOption('user')
    const question = dialog('Change your own role?')
    await hasFocus(question.getByRole('button', { name: 'Cancel' }))
    await question.getByRole('button', { name: 'Yes, change it' }).click()
    await toast('At least one admin is required.').waitFor()
    await expect.poll(() => role.inputValue()).toBe('admin')
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  })

  test('of the admin’s own account is changed only after a confirmation', async ({ site, anAdmin }) => {
    const account = await putAccount(site, { name: 'Flo Self', role: 'admin' })
    const { page, apiCalls, dialog } = await anAdmin(`${path}?email=${account.email}`, {
      account,
      allow: [/401/],
    })
    const role = roleOf(page, 'Flo Self')
    await role.focus()
    await role.selectOption('user')
    await dialog('Change your own role?').getByRole('button', { name: 'Cancel' }).click()
    await dialog('Change your own role?').waitFor({ state: 'detached' })
    await expect.poll(() => role.inputValue()).toBe('admin')
    await hasFocus(role)
    expect(apiCalls.filter((call) => call.includes(change))).toEqual([])
    await role.selectOption('user')
    await dialog('Change your own role?').getByRole('button', { name: 'Yes, change it' }).click()
    await page.waitForURL('**/login')
  })
})

describe('the screen', () => {
  const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

  test('does not move, fits every width, and is clean for axe at 1280 px', async ({
    people: _people,
    anAdmin,
  }) => {
    const { page } = await anAdmin(path, { width: 360 })
    await stillAtBothWidths(page, async () => {
      await expect.poll(() => rows(page).count()).toBe(100)
    })
    await fitsEveryWidth(page)
    await setWidth(page, 1280)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${path}?page=2`)
    await pager(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('on a phone has targets for fingers, and is clean for axe', async ({ people: _people, anAdmin }) => {
    const { page } = await anAdmin(path, { width: 360, touch: true, reducedMotion: true })
    await expect.poll(() => rows(page).count()).toBe(100)
    const heights = await page
      .locator('main :is(a, button, input, select)')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await page.goto(`${path}?page=2`)
    await pager(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})
