import { paths } from '#shared/paths.ts'

/** The text in the converter's URL, from a form without script or from a haul. */
export function parseConvertSearch(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}

/** The converter with a text in its field. */
export function buildConvertPath(text: string): string {
  return `${paths.convert()}?${new URLSearchParams({ text })}`
}
