/** The source of an item's information, for admins; undefined without a source. */
export function formatInfoSource(sourceLabel: string | null): string | undefined {
  return sourceLabel === null ? undefined : `Source: ${sourceLabel}`
}
