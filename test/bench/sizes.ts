import { readFileSync } from 'node:fs'

type Chunk = { file: string; css?: string[]; imports?: string[] }

const entry = 'src/main/browser.tsx'
const pages = [
  'HomePage',
  'PopularPage',
  'ProductPage',
  'ToolsPage',
  'ConvertPage',
  'EstimationPage',
  'HaulPage',
  'LoginPage',
  'RegisterPage',
] as const

export type PageSize = { scriptsKb: number; stylesKb: number; files: number; styleFiles: number }

/** Brotli kB of the scripts and styles each page announces in its head, entry and shared chunks included. */
export function pageSizes(): Record<string, PageSize> {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync('dist/current/web/.vite/manifest.json', 'utf8'),
  )
  return Object.fromEntries(pages.map((page) => [page, sizeOf(manifest, page)]))
}

function sizeOf(manifest: Record<string, Chunk>, page: string): PageSize {
  const file = Object.keys(manifest).find((key) => key.endsWith(`/${page}.tsx`))
  if (!file) throw new Error(`The build has no ${page}.`)
  const keys = new Set([entry, file])
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next)
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  const scripts = chunks.map(({ file }) => file)
  return {
    scriptsKb: kilobytes(scripts),
    stylesKb: kilobytes([...styles]),
    files: scripts.length,
    styleFiles: styles.size,
  }
}

function kilobytes(files: string[]): number {
  const bytes = files.map((file) => readFileSync(`dist/current/web/${file}.br`).length)
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 10) / 100
}
