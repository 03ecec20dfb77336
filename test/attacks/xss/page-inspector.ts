import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createTestClient } from '#support/http-client.ts'
import type { LoggedInUser } from '#support/users.ts'
import { openVisit } from '#support/visit.ts'
import { as, rowOf } from '../races/race-site.ts'

/** What was seen in one place. */
export type InspectedPage = { place: string; tried: number; wrong: string[] }

export type PageInspector = {
  page: Page
  /** Waits until all texts stand in the page as they were written; answers what is wrong instead. */
  see: (place: string, texts: readonly string[]) => Promise<InspectedPage>
  /** What ran, asked, or was complained of since the last time, for places that show nothing. */
  trouble: (place: string, tried: number) => InspectedPage
  close: () => Promise<void>
}

const patienceMs = 20_000
const waitMs = 100
/** Wrong addresses are answered so, and the browser notes it. */
const expected = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Looks about as one person; what stops it is a sight too, with what had gone wrong by then. */
export async function lookAs(
  who: string,
  eye: PageInspector,
  look: (eye: PageInspector) => AsyncIterable<InspectedPage>,
): Promise<InspectedPage[]> {
  const sights: InspectedPage[] = []
  try {
    for await (const sight of look(eye)) sights.push(sight)
  } catch (error) {
    const { wrong } = eye.trouble(who, 1)
    const last = sights.at(-1)?.place ?? 'the beginning'
    sights.push({ place: who, tried: 1, wrong: [...wrong, `after ${last}: ${error}`] })
  } finally {
    await eye.close()
  }
  return sights
}

/** A visitor's window, of somebody who is signed in when a person is given. */
export async function openInspector(
  browser: Browser,
  origin: string,
  person?: LoggedInUser,
): Promise<PageInspector> {
  const stored = person ? await storedFor(origin, person) : {}
  const options = { stored, allow: [expected], reducedMotion: true }
  const { page, context, complaints } = await openVisit(browser, origin, options)
  await context.exposeBinding('tellThatItRan', ({ page: where }) => {
    complaints.push(`A script ran on ${where.url()}`)
  })
  await context.addInitScript(() => {
    Object.defineProperty(window, '__xss', {
      set: () => Object.getOwnPropertyDescriptor(window, 'tellThatItRan')?.value(),
    })
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`The policy stopped ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    )
  })
  page.on('dialog', (dialog) => {
    complaints.push(`A dialog of the browser: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const trouble = (place: string, tried: number) => ({ place, tried, wrong: complaints.splice(0) })
  return {
    page,
    trouble,
    async see(place, texts) {
      const missing = await missingFrom(page, texts)
      const { wrong } = trouble(place, texts.length)
      return { place, tried: texts.length, wrong: [...wrong, ...missing.map((text) => `not shown: ${text}`)] }
    },
    close: () => context.close(),
  }
}

async function storedFor(origin: string, person: LoggedInUser): Promise<Record<string, string>> {
  const client = createTestClient(origin)
  const user = rowOf(await client.call('GET /users/me', undefined, as(person)))
  client.close()
  return { token: person.token, user: JSON.stringify(user) }
}

async function missingFrom(page: Page, texts: readonly string[]): Promise<string[]> {
  const until = Date.now() + patienceMs
  for (;;) {
    const shown = await page.evaluate(textsOf)
    const missing = texts.filter((text) => !shown.includes(text))
    if (missing.length === 0 || Date.now() > until) return missing
    await page.mouse.wheel(0, 20_000) // long lists are drawn as far as one has scrolled
    await delay(waitMs)
  }
}

/** Runs in the page: every text that is drawn, and what stands in fields. */
function textsOf(): string {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isCode = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.parentElement?.tagName ?? '')
    if (!isCode) found.push(node.textContent ?? '')
  }
  for (const field of document.querySelectorAll('input, textarea'))
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) found.push(field.value)
  return found.join('\n')
}
