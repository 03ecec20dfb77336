import { readFileSync } from 'node:fs'

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
type ViteManifest = Record<string, ManifestChunk>

/**
 * The tags of a page's code and styles, by its file in src/pages without `.tsx` (`home/HomePage`), and of parts of it that are
 * loaded separately, by their files in src/; without a page, what all pages share. Throws for what was not built.
 */
export type AssetTags = (page?: string, parts?: readonly string[]) => string

const entryFile = 'src/main/browser.tsx'

/**
 * Preloads all chunks of entry and page at once, so that the browser need not discover them import by import.
 */
export function createBuiltAssets(manifestFile: URL): AssetTags {
  const manifest: ViteManifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const tags = new Map<string, string>()
  return (page, parts = []) => {
    const files = [...(page ? [`pages/${page}.tsx`] : []), ...parts]
    const key = files.join()
    const pageTags = tags.get(key) ?? renderTags(manifest, files)
    tags.set(key, pageTags)
    return pageTags
  }
}

function renderTags(manifest: ViteManifest, files: string[]): string {
  const keys = collectImports(manifest, [entryFile, ...files.map((file) => findKey(manifest, file))])
  const chunks = keys.flatMap((key) => manifest[key] ?? [])
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  const font = chunks
    .flatMap(({ assets = [] }) => assets)
    .find((file) => /archivo-latin-[^e]\S*\.woff2$/.test(file))
  return [
    font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>` : '',
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    `<script type="module" src="/${manifest[entryFile]?.file}"></script>`,
  ].join('')
}

function findKey(manifest: ViteManifest, file: string): string {
  const key = `src/${file}`
  if (!manifest[key]) throw new Error(`The build has no file ${key}. Build the site again.`)
  return key
}

/** A set is also a queue: what is added while iterating is visited too. */
function collectImports(manifest: ViteManifest, roots: string[]): string[] {
  const keys = new Set(roots)
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next)
  return [...keys]
}

/**
 * Vite serves sources by their own names; the stylesheet is linked so that development has no flash of
 * unstyled content either.
 */
export function createSourceAssets(): AssetTags {
  const tags = `<link rel="stylesheet" href="/src/main/app.css"><script type="module" src="/${entryFile}"></script>`
  return () => tags
}

/** The tags of the shared styles and the font for a document that is no page of the application, with its own styles. */
export function getStyleTags(assets: AssetTags, ownStyles: string): string {
  const tags = assets().match(/<link rel="(?:stylesheet|preload)"[^>]*>/g) ?? []
  return `${tags.join('')}<link rel="stylesheet" href="${ownStyles}">`
}
