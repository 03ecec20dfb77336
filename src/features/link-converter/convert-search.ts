import { paths } from '#shared/paths.ts'

/** Parses the text in the converter's URL, which comes from a form sent without JavaScript or from a haul. */
export function parseConvertSearch(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}

/** The path of the converter with a text in its field. */
export function buildConvertPath(text: string): string {
  return `${paths.convert()}?${new URLSearchParams({ text })}`
}
