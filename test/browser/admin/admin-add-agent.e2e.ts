import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readFieldError } from '../support/account-page.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { abortCall, fulfillCall, holdCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { chooseFile, disguised, large, png, rowOf, test, text } from './agent-page.ts'

const path = '/dashboard/add-an-agent'
const call = '/agent/createAgent'
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Add Agent', exact: true })
const tester = (page: Page) => page.getByRole('region', { name: 'Test the links with a product code' })
const preview = (page: Page) => page.getByRole('region', { name: 'As shoppers see it' })

const texts = {
  Name: 'Bench Agent',
  Offer: 'Free repacking',
  'Taobao Link': 'https://bench.example/item?platform=taobao&id={id}',
  'Weidian Link': 'https://bench.example/{id}/weidian/{id}',
  '1688 Link': 'https://bench.example/item?platform=1688&id={id}',
}

async function fill(page: Page, own: Partial<typeof texts> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...texts, ...own })) await field(page, label).fill(text)
}

describe('the form', () => {
  test('adds an agent that shoppers can choose, and is empty afterwards', async ({
    site,
    theOwner,
    asVisitor,
  }) => {
    const { page, toast } = await theOwner(path)
    for (const label of ['Taobao Link', 'Weidian Link', '1688 Link'])
      await expect
        .poll(() => field(page, label).getAttribute('placeholder'))
        .toBe('Use {id} in place of the product code')
    await fill(page)
    await chooseFile(page, 'Add agent image', png)
    await page.getByText('mark.png, 70 bytes', { exact: true }).waitFor()
    const release = await holdCall(page, call)
    await field(page, 'Name').press('Enter')
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
    await page.getByRole('button', { name: 'Adding…' }).waitFor()
    release.go()
    await toast('Agent added successfully!').waitFor()
    await page.getByText('Bench Agent is number 10 in the list.', { exact: true }).waitFor()
    for (const label of Object.keys(texts)) await expect.poll(() => field(page, label).inputValue()).toBe('')
    await hasFocus(field(page, 'Name'))
    await page.reload()
    await submit(page).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('')

    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto('/')
    await visitor.page.getByRole('button', { name: /Select Agent/ }).click()
    const choice = visitor.dialog('Select an agent').getByText('Free repacking', { exact: true })
    await choice.waitFor()
  })

  test('previews the agent, requires every field and the image, and accepts no other file', async ({
    theOwner,
  }) => {
    const { page, apiCalls } = await theOwner(path)
    await preview(page).getByText('no offer yet', { exact: true }).waitFor()
    await submit(page).click()
    await page.getByText('Check these six fields', { exact: true }).waitFor()
    const messages = await page.getByRole('main').getByRole('alert').getByRole('link').allInnerTexts()
    expect(messages).toEqual([
      'Agent name is required',
      'Offer is required',
      'Taobao Link is required',
      'Weidian Link is required',
      '1688 Link is required',
      'Please provide an image',
    ])
    await expect.poll(() => readFieldError(page, 'Weidian Link')).toBe('Weidian Link is required')
    await page.getByRole('link', { name: 'Please provide an image' }).click()
    await hasFocus(page.getByRole('button', { name: 'Add agent image' }))
    for (const [file, sentence] of [
      [text, 'Please select an image file'],
      [large, 'Choose an image of 5 MB or less.'],
      [disguised, 'Please select an image file'],
    ] as const) {
      await chooseFile(page, 'Add agent image', file)
      await page.locator('.err').getByText(sentence, { exact: true }).waitFor()
    }
    await chooseFile(page, 'Add agent image', png)
    await expect.poll(() => page.locator('.err').filter({ hasText: 'Please' }).count()).toBe(0)
    await expect.poll(() => preview(page).locator('img').getAttribute('src')).toMatch(/^blob:/)
    await fill(page)
    await preview(page).getByText('Bench Agent', { exact: true }).waitFor()
    await preview(page).getByText('Free repacking', { exact: true }).waitFor()
    expect(apiCalls.filter((sentCall) => sentCall.includes(call))).toEqual([])
  })

  test('keeps the typed values when sending fails, and shows the server’s message at its field', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path, { allow: [/net::ERR_FAILED/, /409/] })
    await fill(page)
    await chooseFile(page, 'Add agent image', png)
    await abortCall(page, call)
    await submit(page).click()
    const note = page.getByRole('main').getByRole('alert')
    await note.getByText('Failed to add agent', { exact: true }).waitFor()
    for (const [label, text] of Object.entries(texts))
      await expect.poll(() => field(page, label).inputValue()).toBe(text)
    await page.unroute(`**/api/v1${call}*`)
    await fulfillCall(page, call, 202, {})
    await submit(page).click()
    await note.getByText('Network response was not ok.', { exact: true }).waitFor()

    await page.unroute(`**/api/v1${call}*`)
    await field(page, 'Name').fill('cnfans')
    await submit(page).click()
    await expect.poll(() => readFieldError(page, 'Name')).toBe('An agent with this name already exists.')
  })
})

describe('the tester', () => {
  test('builds links of a product code with the code marked, and restores the typed values', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path)
    await fill(page)
    await page.reload()
    await expect.poll(() => field(page, 'Offer').inputValue()).toBe('Free repacking')
    await tester(page).getByRole('textbox').fill('7229418055')
    const links = await tester(page).getByRole('link').all()
    const values = await Promise.all(
      links.map(async (link) => ({
        href: await link.getAttribute('href'),
        target: await link.getAttribute('target'),
        rel: await link.getAttribute('rel'),
      })),
    )
    const blank = { target: '_blank', rel: 'noopener noreferrer' }
    expect(values).toEqual([
      { href: 'https://bench.example/item?platform=taobao&id=7229418055', ...blank },
      { href: 'https://bench.example/7229418055/weidian/7229418055', ...blank },
      { href: 'https://bench.example/item?platform=1688&id=7229418055', ...blank },
    ])
    const weidian = tester(page).getByRole('listitem').nth(1)
    await expect.poll(() => weidian.locator('mark').allInnerTexts()).toEqual(['7229418055', '7229418055'])
    await tester(page).getByRole('link', { name: 'Test the Weidian link, opens in a new tab' }).waitFor()
    await tester(page).getByRole('textbox').fill('https://weidian.com/item.html?itemID=9900661650')
    await expect.poll(() => weidian.locator('mark').allInnerTexts()).toEqual(['9900661650', '9900661650'])
    const taobao = tester(page).getByRole('listitem').first()
    await expect.poll(() => taobao.locator('mark').allInnerTexts()).toEqual(['652874751412'])
  })

  test('reports a template without a placeholder, there and at its field, and opens no invalid link', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path)
    await field(page, '1688 Link').fill('https://bench.example/item')
    await tester(page).getByText('1688: {id} is missing', { exact: true }).waitFor()
    await field(page, '1688 Link').press('Tab')
    await expect.poll(() => readFieldError(page, '1688 Link')).toBe('Put {id} where the product code goes')
    for (const link of ['javascript:alert({id})', 'https://{id}.bench.example/', 'bench.example/{id}']) {
      await field(page, '1688 Link').fill(link)
      await tester(page).getByText('1688: not a valid link', { exact: true }).waitFor()
      await expect.poll(() => tester(page).getByRole('link').count(), { message: link }).toBe(0)
      await field(page, '1688 Link').fill('https://bench.example/{id}')
      await expect.poll(() => readFieldError(page, '1688 Link')).toBe('')
    }
    await page.getByRole('link', { name: 'Manage Agent' }).first().click()
    await rowOf(page, 'CNFans').waitFor()
  })
})

describe('the screen', () => {
  const isSound = async (page: Page) => {
    await submit(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  }
  const isSoundWithErrors = async (page: Page) => {
    await fill(page, { '1688 Link': 'https://bench.example/item' })
    await submit(page).click()
    await page.getByText('Check these two fields', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  }

  test('has no axe violations and no layout shift at 1280 px', async ({ theOwner }) => {
    const { page } = await theOwner(path, { reducedMotion: true })
    await isSound(page)
    await isSoundWithErrors(page)
  })

  test('on a phone has no axe violations, no layout shift and large targets, and fits every width', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path, { width: 360, touch: true, reducedMotion: true })
    await isSound(page)
    await fill(page)
    const heights = await page
      .locator('main :is(a, button, input:not([type=file]))')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await fitsEveryWidth(page)
    await setWidth(page, 360)
    await isSoundWithErrors(page)
  })
})
