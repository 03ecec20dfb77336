/** A photo of an outside source, as it is stored. */
export type SourcePhoto = {
  /** The URL of the image; see `ImageRegistry`. */
  image: string
  agent: string | null
  variant: string | null
  /** ISO 8601. */
  takenAt: string | null
  /** In px; null when the source does not say. */
  width: number | null
  height: number | null
}
