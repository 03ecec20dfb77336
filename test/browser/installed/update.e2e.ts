import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished } from 'vitest'
import { startSite } from '#support/site.ts'
import { test } from '../support/test.ts'
import { aFront, isTaken, savedCopy, workerOptions } from './worker-page.ts'

describe('an update', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))

  /** A project whose current build is a copy of ours; `change` makes it another one. */
  function copyBuild(change: (build: string) => void): string {
    const project = mkdtempSync(join(tmpdir(), 'chopmark-build-'))
    onTestFinished(() => rmSync(project, { recursive: true, force: true }))
    const build = join(project, 'dist/builds/other')
    cpSync(realpathSync(join(root, 'dist/current')), build, { recursive: true })
    change(build)
    symlinkSync(join(project, 'dist/builds/other'), join(project, 'dist/current'))
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
    cpSync(join(root, 'package.json'), join(project, 'package.json'))
    return project
  }

  /** Every page of it names a style sheet of its own, and its worker is another one. */
  function renameStyles(build: string): void {
    const folder = join(build, 'web/assets')
    const [styles = ''] = readdirSync(folder).filter((name) => /^browser-.*\.css$/.test(name))
    for (const ending of ['', '.br', '.gz'])
      renameSync(join(folder, styles + ending), join(folder, `browser-other.css${ending}`))
    const manifest = join(build, 'web/.vite/manifest.json')
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replaceAll(`assets/${styles}`, 'assets/browser-other.css'),
    )
    const worker = join(build, 'web/sw.js')
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/offline-[\da-f]{16}/, 'offline-other'))
  }

  /** The style sheet that every page of a build names. */
  const findStyles = (page: Page) =>
    page.locator('link[rel=stylesheet][href^="/assets/browser-"]').first().getAttribute('href')
  const isStyled = (page: Page) => page.evaluate(() => getComputedStyle(document.body).margin)

  test('gives the page of the new build at once, and mixes no files of two', { timeout: 120_000 }, async ({
    origin,
    asVisitor,
  }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page, hydrated } = visit
    await page.goto('/popular')
    await isTaken(visit)
    await page.goto('/tools')
    await isTaken(visit)
    const first = await findStyles(page)
    const next = await startSite({ ...inject('start'), project: copyBuild(renameStyles) })
    onTestFinished(next.stop)
    front.leadTo(next.origin)

    await page.goto('/popular')
    await hydrated()
    const second = await findStyles(page)
    expect(second).toBe('/assets/browser-other.css')
    expect(first).not.toBe(second)
    await expect.poll(() => page.evaluate(() => caches.has('offline-other'))).toBe(true)
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('offline-'))),
      )
      .toEqual(['offline-other'])
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const copies = await (await caches.open('pages-1')).match('/popular')
          return (await copies?.text())?.includes('browser-other.css')
        }),
      )
      .toBe(true)

    front.disappear()
    await page.goto('/tools')
    await page.getByText(savedCopy).waitFor()
    expect(await findStyles(page)).toBe(first)
    expect(await isStyled(page)).toBe('0px')
    await page.goto('/popular')
    await page.getByText(savedCopy).waitFor()
    expect(await findStyles(page)).toBe(second)
    expect(await isStyled(page)).toBe('0px')
  })

  test('with the worker switched off removes it, and all that it kept', { timeout: 120_000 }, async ({
    origin,
    aSite,
    asVisitor,
  }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page, hydrated } = visit
    await page.goto('/popular')
    await isTaken(visit)
    const off = await aSite({ SERVICE_WORKER: 'off' })
    front.leadTo(off.origin)
    await page.goto('/popular')
    await hydrated()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    front.disappear()
    await expect(page.goto('/popular')).rejects.toThrow(/ERR_/)
  })
})
