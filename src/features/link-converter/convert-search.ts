/** The text in the converter's URL, from a form without script. */
export function convertSearchOf(params: URLSearchParams): { text: string | undefined } {
  return { text: params.get('text')?.trim() || undefined }
}
