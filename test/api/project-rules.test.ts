import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '#shared/error-codes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('**', {
  cwd: root,
  exclude: (name) => ['node_modules', '.git', 'dist', 'data'].includes(name),
})
const sources = files.filter((file) => /^(src|db|test|scripts)\/.*\.(tsx?|mjs)$/.test(file))

function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** A small tree in the shape of ours, with every import that the rules forbid planted into it once. */
const planted: Record<string, string> = {
  'package.json':
    '{ "type": "module", "imports": { "#*": "./src/*" }, "dependencies": { "zod": "*", "pg": "*" }, "devDependencies": { "vite": "*" } }',
  'src/shared/base.ts': 'export const base = 1',
  'src/shared/bad.ts': "import '#features/tea/rules.ts'\nimport 'node:fs'",
  'src/shared/server/cache.ts': "import '../base.ts'\nimport '#db/schema.ts'",
  'src/shared/web/link.ts': "import '../base.ts'\nimport '../server/cache.ts'",
  'src/shared/lonely.ts': "import './base.ts'",
  'src/db/schema.ts':
    "import '#shared/base.ts'\nimport '#features/tea/contract.ts'\nimport '#features/tea/server/service.ts'",
  'src/features/tea/contract.ts': "import { z } from 'zod'\nexport type Tea = z.infer<typeof z.string>",
  'src/features/tea/rules.ts': "import type { Tea } from './contract.ts'\nimport './server/service.ts'",
  'src/features/tea/leaf-contract.ts': "import { z } from 'zod'\nexport type Leaf = z.infer<typeof z.string>",
  'src/features/tea/brew.ts': "import './leaf-contract.ts'\nimport '#shared/wire.ts'",
  'src/shared/wire.ts': "import { z } from 'zod'\nexport const flag = z.string()",
  'src/features/tea/server/service.ts':
    "import '#features/cup/server/store.ts'\nimport '#shared/server/cache.ts'",
  'src/features/tea/web/Tea.tsx':
    "import '#features/cup/web/queries.ts'\nimport '#features/cup/web/Cup.tsx'\nimport '#features/moderation/web/Buttons.tsx'\nimport '#features/visitor/web/Switch.tsx'",
  'src/features/visitor/web/Switch.tsx':
    "import '#shared/web/link.ts'\nimport '#features/cup/web/queries.ts'",
  'src/features/moderation/web/Buttons.tsx': "import '#shared/web/link.ts'",
  'src/features/tea/web/Pot.tsx': "import { z } from 'zod'\nimport type { Tea } from '../contract.ts'",
  'src/features/tea/web/Lid.tsx':
    "import { tea } from '../contract.ts'\nimport 'node:path'\nimport '#shared/bad.ts'",
  'src/features/cup/server/store.ts': "import 'pg'\nimport 'left-pad'\nimport 'vite'",
  'src/features/cup/web/queries.ts': "import '#shared/web/link.ts'",
  'src/features/cup/web/Cup.tsx': "import './queries.ts'\nimport '#main/server.ts'",
  'src/pages/TeaPage.tsx': "import '#features/tea/web/Tea.tsx'\nimport '#features/tea/server/service.ts'",
  'src/pages/ring.ts': "import './round.ts'\nimport './index.ts'",
  'src/pages/round.ts': "import './ring.ts'",
  'src/pages/kettle.ts': "import type { Spout } from './spout.ts'\nexport type Kettle = Spout",
  'src/pages/spout.ts': "import type { Kettle } from './kettle.ts'\nexport type Spout = Kettle",
  'src/pages/now.ts': "export const later = () => import('./later.ts')",
  'src/pages/later.ts': "import { later } from './now.ts'\nexport const now = later",
  'src/pages/index.ts': "export * from './TeaPage.tsx'",
  'src/main/server.ts':
    "import '#pages/TeaPage.tsx'\nimport '#features/tea/contract.test.ts'\nimport '#shared/lonely.ts'",
  'src/features/tea/contract.test.ts': "import './contract.ts'\nimport '#main/server.ts'",
  'db/seed.ts': "import '#db/schema.ts'\nimport '#pages/TeaPage.tsx'",
  'src/pages/forgotten.ts': 'export const forgotten = 1',
  'test/support/site.ts': "import '#db/schema.ts'\nimport '../attacks/attack.ts'",
  'test/attacks/attack.ts':
    "import '../support/site.ts'\nimport '../browser/tea.e2e.ts'\nimport '../bench/bench.ts'",
  'test/bench/bench.ts': "import '../support/site.ts'\nimport '../attacks/attack.ts'",
  'test/api/tea.test.ts': "import '../attacks/attack.ts'\nimport '../browser/tea.e2e.ts'",
  'test/browser/tea.e2e.ts': "import '../attacks/attack.ts'\nimport '../api/tea.test.ts'",
}

describe('the import rules', () => {
  let folder: string
  let violations: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chopmark-house-'))
    for (const [path, text] of Object.entries(planted)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    violations = await cruise(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    ['layer-shared-root', 'src/shared/bad.ts', 'src/features/tea/rules.ts'],
    ['layer-shared-server', 'src/shared/server/cache.ts', 'src/db/schema.ts'],
    ['layer-shared-web', 'src/shared/web/link.ts', 'src/shared/server/cache.ts'],
    ['layer-db', 'src/db/schema.ts', 'src/features/tea/server/service.ts'],
    ['layer-db', 'src/db/schema.ts', 'src/features/tea/contract.ts'],
    ['layer-feature-root', 'src/features/tea/rules.ts', 'src/features/tea/server/service.ts'],
    ['layer-feature-server', 'src/features/tea/server/service.ts', 'src/features/cup/server/store.ts'],
    ['layer-feature-web', 'src/features/tea/web/Tea.tsx', 'src/features/cup/web/Cup.tsx'],
    ['layer-feature-web', 'src/features/cup/web/Cup.tsx', 'src/main/server.ts'],
    ['layer-visitor', 'src/features/visitor/web/Switch.tsx', 'src/features/cup/web/queries.ts'],
    ['layer-seed', 'db/seed.ts', 'src/pages/TeaPage.tsx'],
    ['layer-pages', 'src/pages/TeaPage.tsx', 'src/features/tea/server/service.ts'],
    ['layer-test-support', 'test/support/site.ts', 'test/attacks/attack.ts'],
    ['layer-attacks', 'test/attacks/attack.ts', 'test/browser/tea.e2e.ts'],
    ['layer-attacks', 'test/attacks/attack.ts', 'test/bench/bench.ts'],
    ['layer-bench', 'test/bench/bench.ts', 'test/attacks/attack.ts'],
    ['layer-api-tests', 'test/api/tea.test.ts', 'test/browser/tea.e2e.ts'],
    ['layer-browser-tests', 'test/browser/tea.e2e.ts', 'test/api/tea.test.ts'],
    ['no-import-of-main', 'src/features/cup/web/Cup.tsx', 'src/main/server.ts'],
    ['no-test-code-in-the-product', 'src/main/server.ts', 'src/features/tea/contract.test.ts'],
    ['no-node-in-the-browser', 'src/shared/bad.ts', 'fs'],
    ['no-node-in-the-browser', 'src/features/tea/web/Lid.tsx', 'path'],
    ['no-validator-in-the-browser', 'src/features/tea/web/Lid.tsx', 'src/features/tea/contract.ts'],
    ['no-validator-in-the-browser', 'src/features/tea/brew.ts', 'src/features/tea/leaf-contract.ts'],
    ['no-validator-in-the-browser', 'src/features/tea/brew.ts', 'src/shared/wire.ts'],
    ['no-index', 'src/pages/ring.ts', 'src/pages/index.ts'],
    ['no-orphan', 'src/pages/forgotten.ts', 'src/pages/forgotten.ts'],
    ['narrowest-owner', 'src/shared/lonely.ts', 'src/shared/lonely.ts'],
    ['unresolvable', 'src/features/cup/server/store.ts', 'left-pad'],
  ])('%s: refuse %s -> %s', (rule, from, to) => {
    expect(violations).toContain(`${rule}: ${from} -> ${to}`)
  })

  test.each([
    ['no-validator-in-the-browser', 'src/features/tea/web/Pot.tsx', 'zod'],
    ['no-development-packages', 'src/features/cup/server/store.ts', 'vite'],
  ])('%s: refuse %s -> the package %s', (rule, from, name) => {
    const matches = violations.filter((line) => line.startsWith(`${rule}: ${from} -> `))
    expect(matches).toEqual([expect.stringContaining(`node_modules/${name}/`)])
  })

  test.each([
    ['two files that need each other', /^no-cycle: src\/pages\/r\w+\.ts -> src\/pages\/r\w+\.ts$/],
    ['two types', /^no-cycle: src\/pages\/(kettle|spout)\.ts -> src\/pages\/(kettle|spout)\.ts$/],
    ['what is loaded later', /^no-cycle: src\/pages\/(now|later)\.ts -> src\/pages\/(now|later)\.ts$/],
    ['helpers of tests', /^no-cycle: test\/attacks\/attack\.ts -> /],
  ])('no-cycle: refuse rings of %s', (_of, violation) => {
    expect(violations).toContainEqual(expect.stringMatching(violation))
  })

  test.each([
    ['src/features/cup/web/queries.ts', 'src/shared/web/link.ts'],
    ['src/features/tea/web/Tea.tsx', 'src/features/cup/web/queries.ts'],
    ['src/features/tea/web/Tea.tsx', 'src/features/moderation/web/Buttons.tsx'],
    ['src/features/tea/web/Tea.tsx', 'src/features/visitor/web/Switch.tsx'],
    ['src/features/visitor/web/Switch.tsx', 'src/shared/web/link.ts'],
    ['src/features/tea/web/Pot.tsx', 'src/features/tea/contract.ts'],
    ['src/features/tea/contract.test.ts', 'src/main/server.ts'],
    ['src/pages/TeaPage.tsx', 'src/features/tea/web/Tea.tsx'],
    ['src/main/server.ts', 'src/pages/TeaPage.tsx'],
    ['db/seed.ts', 'src/db/schema.ts'],
    ['test/support/site.ts', 'src/db/schema.ts'],
    ['test/attacks/attack.ts', 'test/support/site.ts'],
    ['test/browser/tea.e2e.ts', 'test/attacks/attack.ts'],
  ])('allow %s -> %s', (from, to) => {
    const matches = violations.filter((line) => line.endsWith(`: ${from} -> ${to}`))
    expect(matches.filter((line) => !line.startsWith('no-cycle'))).toEqual([])
  })
})

/** Every violation in `folder` as `rule: from -> to`; the tool's exit code is their number. */
async function cruise(folder: string): Promise<string[]> {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['src', 'db', 'test']
  const args = [tool, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error) => error,
  )
  const matches: { rule: { name: string }; from: string; to: string }[] =
    JSON.parse(stdout).summary.violations
  return matches.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

describe('features', () => {
  test('need each other in one direction only, for a type and for what is loaded later too', () => {
    const product = sources.filter((file) => !/\.test\.tsx?$/.test(file))
    expect(featuresInRings(product.map((file) => [file, readSource(file)]))).toEqual([])
  })

  test('are found where they need each other', () => {
    const rings: [string, string][] = [
      ['src/features/tea/web/Tea.tsx', "import type { Cup } from '#features/cup/contract.ts'"],
      ['src/features/cup/rules.ts', "export const load = () => import('#features/tray/rules.ts')"],
      ['src/features/tray/web/Tray.tsx', "export { tea } from '#features/tea/rules.ts'"],
      ['src/features/milk/rules.ts', "import { cow } from '#features/cow/rules.ts'"],
    ]
    expect(featuresInRings(rings)).toEqual(['tea', 'cup', 'tray'])
  })
})

/** The features of rings and those that need them: what is left once all that need none that is left are taken away. */
function featuresInRings(files: [path: string, text: string][]): string[] {
  const imports = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    const [, feature] = /^src\/features\/([^/]+)\//.exec(path) ?? []
    if (!feature) continue
    const needed = [...text.matchAll(/'#features\/([^/']+)\//g)].flatMap(([, name]) => name ?? [])
    imports.set(feature, new Set([...(imports.get(feature) ?? []), ...needed]).difference(new Set([feature])))
  }
  const isNeedless = (feature: string) => imports.get(feature)?.isDisjointFrom(new Set(imports.keys()))
  for (let gone = 1; gone > 0; ) {
    const free = [...imports.keys()].filter(isNeedless)
    for (const feature of free) imports.delete(feature)
    gone = free.length
  }
  return [...imports.keys()]
}

describe('files', () => {
  test('have names that say what is in them', () => {
    const empty = /(^|\/)(index|utils|helpers|misc|common|lib|types|constants|manager)\.(tsx?|mjs)$/
    expect(sources.filter((file) => empty.test(file))).toEqual([])
    expect(
      sources.filter((file) => !/\/([a-z0-9.-]+|[A-Z][A-Za-z0-9]*)(\.test)?\.(tsx?|mjs)$/.test(file)),
    ).toEqual([])
  })

  test('import no file by the name of its folder', () => {
    const throughFolder = /from '(\.|\.\.|[.#/][^']*\/(index(\.\w+)?)?)'/
    expect(sources.filter((file) => throughFolder.test(readSource(file)))).toEqual([])
  })

  test('cite in comments only what stands in the tree: a § or a decision, no code of another document', () => {
    const cites = sources.flatMap((file) =>
      listComments(file)
        .flatMap((comment) => comment.match(/\([A-Z]\d{1,2}([,;] ?[A-Z]\d{1,2})*\)/g) ?? [])
        .map((code) => `${file} ${code}`),
    )
    expect(cites).toEqual([])
  })

  test('ask a page until it is as expected, because it may not have come yet', () => {
    const ways = String.raw`boundingBox|count|evaluate\w*|\w*[tT]extContents?|\w*InnerTexts|innerText|inputValue|getAttribute|is[A-Z]\w+|title`
    const argument = String.raw`(?:\(?await [^\n]*|\[[^\n]*await [^\n]*|\n\s+await (?:(?!\n\s+\)\.)[^])*?)`
    const once = new RegExp(String.raw`expect\(${argument}\.(?:${ways})\(`)
    expect(sources.filter((file) => file.startsWith('test/browser/') && once.test(readSource(file)))).toEqual(
      [],
    )
  })

  test('wait with patience for what comes by itself, because a second is short on a busy machine', () => {
    const impatient = sources.filter(
      (file) => /\.test\.tsx?$/.test(file) && /\bvi\.waitFor\(/.test(readSource(file)),
    )
    expect(impatient).toEqual([])
  })

  test('use no name that tells a stranger nothing (docs/glossary.md)', () => {
    const bare =
      /^(?:export )?type (?:Deps|Act|Place|Verdict|Ground|Given|Found|Known|Kept|Said|Held|Taken|Asked|Answer|Change|Options|Item|Row|Entry)\b/m
    const withoutVerb = /\bfunction \w+[a-z]Of\b/
    const product = sources.filter((file) => /^(src|db)\//.test(file) && !/\.(test|fake)\.tsx?$/.test(file))
    expect(product.filter((file) => bare.test(readSource(file)))).toEqual([])
    expect(product.filter((file) => withoutVerb.test(readSource(file)))).toEqual([])
  })

  test('decide by a role in one place alone, which goes by the contract', () => {
    const server = /^src\/(.*\/server|db|http|framework|operations)\/.+\.ts$/
    const byRole = sources
      .filter((file) => server.test(file) && !/\.(test|fake)\.ts$/.test(file))
      .filter((file) => /\brole\b(?!-|=")|isActiveAdmin/.test(codeOf(file)))
    expect(byRole.toSorted()).toEqual([
      'src/db/tables/account-schema.ts', // the column
      'src/features/auth/server/expired-rows.ts', // which accounts are deleted
      'src/features/auth/server/first-admin.ts', // gives the role
      'src/features/auth/server/sessions.ts', // reads whose session it is
      'src/features/users/server/routes.ts', // changes it
      'src/features/users/server/service.ts', // changes it, and asks again under the lock
      'src/operations/verify.ts', // whether there is an admin
      'src/shared/server/access/access.ts', // the one place
    ])
  })

  test('list no error code that nothing answers with', () => {
    const others = sources.filter(
      (file) => /^src\//.test(file) && !/error-codes\.ts$|\.test\.tsx?$/.test(file),
    )
    const texts = others.map(readSource).join('\n')
    expect(errorCodes.filter((code) => !texts.includes(`'${code}'`))).toEqual([])
  })

  test('are at most 25 in a folder', () => {
    const code = files.filter((file) => /^(src|db|test|scripts|extension)\/.*\.\w+$/.test(file))
    const folders = Object.groupBy(code, dirname)
    const full = Object.keys(folders).filter((folder) => (folders[folder]?.length ?? 0) > 25)
    expect(full).toEqual([])
  })

  test('have at most 400 lines', () => {
    expect(sources.filter((file) => readSource(file).trimEnd().split('\n').length > 400)).toEqual([])
  })
})

/** A file without the lines that are comments. */
function codeOf(file: string): string {
  return readSource(file).replaceAll(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')
}

/** Lines of comments, and what stands behind `//` at the end of a line of code; an address's `//` has no blank before it. */
function listComments(file: string): string[] {
  return [...readSource(file).matchAll(/^\s*(?:\/\*|\*|\/\/).*|\s\/\/ .*/gm)].map(([comment]) => comment)
}
