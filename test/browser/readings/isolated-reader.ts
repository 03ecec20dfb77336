import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { PageReading } from '#features/readings/page-reading.ts'

const program = fileURLToPath(new URL('../../../extension/build/build.ts', import.meta.url))

/** The reader's script as the extension is built with it. */
export function buildReader(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-reader-'))
  execFileSync(process.execPath, [program, join(folder, 'unpacked'), join(folder, 'zip')])
  const script = readFileSync(join(folder, 'unpacked/reader.js'), 'utf8')
  rmSync(folder, { recursive: true })
  return script
}

/** Runs the reader in a page as an extension's script: in a world of its own, which the page's scripts cannot touch. */
export async function readInOwnWorld(
  page: Page,
  script: string,
): Promise<{ reading: PageReading; ms: number }> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'reader',
  })
  await session.send('Runtime.evaluate', { contextId, expression: script })
  const startMs = performance.now()
  const expression = 'readChopmarkPage()'
  const options = { contextId, expression, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', options)
  const ms = performance.now() - startMs
  await session.detach()
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return { reading: result.value, ms }
}
