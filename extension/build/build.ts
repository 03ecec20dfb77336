import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { build, type InlineConfig } from 'vite'
import { parseSiteOrigin } from '../address.ts'
import { type BrowserName, browsers, createManifest, iconSizes } from './manifest.ts'

// Run as `build.ts FOLDER ZIP [BROWSER]`; PUBLIC_URL makes an extension for that site.

const here = fileURLToPath(new URL('../', import.meta.url))
const project = join(here, '..')
const scripts = ['content', 'reader', 'background'] as const
/** The earliest moment that a zip can hold: the same sources make the same bytes. */
const epoch = new Date(1980, 0, 1)

async function buildExtension(
  folder: string,
  zip: string,
  browser: BrowserName,
  site: string | undefined,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await drawIcons(folder)
  await build(createPagesConfig(folder, site))
  for (const script of scripts) await build(createScriptConfig(folder, site, script))
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(createManifest(site, browser), null, 2)}\n`)
  cpSync(join(project, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(project, 'src/shared/web/ui/styles/fonts/OFL.txt'), join(folder, 'assets/OFL.txt'))
  writeFileSync(zip, zipFolder(folder))
}

async function drawIcons(folder: string): Promise<void> {
  const logo = readFileSync(join(project, 'public/icon.svg'))
  for (const size of iconSizes) {
    await sharp(logo, { density: 72 * Math.ceil(size / 16) })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toFile(join(folder, `icon-${size}.png`))
  }
}

function createSharedConfig(folder: string, site: string | undefined): InlineConfig {
  return {
    configFile: false,
    root: here,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    define: { __SITE__: JSON.stringify(site) ?? 'undefined' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'chrome126',
      assetsInlineLimit: 0,
      modulePreload: false,
    },
  }
}

function createPagesConfig(folder: string, site: string | undefined): InlineConfig {
  const config = createSharedConfig(folder, site)
  const input = ['panel.html', 'options.html', 'popup.html'].map((name) => join(here, name))
  return { ...config, build: { ...config.build, rolldownOptions: { input, external: /\.\/icon-\d+\.png$/ } } }
}

/** Scripts in pages cannot be modules, and no browser has both kinds of background modules. */
function createScriptConfig(folder: string, site: string | undefined, name: string): InlineConfig {
  const config = createSharedConfig(folder, site)
  const lib = { entry: join(here, `${name}.ts`), formats: ['iife' as const], name }
  return { ...config, build: { ...config.build, lib: { ...lib, fileName: () => `${name}.js` } } }
}

function zipFolder(folder: string): Uint8Array {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const entries = files.map((file) => [
    relative(folder, file).replaceAll('\\', '/'),
    new Uint8Array(readFileSync(file)),
  ])
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: epoch })
}

const [, , folder, zip, browserName = 'chromium'] = process.argv
const browser = browsers.find((name) => name === browserName)
if (!folder || !zip || !browser) throw new Error('Pass a folder, a zip file and a browser as arguments.')
const { PUBLIC_URL } = process.env
const site = PUBLIC_URL ? parseSiteOrigin(PUBLIC_URL) : undefined
if (PUBLIC_URL && !site) throw new Error('PUBLIC_URL must use https or be on this machine.')
await buildExtension(folder, zip, browser, site)
