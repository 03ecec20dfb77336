/** A photo as an outside source gave it, in the form in which it is kept. */
export type SourcePhoto = {
  /** The picture's source, as `Pictures` know it. */
  image: string
  agent: string | null
  variant: string | null
  /** ISO 8601. */
  takenAt: string | null
  /** In px, where the source says so. */
  width: number | null
  height: number | null
}
