import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject } from 'vitest'
import { screens } from '#support/screens.ts'
import { type Site, startSite } from '#support/site.ts'
import { test } from '../support/test.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const unneeded = ['node_modules', '.git', 'data', 'docs', 'test', 'dist-extension']

/** A copy of the project with its builds, which takes the packages from where they are. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chopmark-project-'))
  for (const name of readdirSync(root).filter((each) => !unneeded.includes(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

type Outcome = { code: number | null; out: string; err: string }

function runScript(project: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    output.out += String(text)
  })
  child.stderr.on('data', (text) => {
    output.err += String(text)
  })
  const ended: Promise<Outcome> = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, ended, err: () => output.err }
}

const startBuild = (project: string) => runScript(project, ['scripts/build.mjs'])
const readCurrent = (project: string) => realpathSync(join(project, 'dist/current'))

/** Renames every page's file, as most changes do. */
function changeSources(project: string, mark: string): void {
  for (const name of globSync('src/pages/**/*Page.tsx', { cwd: project })) {
    const file = join(project, name)
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nglobalThis.dispatchEvent?.(new Event('${mark}'))\n`)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGTERM') // as npm does with what it runs; a build has no end of its own to wait for
  await ended
}

async function readStatus(origin: string, path: string): Promise<string> {
  const { status } = await fetch(origin + path, { redirect: 'manual' })
  return `${status} ${path}`
}

const readStatuses = (origin: string, addresses: readonly string[]) =>
  Promise.all(addresses.map((path) => readStatus(origin, path)))

/** All code, styles and typefaces of a build. */
function listAssets(build: string): string[] {
  const names = readdirSync(join(build, 'web/assets')).filter((name) => /\.(js|css|woff2)$/.test(name))
  return names.map((name) => `/assets/${name}`)
}

describe('a build beside a running site', () => {
  test('breaks no screen, no code of an open page, and no command', { timeout: 240_000 }, async ({
    origin,
    asVisitor,
    onTestFinished,
  }) => {
    const project = await copyProject()
    onTestFinished(() => rm(project, { recursive: true, force: true }))
    const site = await startSite({ ...inject('start'), project })
    onTestFinished(site.stop)
    const first = readCurrent(project)
    const assets = listAssets(first)
    const open = await asVisitor({ origin: site.origin, width: 1280 })
    await open.page.goto('/')
    await open.hydrated()
    await readStatus(site.origin, '/popular')

    changeSources(project, 'second')
    const killed = startBuild(project)
    await expect.poll(killed.err).toContain('Building')
    await kill(killed.child)
    expect(readCurrent(project)).toBe(first)
    const command = await runCommand(site, project, ['verify'])
    expect(command).toEqual({
      code: 0,
      out: 'All checks passed.\n',
      err: 'The sources are newer than the build of the site. This command runs with that build.\n',
    })

    const both = [startBuild(project), startBuild(project)]
    const outcomes = await Promise.all(both.map(({ ended }) => ended))
    const second = readCurrent(project)
    expect(second).not.toBe(first)
    for (const { code, out } of outcomes)
      expect({ code, out }).toEqual({ code: 0, out: `The current build is ${second}.\n` })
    expect(outcomes.filter(({ err }) => err.includes('Building'))).toHaveLength(1)
    expect(await runCommand(site, project, ['routes'])).toMatchObject({ code: 0, err: command.err })

    const addresses = Object.values(screens)
    expect(await readStatuses(site.origin, addresses)).toEqual(await readStatuses(origin, addresses))
    const isThere = assets.map((path) => `200 ${path}`)
    expect(await readStatuses(site.origin, assets)).toEqual(isThere)

    await site.end()
    await site.restart()
    expect(await readStatuses(site.origin, addresses)).toEqual(await readStatuses(origin, addresses))
    expect(await readStatuses(site.origin, assets)).toEqual(isThere)
    expect(await (await fetch(`${site.origin}/tools`)).text()).not.toContain(assetOf(first, 'ToolsPage'))
    await open.page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await open.page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await open.page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await expect.poll(() => open.page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })
})

function runCommand(site: Site, project: string, args: string[]): Promise<Outcome> {
  const env = { DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl ?? '' }
  return runScript(project, ['scripts/cli.mjs', ...args], env).ended
}

function assetOf(build: string, page: string): string {
  const [name] = listAssets(build).filter((each) => each.includes(`/${page}-`) && each.endsWith('.js'))
  return name ?? `no ${page}`
}

describe('a part of an open page that is gone', () => {
  const gone = '**/assets/FilterDrawer-*.js'
  const allow = [/404|dynamically imported module|Importing/]

  test('reloads the page, once', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360, allow })
    await page.route(gone, (route) => route.fulfill({ status: 404 }))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto('/popular?search=coat')
    await hydrated()
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect.poll(() => loads).toBe(2)
    await hydrated()
    expect(new URL(page.url()).search).toBe('?search=coat')
    const missed = page.waitForRequest(/FilterDrawer-/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await missed
    await page.unroute(gone)
    await page.goto('/popular')
    await hydrated()
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog('Filters').waitFor()
    expect(loads).toBe(3)
  })

  test('keeps entered text until the user confirms', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, allow })
    await page.route(gone, (route) => route.fulfill({ status: 404 }))
    const requests: string[] = []
    page.on('dialog', (box) => {
      requests.push(box.message())
      void box.dismiss()
    })
    await page.goto('/popular')
    await hydrated()
    const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first()
    await field.fill('a coat')
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect.poll(() => requests).toHaveLength(1)
    expect(requests[0]).toContain('What you have entered here will be lost.')
  })

  test('does not reload the page while the site does not respond', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, allow: [/ERR_FAILED/, ...allow] })
    await page.goto('/popular')
    await hydrated()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(gone, (route) => route.abort())
    await page.route('**/healthz', (route) => route.abort())
    const requests = page.waitForRequest(/healthz/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await requests
    await page.evaluate(() => document.title)
    expect(loads).toBe(0)
  })
})
