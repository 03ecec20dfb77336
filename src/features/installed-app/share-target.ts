/** The text fields of a share, in the order in which they are joined to one text, and the field with its pictures. */
export const sharedTextFields = ['title', 'text', 'url'] as const
export const sharedPicturesField = 'pictures'
export const sharedPictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The text of a share: its fields on lines of their own, without empty ones. */
export function joinSharedText(read: (field: (typeof sharedTextFields)[number]) => unknown): string {
  const texts = sharedTextFields.map((field) => read(field))
  return texts
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n')
}
