import type { Browser } from 'playwright-core'
import { type InspectedPage, inspectAs, openInspector, type PageInspector } from './page-inspector.ts'
import type { Stage } from './stage.ts'

const cardsPerPage = 24
const messagesPerLogin = 10

/** Inspects the public pages. */
export async function inspectAsVisitor(
  browser: Browser,
  stage: Stage,
  maxOpened: number,
): Promise<InspectedPage[]> {
  const { site, strings, commented, described, getCode } = stage
  return inspectAs('a visitor', await openInspector(browser, site.origin), async function* (inspector) {
    const { page, inspectTexts } = inspector
    await page.goto(`/product/taobao/${commented}`)
    yield inspectTexts('comments and names on the product page', strings)
    await page.getByRole('button', { name: /Select Agent$/ }).click()
    await page.getByRole('dialog').waitFor()
    yield inspectTexts('the agent picker', strings)
    await page.goto(`/product/taobao/${described}`)
    yield inspectTexts('properties, their values, variants and title', strings)
    await page.goto(`/popular?page=${Math.ceil(strings.length / cardsPerPage)}`)
    yield inspectTexts('Popular', strings)
    await page.goto('/')
    yield inspectTexts('Home', strings)
    for (const [index, text] of strings.slice(0, maxOpened).entries()) {
      await page.goto(`/product/taobao/${getCode(index)}`, { waitUntil: 'domcontentloaded' })
      yield inspectTexts('the name on the product page', [text])
    }
    yield* inspectServerMessages(inspector, strings)
  })
}

/** Pages show the server's message of a failed call; here it is one of the texts. */
async function* inspectServerMessages(
  { page, inspectTexts }: PageInspector,
  strings: readonly string[],
): AsyncGenerator<InspectedPage> {
  let message = ''
  await page.route('**/api/v1/auth/login', (route) => {
    const json = { success: false, statusCode: 400, message, code: 'REFUSED', requestId: 'a-reference' }
    return route.fulfill({ status: 400, json })
  })
  await page.goto('/login')
  for (let from = 0; from < strings.length; from += messagesPerLogin) {
    const batch = strings.slice(from, from + messagesPerLogin)
    message = batch.join(' | ')
    await page.getByLabel('Email', { exact: true }).fill('mat@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a quiet river 9')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    yield inspectTexts('the message of the server', batch)
    await page.reload()
  }
}

/** Inspects a member's collection. */
export async function inspectAsMember(
  browser: Browser,
  { site, strings, member }: Stage,
): Promise<InspectedPage[]> {
  return inspectAs(
    'a member',
    await openInspector(browser, site.origin, member),
    async function* ({ page, inspectTexts, takeProblems }) {
      await page.goto('/collection')
      yield inspectTexts('My Collection', strings)
      await page
        .getByRole('button', { name: /^Delete: / })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
      yield takeProblems('the confirmation before a removal', 1)
    },
  )
}

const keys = ['token', 'user', 'platform', 'platform_img', 'theme', 'url']
const addresses = [
  (text: string) => `/product/taobao/${text}`,
  (text: string) =>
    `/popular?MinPrice=${text}&MaxPrice=${text}&Storefront=${text}&Trending=${text}&view=${text}`,
  (text: string) => `/convert?text=${text}`,
  (text: string) => `/?refused=${text}#${text}`,
  (text: string) => `/reset-password?id=${text}&token=${text}`,
  (text: string) => `/go?url=${text}`,
  (text: string) => `/${text}`,
]

/** Puts the texts into URLs and stored values. */
export async function inspectPoisonedUrls(
  browser: Browser,
  { site, strings }: Stage,
  maxOpened: number,
): Promise<InspectedPage[]> {
  return inspectAs(
    'a poisoned visitor',
    await openInspector(browser, site.origin),
    async function* ({ page, takeProblems }) {
      await page.goto('/')
      for (const [index, text] of strings.slice(0, maxOpened * addresses.length).entries()) {
        await page.evaluate(
          ([names, value]) => {
            for (const name of names) localStorage.setItem(name, value)
          },
          [keys, text] as const,
        )
        const address = addresses[index % addresses.length]?.(encodeURIComponent(text)) ?? '/'
        await page.goto(address, { waitUntil: 'load' })
        const { wrong, ...inspected } = takeProblems('route parameters and storage', 1)
        yield { ...inspected, wrong: wrong.map((problem) => `${address}: ${problem}`) }
      }
    },
  )
}
