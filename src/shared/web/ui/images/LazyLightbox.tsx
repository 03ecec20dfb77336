import { lazy, Suspense } from 'react'
import type { FullPicture } from './LightboxFrame.tsx'

export type LazyLightboxProps = {
  /** The name of all pictures together. */
  label: string
  pictures: FullPicture[]
  /** The first picture to show; undefined keeps the view closed. */
  index: number | undefined
  onClose: () => void
  /** Called with each picture that comes into view. */
  onView?: (index: number) => void
}

/** Loads the view's code before it is opened. */
export function preloadLightbox(): void {
  loadLightbox().catch(() => undefined)
}

const loadLightbox = () => import('./Lightbox.tsx')
const Lightbox = lazy(async () => ({ default: (await loadLightbox()).Lightbox }))

/**
 * The full-screen view of pictures, one at a time, with zoom (§2). Its code is loaded when it is first
 * opened.
 */
export function LazyLightbox({ label, pictures, index, onClose, onView }: LazyLightboxProps) {
  if (index === undefined) return null
  return (
    <Suspense>
      <Lightbox label={label} pictures={pictures} index={index} onClose={onClose} onView={onView} />
    </Suspense>
  )
}
