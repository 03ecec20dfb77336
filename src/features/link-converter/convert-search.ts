import { paths } from '#shared/paths.ts'

/** Parses the text in the converter's URL, which comes from a form sent without JavaScript or from a haul. */
export function parseConvertSearch(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}

/** The start of a fragment with links, which reaches no server. */
const textFragment = '#text='

/** The text in the fragment of the converter's address; undefined for none. */
export function parseConvertFragment(fragment: string): string | undefined {
  if (!fragment.startsWith(textFragment)) return undefined
  return new URLSearchParams(fragment.slice(1)).get('text')?.trim() || undefined
}

/** The path of the converter with links that are many, or not the server's concern. */
export function buildConvertFragment(text: string): string {
  return `${paths.convert()}${textFragment}${encodeURIComponent(text)}`
}

/** The path of the converter with a text in its field. */
export function buildConvertPath(text: string): string {
  return `${paths.convert()}?${new URLSearchParams({ text })}`
}
