/** The text in the converter's URL, from a form without script. */
export function parseConvertSearch(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}
