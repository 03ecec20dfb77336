import type { RateLimit } from '#shared/contract.ts'

/** The two cards of an item, by the file's name below the item's page. */
export const cardShapes = {
  wide: { file: 'card.jpg', width: 1200, height: 630 },
  tall: { file: 'card-portrait.jpg', width: 1080, height: 1350 },
} as const
export type CardShape = keyof typeof cardShapes

/** The maximum size of a card; chats reject or time out on larger ones. */
export const cardBytes = 120 * 1024

/** The maximum number of cards for one network. */
export const cardLimit = { count: 240, seconds: 60 } as const satisfies RateLimit

/** How long a card waits for outside sources of photos, in ms; without them the next one shows more. */
export const cardWaitMs = 1_500

export const cardText = {
  kind: 'Inspection card',
  variant: 'Variant',
  /** The variant of the photos, where they show another. */
  photosShow: 'Photos show',
  photos: 'Photos',
  weight: 'Weight',
  price: 'Price',
  noPrice: 'Not known',
  finding: 'Look closer',
  noFinding: 'No findings noted.',
  noPhotos: 'No QC photos yet.',
  noPhotosHint: 'The agent takes them when the item arrives, before it is sent to you.',
  sellersPhoto: 'Seller’s photo',
} as const
