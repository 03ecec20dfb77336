/** A photo as an outside source gave it, in its stored form. */
export type SourcePhoto = {
  /** The image's source, as `Pictures` know it. */
  image: string
  agent: string | null
  variant: string | null
  /** ISO 8601. */
  takenAt: string | null
  /** In px, where the source has it. */
  width: number | null
  height: number | null
}
