import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssetTags, createBuiltAssets } from './assets.ts'

let folder: string
let assets: AssetTags

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'))
  const file = join(folder, 'manifest.json')
  writeFileSync(
    file,
    JSON.stringify({
      'src/main/browser.tsx': { file: 'entry.js', imports: ['_shared.js'] },
      'src/pages/tea/TeaPage.tsx': { file: 'tea.js', css: ['tea.css'], imports: ['_shared.js'] },
      'src/features/cup/web/Cup.tsx': { file: 'cup.js' },
      '_shared.js': { file: 'shared.js' },
    }),
  )
  assets = createBuiltAssets(pathToFileURL(file))
})
afterAll(() => rm(folder, { recursive: true }))

test('preload the code of a page, of its parts and of shared chunks once', () => {
  const tags = assets('tea/TeaPage', ['features/cup/web/Cup.tsx'])
  const preloaded = [...tags.matchAll(/modulepreload" href="\/(\w+\.js)"/g)].map(([, file]) => file)
  expect(preloaded).toEqual(['entry.js', 'tea.js', 'cup.js', 'shared.js'])
  expect(tags).toContain('<link rel="stylesheet" href="/tea.css">')
})

test('throw for a page or a part that was not built', () => {
  expect(() => assets('MilkPage')).toThrow('The build has no file src/pages/MilkPage.tsx.')
  expect(() => assets('tea/TeaPage', ['features/cup/Cup.tsx'])).toThrow('src/features/cup/Cup.tsx')
})

test('contain the shared code only, without a page', () => {
  expect(assets()).toContain('entry.js')
  expect(assets()).not.toContain('tea.js')
})
