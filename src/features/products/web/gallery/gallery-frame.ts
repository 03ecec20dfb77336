import type { PhotoLook } from '#features/visitor/look.ts'
import type { FullPicture } from '#shared/web/ui/images/LightboxFrame.tsx'

/** A photo of the gallery, with the texts of the full-size view. */
export type GalleryFrame = FullPicture & {
  photoLook: PhotoLook
  /** The label of its thumbnail. */
  label: string
  /** For a QC photo: its number, its variant and the day on which it was taken. */
  number?: number
  variant?: string | null
  /** The variant's name when it is not the chosen one. */
  otherVariant?: string | undefined
  day?: string | undefined
}
