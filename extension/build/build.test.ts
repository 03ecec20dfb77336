import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManifest, listItemPages } from './manifest.ts'

const program = fileURLToPath(new URL('./build.ts', import.meta.url))

describe('the manifest of the extension', () => {
  test('requests only storage, the tab in front on a press, and the pages of marketplaces and agents', () => {
    const manifest = createManifest(undefined)
    expect(manifest.permissions).toEqual(['storage', 'activeTab', 'scripting'])
    expect(manifest).not.toHaveProperty('host_permissions')
    expect(manifest).not.toHaveProperty('externally_connectable')
    expect(manifest.web_accessible_resources.flatMap(({ resources }) => resources)).toEqual(['panel.html'])
    expect(JSON.stringify(manifest)).not.toMatch(/all_urls|"tabs"|cookies|webRequest|\*:\/\//)
  })

  test('differs for Firefox in what that browser names otherwise', () => {
    const { background, browser_specific_settings, ...firefox } = JSON.parse(
      JSON.stringify(createManifest(undefined, 'firefox')),
    )
    const { minimum_chrome_version, ...chromium } = JSON.parse(JSON.stringify(createManifest(undefined)))
    expect(background).toEqual({ scripts: ['background.js'] })
    expect(browser_specific_settings.gecko.id).toBe('extension@chopmark.invalid')
    expect(minimum_chrome_version).toBe('126')
    expect(chromium.background).toEqual({ service_worker: 'background.js' })
    for (const field of ['background', 'web_accessible_resources']) {
      delete chromium[field]
      delete firefox[field]
    }
    expect(firefox).toEqual(chromium)
  })

  test('requests one site when it is built for that site', () => {
    expect(createManifest('https://chopmark.example').host_permissions).toEqual([
      'https://chopmark.example/*',
    ])
  })

  test('lists every site with item pages, and no other', () => {
    const pages = listItemPages()
    for (const host of ['taobao.com', 'tmall.com', '1688.com', 'weidian.com', 'cnfans.com', 'hoobuy.com'])
      expect(pages).toContain(`https://*.${host}/*`)
    for (const host of ['tb.cn', 'bit.ly', 'goofish.com', 'ikako.vip'])
      expect(pages.join()).not.toContain(host)
    expect(pages.filter((page) => !/^https:\/\/\*\.[a-z0-9-]+(\.[a-z]+)+\/\*$/.test(page))).toEqual([])
  })
})

describe('the zip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'extension-'))
  const zips: Buffer[] = []
  beforeAll(() => {
    for (const name of ['one', 'other']) {
      const zip = join(folder, `${name}.zip`)
      execFileSync(process.execPath, [program, join(folder, name), zip], {
        env: { TZ: name === 'one' ? 'UTC' : 'Asia/Tokyo' },
      })
      zips.push(readFileSync(zip))
    }
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has the same bytes each time', () => {
    expect(zips[0]?.equals(zips[1] ?? Buffer.of())).toBe(true)
  })

  test('holds what is loaded and nothing else', () => {
    const files = unzipSync(new Uint8Array(zips[0] ?? Buffer.of()))
    const names = Object.keys(files).map((name) => name.replace(/-[\w-]{8}\.(js|css|woff2)$/, '.$1'))
    expect(names.sort()).toEqual([
      'LICENSE',
      'assets/OFL.txt',
      'assets/archivo-latin-ext.woff2',
      'assets/archivo-latin.woff2',
      'assets/options.css',
      'assets/options.js',
      'assets/panel.css',
      'assets/panel.js',
      'assets/popup.css',
      'assets/popup.js',
      'assets/reading-view.js',
      'assets/settings.js',
      'background.js',
      'content.js',
      'icon-128.png',
      'icon-16.png',
      'icon-32.png',
      'icon-48.png',
      'manifest.json',
      'options.html',
      'panel.html',
      'popup.html',
      'reader.js',
    ])
    const code = Object.entries(files).filter(([name]) => /\.(js|html|css)$/.test(name))
    for (const [name, bytes] of code)
      expect(strFromU8(bytes), name).not.toMatch(
        /\beval\(|new Function|innerHTML|http:\/\/(?!www\.w3\.org)[a-z]+\.|sourceMappingURL/,
      )
  })
})
