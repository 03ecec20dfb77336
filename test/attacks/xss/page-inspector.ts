import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createTestClient } from '#support/http-client.ts'
import type { LoggedInUser } from '#support/users.ts'
import { openVisit } from '#support/visit.ts'
import { as, getRow } from '../races/race-site.ts'

/** The result of inspecting one page or dialog. */
export type InspectedPage = { location: string; tried: number; wrong: string[] }

export type PageInspector = {
  page: Page
  /** Waits until the page shows all texts unchanged. Returns what is wrong. */
  inspectTexts: (location: string, texts: readonly string[]) => Promise<InspectedPage>
  /** Scripts that ran, dialogs and console errors since the last call, for pages that show no texts. */
  takeProblems: (location: string, tried: number) => InspectedPage
  close: () => Promise<void>
}

const timeoutMs = 20_000
const pollMs = 100
/** The browser logs this for responses to wrong URLs. */
const expected = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Inspects pages as one person. An error that ends it is a result too. */
export async function inspectAs(
  visitor: string,
  inspector: PageInspector,
  visit: (inspector: PageInspector) => AsyncIterable<InspectedPage>,
): Promise<InspectedPage[]> {
  const pages: InspectedPage[] = []
  try {
    for await (const inspected of visit(inspector)) pages.push(inspected)
  } catch (error) {
    const { wrong } = inspector.takeProblems(visitor, 1)
    const last = pages.at(-1)?.location ?? 'the beginning'
    pages.push({ location: visitor, tried: 1, wrong: [...wrong, `after ${last}: ${error}`] })
  } finally {
    await inspector.close()
  }
  return pages
}

/** Opens a browser window of a visitor, or of a logged-in user. */
export async function openInspector(
  browser: Browser,
  origin: string,
  person?: LoggedInUser,
): Promise<PageInspector> {
  const stored = person ? await createStorage(origin, person) : {}
  const options = { stored, allow: [expected], reducedMotion: true }
  const { page, context, complaints } = await openVisit(browser, origin, options)
  await context.exposeBinding('reportScriptRun', ({ page: scriptPage }) => {
    complaints.push(`A script ran on ${scriptPage.url()}`)
  })
  await context.addInitScript(() => {
    Object.defineProperty(window, '__xss', {
      set: () => Object.getOwnPropertyDescriptor(window, 'reportScriptRun')?.value(),
    })
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `The content security policy blocked ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`,
      ),
    )
  })
  page.on('dialog', (dialog) => {
    complaints.push(`A browser dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const takeProblems = (location: string, tried: number) => ({
    location,
    tried,
    wrong: complaints.splice(0),
  })
  return {
    page,
    takeProblems,
    async inspectTexts(location, texts) {
      const missing = await listMissing(page, texts)
      const { wrong } = takeProblems(location, texts.length)
      return {
        location,
        tried: texts.length,
        wrong: [...wrong, ...missing.map((text) => `not shown: ${text}`)],
      }
    },
    close: () => context.close(),
  }
}

async function createStorage(origin: string, person: LoggedInUser): Promise<Record<string, string>> {
  const client = createTestClient(origin)
  const user = getRow(await client.call('GET /users/me', undefined, as(person)))
  client.close()
  return { token: person.token, user: JSON.stringify(user) }
}

async function listMissing(page: Page, texts: readonly string[]): Promise<string[]> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const pageText = await page.evaluate(readTexts)
    const missing = texts.filter((text) => !pageText.includes(text))
    if (missing.length === 0 || Date.now() > until) return missing
    await page.mouse.wheel(0, 20_000) // long lists render only as far as the page was scrolled
    await delay(pollMs)
  }
}

/** Runs in the page: every text node, and the values of fields. */
function readTexts(): string {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isCode = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.parentElement?.tagName ?? '')
    if (!isCode) texts.push(node.textContent ?? '')
  }
  for (const field of document.querySelectorAll('input, textarea'))
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) texts.push(field.value)
  return texts.join('\n')
}
