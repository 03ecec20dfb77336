import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, vi } from 'vitest'

/** The popup of the extension's button, which Playwright does not know as a page. */
export type ToolbarPopup = {
  /** The text that it shows. */
  text: () => Promise<string>
  /** Presses the middle of an element, as the mouse does. */
  press: (selector: string) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
}

type TargetInfo = { targetId: string; url: string; type: string }

/** Presses the extension's button in the browser's toolbar while `page` is in front: the page's tab is opened to it. */
export async function pressToolbarButton(
  context: BrowserContext,
  page: Page,
  id: string,
): Promise<ToolbarPopup> {
  const browser = context.browser()
  if (!browser) throw new Error('The context has no browser.')
  const session = await browser.newBrowserCDPSession()
  await page.bringToFront()
  const tab = await findTarget(session, ({ type, url }) => type === 'tab' && url === page.url())
  // Newer than Playwright's types.
  const send: (method: string, params: object) => Promise<unknown> = session.send.bind(session) as never
  await send('Extensions.triggerAction', { id, targetId: tab.targetId })
  const target = await findTarget(session, ({ type, url }) => type === 'page' && url.endsWith('/popup.html'))
  return attach(session, target.targetId)
}

function findTarget(session: CDPSession, isWanted: (target: TargetInfo) => boolean): Promise<TargetInfo> {
  const find = async () => {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
    const target = targetInfos.find(isWanted)
    if (!target) throw new Error('There is no such target.')
    return target
  }
  return vi.waitFor(find, { timeout: 10_000 })
}

async function attach(session: CDPSession, targetId: string): Promise<ToolbarPopup> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const replies = new Map<number, (reply: Record<string, unknown>) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    replies.get(id)?.(result ?? {})
  })
  async function call(method: string, params: object): Promise<Record<string, unknown>> {
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
    const id = replies.size + 1
    replies.set(id, resolve)
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    return promise
  }
  async function evaluate(expression: string): Promise<unknown> {
    const { result } = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return Reflect.get(Object(result), 'value')
  }
  /** The browser sizes a popup while it loads, which moves what is in it. */
  async function findSteadyMiddle(element: string): Promise<[number, number]> {
    const middle = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${element}.getBoundingClientRect())`
    const measure = () =>
      evaluate(`document.fonts.ready.then(() => (${element}.scrollIntoView({ block: 'center' }), ${middle}))`)
    const before = await measure()
    await evaluate('new Promise((resolve) => setTimeout(resolve, 150))')
    const [x, y] = (await measure()) as [number, number]
    if (String(before) !== String([x, y])) throw new Error('The popup still moves.')
    return [x, y]
  }
  return {
    evaluate,
    text: async () => String(await evaluate('document.body.innerText')),
    press: async (selector) => {
      const element = `document.querySelector(${JSON.stringify(selector)})`
      await expect.poll(() => evaluate(`${element} !== null`)).toBe(true)
      const [x, y] = await vi.waitFor(() => findSteadyMiddle(element), { timeout: 10_000 })
      for (const type of ['mousePressed', 'mouseReleased'])
        await call('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
    },
  }
}
