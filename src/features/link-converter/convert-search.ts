/** The text that the converter's address brings, from a form without script. */
export function convertSearchOf(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}
