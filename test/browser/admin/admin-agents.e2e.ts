import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { owner } from '#support/users.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { abortCall, fulfillCall, holdCall, rejectCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { readToast } from '../support/toast.ts'
import { listPath, namesIn, placeOf, rowOf, selectionOf, stateOf, test } from './agent-page.ts'

const list = '/agent/getAgent'
const lostCall = { allow: [/net::ERR_FAILED/] }
const refusedCall = { allow: [/409/] }

describe('the list', () => {
  test('has the specified columns, and each agent at its position', async ({ theOwner }) => {
    const { page } = await theOwner(listPath)
    await rowOf(page, 'PandaBuy').waitFor()
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual(['Sl', 'Image', 'Name', 'State', 'Selection', 'Action'])
    await expect.poll(() => placeOf(page, 'PandaBuy').inputValue()).toBe('9')
    await expect.poll(() => stateOf(page, 'PandaBuy').inputValue()).toBe('false')
    await expect.poll(() => selectionOf(page, 'PandaBuy').inputValue()).toBe('false')
    const choicesOf = (select: Locator) => select.locator('option').allInnerTexts()
    await expect.poll(() => choicesOf(placeOf(page, 'PandaBuy'))).toEqual([...'123456789'])
    await expect.poll(() => choicesOf(stateOf(page, 'PandaBuy'))).toEqual(['active', 'inactive'])
    await expect.poll(() => choicesOf(selectionOf(page, 'PandaBuy'))).toEqual(['selected', 'not selected'])
  })

  test('shows a skeleton while loading, a message when empty, and a retry after a failure', async ({
    asMember,
  }) => {
    const { page } = await asMember({ account: owner, ...refusedCall })
    const release = await holdCall(page, list)
    await page.goto(listPath)
    await page.getByRole('table', { name: 'Loading agents' }).waitFor()
    release.go()
    await rowOf(page, 'CNFans').waitFor()

    await page.unroute(`**/api/v1${list}*`)
    await rejectCall(page, list, 'Not now.')
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.waitFor()
    await page.unroute(`**/api/v1${list}*`)
    await fulfillCall(page, list, 200, { success: true, statusCode: 200, message: 'OK', data: [] })
    await note.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('No Agent Found', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Add an agent' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Add an Agent' }).waitFor()
  })
})

describe('a position', () => {
  test('is changed at once, is confirmed by the server’s message, and keeps the focus', async ({
    theOwner,
  }) => {
    const { page, toast } = await theOwner(listPath)
    await rowOf(page, 'MuleBuy').waitFor()
    const before = await namesIn(page)
    const release = await holdCall(page, '/agent/setAgentSerial')
    await placeOf(page, 'MuleBuy').focus()
    await placeOf(page, 'MuleBuy').selectOption('1')
    const after = ['MuleBuy', ...before.filter((name) => name !== 'MuleBuy')]
    await expect.poll(() => namesIn(page)).toEqual(after)
    await hasFocus(placeOf(page, 'MuleBuy'))
    release.go()
    await toast('MuleBuy serial updated successfully!').waitFor()
    await page.reload()
    await rowOf(page, 'MuleBuy').waitFor()
    await expect.poll(() => namesIn(page)).toEqual(after)

    await placeOf(page, 'MuleBuy').selectOption(String(before.indexOf('MuleBuy') + 1))
    await toast('MuleBuy serial updated successfully!').waitFor()
    await expect.poll(() => namesIn(page)).toEqual(before)
  })
})

type Attempt = { call: string; sentence: string; choose: (page: Page) => Promise<unknown> }
const attempts: Attempt[] = [
  {
    call: '/agent/setAgentSerial',
    sentence: 'Failed to update agent serial',
    choose: (page) => placeOf(page, 'ACBuy').selectOption('1'),
  },
  {
    call: '/agent/activeOrDactiveAnAgent',
    sentence: 'Failed to update agent state',
    choose: (page) => stateOf(page, 'ACBuy').selectOption('inactive'),
  },
  {
    call: '/agent/selectAgent',
    sentence: 'Failed to update agent selection',
    choose: (page) => selectionOf(page, 'ACBuy').selectOption('selected'),
  },
]

/** Place, state and selection of every agent. */
const choicesIn = (page: Page) =>
  page
    .locator('tbody select')
    .evaluateAll((nodes) => nodes.map((node) => (node instanceof HTMLSelectElement ? node.value : '')))

describe('a change that fails', () => {
  test('is reverted with its own or the server’s message, and an invalid response is reported: position, state, selection', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(listPath, { allow: [...lostCall.allow, ...refusedCall.allow] })
    await rowOf(page, 'ACBuy').waitFor()
    for (const { call, sentence, choose } of attempts) {
      const before = [await namesIn(page), await choicesIn(page)]
      const isAsBefore = () =>
        expect.poll(async () => [await namesIn(page), await choicesIn(page)]).toEqual(before)
      await abortCall(page, call)
      await choose(page)
      await readToast(page, sentence)
      await isAsBefore()

      await page.unroute(`**/api/v1${call}*`)
      await rejectCall(page, call, 'Another admin was faster.')
      await choose(page)
      await readToast(page, 'Another admin was faster.')
      await isAsBefore()

      await page.unroute(`**/api/v1${call}*`)
      await fulfillCall(page, call, 202, {})
      await choose(page)
      await readToast(page, 'Network response was not ok.')
      await isAsBefore()
      await page.unroute(`**/api/v1${call}*`)
    }
  })
})

describe('a state', () => {
  test('is changed with a message that names the agent; closing the default agent makes another one the default', async ({
    theOwner,
  }) => {
    const { page, toast } = await theOwner(listPath)
    await stateOf(page, 'HooBuy').selectOption('inactive')
    await toast('HooBuy state updated to Inactive!').waitFor()
    await stateOf(page, 'HooBuy').selectOption('active')
    await toast('HooBuy state updated to Active!').waitFor()

    await stateOf(page, 'KakoBuy').selectOption('inactive')
    await toast('KakoBuy state updated to Inactive! MuleBuy is now the default agent.').waitFor()
    await expect.poll(() => selectionOf(page, 'MuleBuy').inputValue()).toBe('true')
    await page.reload()
    await rowOf(page, 'MuleBuy').waitFor()
    await expect.poll(() => selectionOf(page, 'MuleBuy').inputValue()).toBe('true')
    await expect.poll(() => selectionOf(page, 'KakoBuy').inputValue()).toBe('false')

    await stateOf(page, 'KakoBuy').selectOption('active')
    await toast('KakoBuy state updated to Active!').waitFor()
    await selectionOf(page, 'KakoBuy').selectOption('selected')
    await toast('KakoBuy updated to selected!').waitFor()
  })
})

describe('the selection', () => {
  test('moves to another agent, which new visitors then use', async ({ site, theOwner, asVisitor }) => {
    const { page, toast } = await theOwner(listPath)
    await selectionOf(page, 'OOPBuy').selectOption('selected')
    await expect.poll(() => selectionOf(page, 'KakoBuy').inputValue()).toBe('false')
    await toast('OOPBuy updated to selected!').waitFor()
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto('/')
    await visitor.page.getByRole('button', { name: /OOPBuy/ }).waitFor()

    await selectionOf(page, 'KakoBuy').selectOption('selected')
    await toast('KakoBuy updated to selected!').waitFor()
  })

  test('cannot be removed, and is not possible for a closed agent', async ({ theOwner }) => {
    const { page, dialog, toast, apiCalls } = await theOwner(listPath, refusedCall)
    await selectionOf(page, 'KakoBuy').focus()
    await selectionOf(page, 'KakoBuy').selectOption('not selected')
    const alert = dialog('Oops...')
    await alert
      .getByText('You cannot unselect an agent! Please select another agent instead.', { exact: true })
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => selectionOf(page, 'KakoBuy').inputValue()).toBe('true')
    await hasFocus(selectionOf(page, 'KakoBuy'))
    expect(apiCalls.filter((call) => call.includes('/agent/selectAgent'))).toEqual([])

    await selectionOf(page, 'PandaBuy').selectOption('selected')
    await toast('Activate this agent before you select it.').waitFor()
    await expect.poll(() => selectionOf(page, 'KakoBuy').inputValue()).toBe('true')
  })
})

describe('deleting', () => {
  const remove = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()

  test('asks for confirmation, and removes the agent from the list', async ({ theOwner }) => {
    const { page, dialog, toast } = await theOwner(listPath)
    await rowOf(page, 'Superbuy').waitFor()
    await remove(page, 'Superbuy')
    const question = dialog('Are you sure?')
    await question.getByText("You won't be able to revert this!", { exact: true }).waitFor()
    await question.getByText('Superbuy', { exact: true }).waitFor()
    await hasFocus(question.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => namesIn(page)).toHaveLength(9)
    await remove(page, 'Superbuy')
    await question.getByRole('button', { name: 'Yes, delete it!', exact: true }).click()
    await toast('Agent has been deleted.').waitFor()
    await expect.poll(() => namesIn(page)).not.toContain('Superbuy')
    await expect.poll(() => placeOf(page, 'PandaBuy').inputValue()).toBe('8')
    await hasFocus(page.getByRole('heading', { level: 1 }))
    await page.reload()
    await rowOf(page, 'PandaBuy').waitFor()
    await expect.poll(() => namesIn(page)).not.toContain('Superbuy')
  })

  test('that fails shows an error and restores the agent', async ({ theOwner }) => {
    const { page, dialog, toast } = await theOwner(listPath, lostCall)
    await rowOf(page, 'CSSBuy').waitFor()
    await abortCall(page, '/agent/deleteAgent')
    await remove(page, 'CSSBuy')
    await dialog('Are you sure?').getByRole('button', { name: 'Yes, delete it!' }).click()
    await toast('Failed to delete agent').waitFor()
    await rowOf(page, 'CSSBuy').waitFor()
  })
})

describe('the screen', () => {
  const isSound = async (page: Page) => {
    await rowOf(page, 'PandaBuy').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  }

  test('has no axe violations and no layout shift at 1280 px', async ({ theOwner }) => {
    const { page } = await theOwner(listPath)
    await isSound(page)
  })

  test('on a phone has no axe violations, no layout shift and large targets, and fits every width', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(listPath, { width: 360, touch: true })
    await isSound(page)
    const heights = await page
      .locator('main :is(a, button, select)')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await fitsEveryWidth(page)
  })
})
